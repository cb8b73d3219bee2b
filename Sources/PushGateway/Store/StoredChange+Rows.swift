// SPDX-License-Identifier: Apache-2.0
import CallModel
import GatewayCore
import OCKStorage

/// What is stored, as rows: the columns in the order of the tables. A row of another shape is nil:
/// nobody but the gateway writes them, and one that cannot be read must not keep it from starting.
extension StoredActivation {
    var values: [SQLiteStatement.Value] { [.blob(codeHash), .integer(expires.milliseconds)] }

    init?(row: [SQLiteStatement.Value]) {
        guard let codeHash = row[0].blob, let expires = row[1].integer else { return nil }
        self.init(codeHash: codeHash, expires: WallTime(milliseconds: expires))
    }
}

extension StoredDevice {
    var values: [SQLiteStatement.Value] { [.text(id.description), .blob(secretHash)] }

    init?(row: [SQLiteStatement.Value]) {
        guard let id = row[0].text.flatMap({ DeviceID($0) }), let hash = row[1].blob else {
            return nil
        }
        self.init(id: id, secretHash: hash)
    }
}

extension StoredToken {
    var values: [SQLiteStatement.Value] {
        [.blob(bytes), .text(device.description)] + app.values + [
            end.map { .text($0.cause.rawValue) } ?? .null,
            SQLiteStatement.Value(end?.at.milliseconds),
        ]
    }

    init?(row: [SQLiteStatement.Value]) {
        guard let bytes = row[0].blob, let device = row[1].text.flatMap({ DeviceID($0) }),
            let app = AppKey(bundle: row[2], environment: row[3], kind: row[4])
        else { return nil }
        self.init(bytes: bytes, device: device, app: app)
        guard let cause = row[5].text.flatMap(TokenEnd.Cause.init(rawValue:)) else { return }
        end = TokenEnd(cause: cause, at: WallTime(milliseconds: row[6].integer ?? 0))
    }
}

extension StoredPush {
    var values: [SQLiteStatement.Value] {
        let owner = [key.value, .text(device.description)] + app.values
        return owner + [
            .text(id.description), .blob(payload), SQLiteStatement.Value(expiration),
            .integer(expires.milliseconds), .integer(acceptedAt.milliseconds),
            .integer(Int64(priority)), collapseID.map { .text($0) } ?? .null,
            replaces.bundleFrom?.value ?? .null, replaces.collapseFrom?.value ?? .null,
        ]
    }

    init?(row: [SQLiteStatement.Value]) {
        guard let key = row[0].integer, let device = row[1].text.flatMap({ DeviceID($0) }),
            let app = AppKey(bundle: row[2], environment: row[3], kind: row[4]),
            let id = row[5].text.flatMap({ PushID($0) }), let payload = row[6].blob,
            let expires = row[8].integer, let acceptedAt = row[9].integer
        else { return nil }
        self.init(
            key: PushKey(value: key),
            device: device,
            app: app,
            id: id,
            payload: payload,
            expiration: row[7].integer,
            expires: WallTime(milliseconds: expires),
            acceptedAt: WallTime(milliseconds: acceptedAt),
            priority: row[10].integer.flatMap(UInt8.init(exactly:)) ?? 10,
            collapseID: row[11].text,
            replaces: ReplacedPushes(
                bundleFrom: row[12].integer.map(PushKey.init(value:)),
                collapseFrom: row[13].integer.map(PushKey.init(value:))
            )
        )
    }
}

extension PushKey {
    var value: SQLiteStatement.Value { .integer(Int64(bitPattern: number)) }

    fileprivate init(value: Int64) { self.init(number: UInt64(bitPattern: value)) }
}

extension AppKey {
    fileprivate var values: [SQLiteStatement.Value] {
        [.text(bundle), .text(environment.rawValue), .text(kind.rawValue)]
    }

    fileprivate init?(
        bundle: SQLiteStatement.Value,
        environment: SQLiteStatement.Value,
        kind: SQLiteStatement.Value
    ) {
        guard let bundle = bundle.text,
            let environment = environment.text.flatMap(APNsEnvironment.init(rawValue:)),
            let kind = kind.text.flatMap(TokenKind.init(rawValue:))
        else { return nil }
        self.init(bundle: bundle, environment: environment, kind: kind)
    }
}
