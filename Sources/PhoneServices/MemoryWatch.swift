// SPDX-License-Identifier: Apache-2.0

/// Compares the memory of an extension's process with what it had at its hello (B152).
struct MemoryWatch {
    enum Finding: Equatable {
        case fine
        /// Above where a warning is due; told once.
        case large(byteCount: Int)
        /// Above the limit.
        case tooLarge(byteCount: Int, limit: Int)
    }

    private let memory: ProcessMemory?
    private let base: Int
    private let warning: Int
    private let limit: Int?
    private var hasWarned = false
    /// The most that it had above what it began with, in bytes.
    private(set) var peak = 0

    /// Reads what the process has now.
    ///
    /// `warning` and `limit` are bytes above that; without a limit it is warned of only.
    init(processID: Int32, warning: Int, limit: Int?) {
        memory = ProcessMemory(processID: processID)
        base = memory?.anonymousByteCount() ?? 0
        self.warning = warning
        self.limit = limit
    }

    /// Whether the system says how much memory a process has.
    var isPossible: Bool { memory != nil }

    mutating func check() -> Finding {
        guard let now = memory?.anonymousByteCount() else { return .fine }
        let growth = max(0, now - base)
        peak = max(peak, growth)
        if let limit, growth > limit { return .tooLarge(byteCount: growth, limit: limit) }
        guard growth > warning, !hasWarned else { return .fine }
        hasWarned = true
        return .large(byteCount: growth)
    }
}
