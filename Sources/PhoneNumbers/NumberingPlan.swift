// SPDX-License-Identifier: Apache-2.0

/// How numbers are dialled in one region, and what its own look like.
///
/// The facts stand in NumberingPlans+AtoK.swift and +LtoZ.swift, a region a line, indented where a
/// line goes on:
///
///     CN 86 exit 1[12]xxx00 179xx00 00 trunk 1[12]xxx 179xx 0 lengths 100-109:7-8,10-12 …
///
/// - the region and its calling code; `main` where it is the first of several that share one;
/// - `exit`: what is dialled before a calling code, carriers included;
/// - `trunk`: what is dialled before a number at home and belongs not to it; `+10`: only where at
///   least ten digits follow;
/// - `area`: subscribers' numbers that are dialled without their area code, and that code;
/// - `lengths`: for the first three digits of a number, how many digits it has.
///
/// A national number is written *significant* when it has no prefix: what follows the calling code
/// in E.164.
struct NumberingPlan {
    let region: Region
    let callingCode: Int
    /// Places in ``NumberingTable/patterns``, the longest first.
    var exits: Range<Int>
    var trunks: Range<Int>
    var areas: Range<Int>
    /// Places in ``NumberingTable/lengths``.
    var lengths: Range<Int>
    /// The digits with which a trunk prefix begins, a bit each.
    var trunkStarts: UInt16 = 0

    /// Numbers of one length or several, by their first three digits.
    struct LengthRun {
        let low: UInt16
        let high: UInt16
        /// A bit for each length.
        let lengths: UInt32
    }
}
