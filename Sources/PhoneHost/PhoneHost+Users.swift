// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore
import OCKWire

/// What a person's tools say.
extension PhoneHost {
    /// Rows of one reply; about what a frame holds.
    private static let rowsPerReply = 256

    func receiveFromUser(_ body: [UInt8], _ session: SessionID) {
        let message: UserMessage
        do {
            message = try MessageCoder.decode(UserMessage.self, from: body)
        } catch {
            let isApp = (try? MessageCoder.decode(AppRequest.self, from: body)) != nil
            refuse(session, isApp ? Self.appOnControlSocket : "\(error)")
            return
        }
        switch (message.request, sessions[session]?.state) {
        case (.hello(let version), .greeting):
            guard version == protocolVersion else {
                refuse(session, Self.otherVersion(version, of: "the tool"))
                return
            }
            sessions[session]?.state = .open
            send(UserNotice.welcome(version: protocolVersion), to: session)
        case (.hello, _):
            refuse(session, "hello was said twice; say it once, as the first message")
        case (_, .greeting):
            refuse(session, Self.helloFirst)
        default:
            serve(message, session)
        }
    }

    private static let appOnControlSocket =
        "this socket is for the phone's user; an app connects to app.sock beside it, which the "
        + "phone names in OPENCALLKIT_APP_SOCKET when it starts the app"

    private func serve(_ message: UserMessage, _ session: SessionID) {
        let id = message.id
        switch message.request {
        case .hello: return
        case .status: reply(.status(status), to: id, session)
        case .calls: reply(phone.calls, as: UserReply.calls, to: id, session)
        case .apps:
            let apps = services.catalog.apps.map(summary)
            reply(apps, as: UserReply.apps, to: id, session)
        case .act(let action):
            lastTicket += 1
            let ticket = UserTicket(lastTicket)
            waitingUsers[ticket] = (session, id)
            apply(.user(ticket, action))
        case .recents(let limit, let before):
            services.store.recents(limit: Self.rows(limit), before: before) { [weak self] in
                self?.reply($0, as: UserReply.recents, to: id, session)
            }
        case .pushes(let limit, let before):
            services.store.pushes(limit: Self.rows(limit), before: before) { [weak self] in
                self?.reply($0, as: UserReply.pushes, to: id, session)
            }
        case .directories, .blockedCalls, .lookUpNumber, .importContacts, .contacts, .blockList:
            serveDirectories(message, session)
        case .installApp(let path, let isLinked, let environment):
            install(path, isLinked, environment, id, session)
        case .removeApp(let bundle):
            remove(bundle, id, session)
        case .renewToken(let bundle):
            renewToken(of: bundle, id, session)
        case .ringCellular(let call, let handle): ring(call, handle, id, session)
        }
    }

    private func ring(
        _ call: CallID, _ handle: Handle?, _ id: RequestID, _ session: SessionID
    ) {
        guard handle.map({ $0.value.utf8.count <= Limits.handleByteCount }) ?? true else {
            let words = "a caller's number has at most \(Limits.handleByteCount) bytes"
            return reply(.failed(words), to: id, session)
        }
        apply(.world(.cellularRang(call, handle, name: nil)))
        reply(.done, to: id, session)
    }

    private func install(
        _ path: String, _ isLinked: Bool, _ environment: PushEnvironment?, _ id: RequestID,
        _ session: SessionID
    ) {
        services.catalog.install(path: path, isLinked: isLinked, environment: environment) {
            [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let app):
                endProcesses(of: app.app.bundle)
                reply(.installed(summary(app)), to: id, session)
            case .failure(let failure): reply(.failed("\(failure)"), to: id, session)
            }
        }
    }

    private func renewToken(of bundle: BundleID, _ id: RequestID, _ session: SessionID) {
        do throws(ServiceFailure) {
            guard let app = services.catalog.apps.first(where: { $0.app.bundle == bundle }) else {
                throw ServiceFailure(
                    "\(bundle) is not installed: `opencallkit app list` shows what is")
            }
            guard app.app.pushEnvironment != nil, phone.pushToken(of: bundle) != nil else {
                throw ServiceFailure(
                    "\(bundle) has no token: it gets one when its registry asks for VoIP pushes, "
                        + "and never without aps-environment among its entitlements")
            }
            guard let courier = services.courier else {
                throw ServiceFailure(
                    "this phone has no push service: start it with `opencallkit phone run "
                        + "--gateway HOST:PORT`")
            }
            try courier.renewToken(bundle)
            reply(.done, to: id, session)
        } catch {
            reply(.failed("\(error)"), to: id, session)
        }
    }

    /// The app's processes go with it.
    private func remove(_ bundle: BundleID, _ id: RequestID, _ session: SessionID) {
        services.catalog.remove(bundle) { [weak self] failure in
            guard let self else { return }
            if let failure {
                reply(.failed("\(failure)"), to: id, session)
                return
            }
            services.courier?.forgetToken(bundle, isRemoved: true)
            endProcesses(of: bundle)
            reply(.done, to: id, session)
        }
    }

    /// A process of a bundle that was removed or replaced would run on from files that are gone.
    private func endProcesses(of bundle: BundleID) {
        for running in sessions.keys.sorted() {
            switch sessions[running]?.role {
            case .app(bundle)?, .appExtension(bundle)?: terminate(running, .closedByUser)
            default: continue
            }
        }
    }

    // MARK: Replies

    func reply(_ ticket: UserTicket, _ answer: UserAnswer) {
        guard let waiting = waitingUsers.removeValue(forKey: ticket) else {
            directAnswers[ticket] = answer
            return
        }
        switch answer {
        case .done: reply(.done, to: waiting.request, waiting.session)
        case .failed(let words): reply(.failed(words), to: waiting.request, waiting.session)
        }
    }

    func reply(_ reply: UserReply, to id: RequestID, _ session: SessionID) {
        send(UserNotice.reply(id, reply), to: session)
    }

    func reply<Row>(
        _ result: Result<[Row], ServiceFailure>,
        as form: ([Row]) -> UserReply,
        to id: RequestID,
        _ session: SessionID
    ) {
        switch result {
        case .success(let rows): reply(rows, as: form, to: id, session)
        case .failure(let failure): reply(.failed("\(failure)"), to: id, session)
        }
    }

    /// Sends the first rows, as many as fit in a frame.
    func reply<Row>(
        _ rows: [Row],
        as form: ([Row]) -> UserReply,
        to id: RequestID,
        _ session: SessionID
    ) {
        var count = rows.count
        while count > 0 {
            let notice = UserNotice.reply(id, form(Array(rows.prefix(count))))
            if (try? MessageCoder.encode(notice)) != nil { break }
            count /= 2
        }
        reply(form(Array(rows.prefix(count))), to: id, session)
    }

    static func rows(_ limit: Int) -> Int { min(max(limit, 0), rowsPerReply) }

    private var status: PhoneStatus {
        PhoneStatus(
            processID: processID,
            startedAt: startedAt,
            gateway: services.courier?.gatewayName,
            isGatewayConnected: services.courier?.isConnected ?? false,
            calls: phone.calls.count,
            runningApps: phone.runningApps,
            lostPushes: services.store.lostPushes.count
        )
    }

    private func summary(_ app: CatalogApp) -> AppSummary {
        AppSummary(
            bundle: app.app.bundle,
            name: app.app.name,
            path: app.path,
            isLinked: app.isLinked,
            isRunning: phone.runningApps.contains(app.app.bundle),
            pushToken: phone.pushToken(of: app.app.bundle),
            pushEnvironment: app.app.pushEnvironment,
            handleKinds: phone.handleKinds(of: app.app.bundle)
        )
    }
}
