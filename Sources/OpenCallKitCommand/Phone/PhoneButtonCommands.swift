// SPDX-License-Identifier: Apache-2.0
import CallModel

/// `opencallkit phone lock`, `phone unlock` and `phone home`: the buttons of the phone itself.
enum PhoneButtonCommands {
    static let commands = [
        CallScreenCommands.plain("phone lock", "lock the phone; its apps go to the back", .lock),
        CallScreenCommands.plain("phone unlock", "unlock the phone", .unlock),
        CallScreenCommands.plain("phone home", "leave the app that is in front", .goHome),
    ]
}
