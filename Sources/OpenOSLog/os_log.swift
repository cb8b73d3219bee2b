// SPDX-License-Identifier: Apache-2.0

/// Writes a message whose values stand behind a format, as in C.
///
/// Formats are those of `printf`, with `%@` for objects and strings, and `{public}` or `{private}`
/// behind the percent sign: `os_log("%{public}@ calls on line %d", log: calls, name, line)`.
/// Numbers may be read, strings and objects read `<private>`, unless the format says otherwise. An
/// argument that is missing or that the format does not fit is said so in the line.
public func os_log(
    _ message: StaticString,
    dso: UnsafeRawPointer? = #dsohandle,
    log: OSLog = .default,
    type: OSLogType = .default,
    _ args: any CVarArg...
) {
    log.log(type) { LogFormat.text(message.description, args, showsPrivate: $0) }
}

/// Writes a message whose values stand behind a format, as in C; the type comes first.
public func os_log(
    _ type: OSLogType,
    dso: UnsafeRawPointer = #dsohandle,
    log: OSLog = .default,
    _ message: StaticString,
    _ args: any CVarArg...
) {
    log.log(type) { LogFormat.text(message.description, args, showsPrivate: $0) }
}

/// Writes a message with values in it.
public func os_log(_ message: OSLogMessage) { OSLog.default.log(.default, message.text) }

/// Writes a message with values in it, of that type.
public func os_log(_ logLevel: OSLogType, log: OSLog = .default, _ message: OSLogMessage) {
    log.log(logLevel, message.text)
}
