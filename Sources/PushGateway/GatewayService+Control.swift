// SPDX-License-Identifier: Apache-2.0
import CallModel
import GatewayCore
import OCKNetworking

extension GatewayService: ControlDelegate {
    var statusReport: GatewayStatusReport {
        GatewayStatusReport(core.status, ports: ports, streams: providers?.streamCount ?? 0)
    }

    func pushReports(_ query: JournalQuery) -> [PushReport] { journal.reports(query) }

    func issueActivation(_ key: ControlKey, codeHash: [UInt8]) {
        apply(.activationIssued(key, codeHash: codeHash))
    }

    // MARK: Faults

    var faultReports: [FaultReport] { core.status.faults.map { FaultReport($0) } }

    func addFault(_ form: FaultForm) throws(FaultFormError) -> FaultReport {
        let rule = try form.rule()
        guard core.status.faults.count < FaultFile.ruleCountMax else {
            throw FaultFormError(
                words: "\(FaultFile.ruleCountMax) faults are the most; clear some first")
        }
        apply(.faultAdded(rule))
        guard let status = core.status.faults.last else {
            throw FaultFormError(words: "the gateway has not taken it up")
        }
        lines.add("fault \(status.number) added: \(form.summary)")
        return FaultReport(status)
    }

    func removeFault(_ number: Int) -> Bool {
        guard core.status.faults.contains(where: { $0.number == number }) else { return false }
        apply(.faultRemoved(number: number))
        lines.add("fault \(number) taken back")
        return true
    }

    func removeAllFaults() {
        apply(.faultsCleared)
        lines.add("all faults taken back")
    }

    // MARK: Devices

    var deviceReports: [DeviceReport] { core.devices.map { DeviceReport($0) } }

    func removeDevice(_ id: DeviceID, for key: ControlKey) {
        apply(.deviceRemoved(key, id))
    }

    // MARK: Keys and revocations

    /// Reads the state folder anew, on the worker, and lets it hold from now on.
    func reload(then body: @escaping (Result<String, GatewayError>) -> Void) {
        let (paths, host) = (paths, options.host)
        guard let worker else { return body(.failure(.refused("the gateway is about to stop"))) }
        worker.run {
            do throws(GatewayError) {
                let now = EventLoop.wallClockMilliseconds() / 1000
                return Result<GatewayMaterial, GatewayError>.success(
                    try GatewayMaterial(paths, host: host, at: now))
            } catch {
                return .failure(error)
            }
        } then: { [weak self] (outcome: Result<GatewayMaterial, GatewayError>) in
            guard let self else { return }
            do {
                let material = try outcome.get()
                let tls = try material.providerTLS(options.badCertificates)
                takeKeys(of: material)
                providers?.use(tls, revokedSerials: material.revokedSerials)
                let revoked = material.revokedSerials.count
                let words = "Keys: \(material.publicKeys.count); revoked certificates: \(revoked)."
                lines.add("read the state folder anew: \(words)")
                body(.success(words))
            } catch let error as GatewayError {
                body(.failure(error))
            } catch {
                body(.failure(.refused("\(error)")))
            }
        }
    }

    /// Lets the keys of the folder hold; what is no longer there is as good as revoked.
    func takeKeys(of material: GatewayMaterial) {
        let older = self.material?.keys ?? []
        // First, since a token may be examined as soon as the core has the key.
        self.material = material
        for record in material.keys where !older.contains(record) {
            apply(.keyAdded(nil, StoredKey(record)))
        }
        for record in older where !material.keys.contains(where: { $0.id == record.id }) {
            apply(.keyRevoked(nil, keyID: record.id))
        }
    }
}

extension StoredKey {
    init(_ record: ProviderKeyRecord) {
        self.init(
            id: record.id,
            team: record.team,
            environments: APNsEnvironment.allCases.filter {
                record.environments.contains($0.rawValue)
            }.sorted(),
            topics: record.topics,
            isRevoked: record.isRevoked
        )
    }
}

extension DeviceReport {
    init(_ status: DeviceStatus) {
        self.init(
            id: status.id.description,
            isConnected: status.isConnected,
            outstanding: status.outstandingPushCount,
            tokens: status.tokens.map { token in
                Token(
                    bundle: token.app.bundle,
                    environment: token.app.environment.rawValue,
                    kind: token.app.kind.rawValue,
                    token: Bytes(Array(token.bytes.prefix(4))).hexadecimal
                )
            }
        )
    }
}
