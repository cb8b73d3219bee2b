// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore

/// What a person's tools ask about numbers: call directories, blocked calls, contacts.
extension PhoneHost {
    func serveDirectories(_ message: UserMessage, _ session: SessionID) {
        let id = message.id
        switch message.request {
        case .directories:
            reply(phone.directorySummaries, as: UserReply.directories, to: id, session)
        case .blockedCalls(let limit, let before):
            services.store.blockedCalls(limit: Self.rows(limit), before: before) { [weak self] in
                self?.reply($0, as: UserReply.blockedCalls, to: id, session)
            }
        case .lookUpNumber(let text): lookUp(text, id, session)
        case .importContacts(let path, let isReplacing):
            services.contacts.importCards(path: path, isReplacing: isReplacing) {
                [weak self] result in
                switch result {
                case .success(let read): self?.reply(.contactsImported(read), to: id, session)
                case .failure(let failure): self?.reply(.failed("\(failure)"), to: id, session)
                }
            }
        case .contacts(let limit, let offset):
            let rows = services.contacts.contacts.page(limit: Self.rows(limit), offset: offset)
            reply(rows, as: UserReply.contacts, to: id, session)
        case .blockList(let limit, let offset):
            let rows = phone.blockList.page(limit: Self.rows(limit), offset: offset)
            reply(rows, as: UserReply.blockList, to: id, session)
        default: preconditionFailure("no request about numbers")
        }
    }

    /// Asks each extension by itself, so that their person sees what each says.
    private func lookUp(_ text: String, _ id: RequestID, _ session: SessionID) {
        guard var found = phone.lookUp(text) else {
            let shown = String(text.prefix(80)).withoutControls
            reply(
                .failed(
                    "\"\(shown)\" is no phone number here: write it with its country, as in "
                        + "+44 20 7946 0000, or say where the phone is with `opencallkit phone run "
                        + "--region GB`"),
                to: id, session)
            return
        }
        var waiting = found.rows.count
        guard waiting > 0 else {
            reply(.lookedUp(found), to: id, session)
            return
        }
        for (index, row) in found.rows.enumerated() {
            services.directories.identify(found.number, in: [row.extensionID]) { [weak self] in
                found.rows[index].blocks = $0.blockedBy != nil
                found.rows[index].label = $0.label?.text
                waiting -= 1
                if waiting == 0 { self?.reply(.lookedUp(found), to: id, session) }
            }
        }
    }
}

extension Array {
    fileprivate func page(limit: Int, offset: Int) -> [Element] {
        Array(dropFirst(Swift.max(offset, 0)).prefix(limit))
    }
}
