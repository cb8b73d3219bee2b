// SPDX-License-Identifier: Apache-2.0
enum PushSendCommand {
    static let command = Command("push send", "…", examples: ["opencallkit push send"]) { _ in }
}
