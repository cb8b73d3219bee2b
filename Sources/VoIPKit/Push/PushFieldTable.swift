// SPDX-License-Identifier: Apache-2.0

/// What servers call the fields of a call, spelled as ``PushFields`` spells them: in lower case,
/// without `_`, `-`, `.` and spaces.
///
/// Of the names in a list, an earlier one goes before a later one.
enum PushFieldTable {
    /// Objects that hold the fields of the call, on the way from outside to inside.
    static let containers = [
        "call", "calldata", "callinfo", "voip", "data", "payload", "custom", "customdata", "extra",
        "info", "aps", "alert", "params", "body",
    ]
    /// Objects that describe the caller.
    static let persons = ["caller", "from", "sender", "user", "contact"]

    static let identifier = ["calluuid", "callid", "callidentifier", "callkitid", "call", "uuid"]
    /// Names that may also mean something else, the push itself say: only where none of the above
    /// is anywhere.
    static let otherIdentifier = [
        "id", "sessionid", "sessionuuid", "roomid", "conferenceid", "channelid",
    ]
    static let handle = [
        "handle", "callerhandle", "incomingcallerid", "callernumber", "callerphone",
        "callerphonenumber", "callerid", "caller", "from", "fromnumber", "phonenumber", "number",
        "phone", "sender", "senderid", "fromid", "fromuser", "calleruri", "sipfrom",
    ]
    static let personHandle = [
        "handle", "number", "phonenumber", "phone", "uri", "sip", "email", "value", "id",
        "userid", "username",
    ]
    static let name = [
        "name", "callername", "incomingcallername", "namecaller", "displayname",
        "callerdisplayname", "fromname", "fromdisplayname", "sendername", "localizedcallername",
    ]
    static let personName = ["name", "displayname", "fullname", "title"]
    static let handleKind = ["handletype", "handlekind"]
    static let video = [
        "video", "hasvideo", "isvideo", "isvideocall", "videocall", "withvideo", "videoenabled",
    ]
    /// Where the kind of call may stand; one that has the word video in it has video.
    static let callKind = ["calltype", "mediatype", "callkind", "media", "kind", "type"]

    /// Where it may say that the call is over.
    static let event = ["type", "event", "action", "status", "state", "command", "kind"]
    /// Flags that say so.
    static let endedFlags: [(String, CallEndReason)] = [
        ("answeredelsewhere", .answeredElsewhere), ("declinedelsewhere", .declinedElsewhere),
        ("cancelled", .remote), ("canceled", .remote), ("iscancelled", .remote),
        ("iscanceled", .remote), ("cancel", .remote), ("ended", .remote), ("missed", .unanswered),
    ]
    static let endedWords: [String: CallEndReason] = {
        let lists: [(CallEndReason, [String])] = [
            (
                .remote,
                [
                    "cancel", "cancelled", "canceled", "cancelcall", "callcancel",
                    "callcancelled", "callcanceled", "hangup", "hungup", "end", "ended", "endcall",
                    "callend", "callended", "bye", "terminated", "stop", "disconnected",
                ]
            ),
            (
                .unanswered,
                ["missed", "missedcall", "callmissed", "timeout", "noanswer", "unanswered"]
            ),
            (
                .answeredElsewhere,
                [
                    "answeredelsewhere", "acceptedelsewhere", "pickedupelsewhere",
                    "callansweredelsewhere", "handledelsewhere",
                ]
            ),
            (
                .declinedElsewhere,
                ["declinedelsewhere", "rejectedelsewhere", "calldeclinedelsewhere"]
            ),
        ]
        var words: [String: CallEndReason] = [:]
        for (reason, list) in lists {
            for word in list { words[word] = reason }
        }
        return words
    }()

    static let sent = [
        "sent", "sentat", "senttime", "sendtime", "timestamp", "ts", "senttimestamp",
        "calltimestamp",
    ]
    static let expires = ["expires", "expiresat", "expiration", "expiry", "exp", "expirationtime"]
}
