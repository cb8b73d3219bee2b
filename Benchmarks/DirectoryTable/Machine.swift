// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Seconds of a clock while work is done.
func seconds(of clock: clockid_t = CLOCK_MONOTONIC, _ work: () throws -> Void) rethrows -> Double {
    var start = timespec()
    var end = timespec()
    clock_gettime(clock, &start)
    try work()
    clock_gettime(clock, &end)
    return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
}

/// The most memory that this process has had resident, in bytes.
func peakMemory() throws -> Int {
    guard let file = fopen("/proc/self/status", "r") else { throw Trouble("there is no /proc") }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
        let words = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            .split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            .map { String(decoding: $0, as: UTF8.self) }
        if words.count > 1, words[0] == "VmHWM:", let kilobytes = Int(words[1]) {
            return kilobytes * 1024
        }
    }
    throw Trouble("/proc/self/status does not say VmHWM")
}

func fileSize(_ path: String) throws -> Int {
    var status = stat()
    guard stat(path, &status) == 0 else { throw Trouble("there is no \(path)") }
    return status.st_size
}

/// Drops a file from the page cache and gives how many of its pages are there all the same.
func evict(_ path: String) throws -> Int {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Trouble("\(path) cannot be read") }
    defer { close(file) }
    fsync(file)  // what is dirty cannot be dropped
    posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED)
    let size = try fileSize(path)
    var pages = [UInt8](repeating: 0, count: (size + 4095) / 4096)
    guard let start = mmap(nil, size, PROT_READ, MAP_SHARED, file, 0), start != MAP_FAILED,
        mincore(start, size, &pages) == 0
    else { throw Trouble("\(path) cannot be mapped") }
    munmap(start, size)
    return pages.count { $0 & 1 == 1 }
}

/// Seconds that the disk takes for a new file of so many bytes: written, seen there, renamed.
func diskSeconds(_ byteCount: Int, beside path: String) throws -> Double {
    let bytes = [UInt8](repeating: 7, count: byteCount)
    let file = open("\(path).new", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Trouble("\(path).new cannot be written") }
    return try seconds {
        guard write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0, close(file) == 0,
            rename("\(path).new", "\(path).old") == 0
        else { throw Trouble("\(path).new cannot be written") }
    }
}
