// SPDX-License-Identifier: Apache-2.0
public import Foundation

// Apple's Foundation has it.
#if !canImport(Darwin)
/// Who hears what becomes of an activity: nothing does here, so nothing is called.
public protocol NSUserActivityDelegate: NSObjectProtocol {
    /// The activity is to be sent to another device: bring its `userInfo` up to date.
    func userActivityWillSave(_ userActivity: NSUserActivity)

    /// Another device has gone on with the activity.
    func userActivityWasContinued(_ userActivity: NSUserActivity)

    /// Another device goes on with the activity and wants streams.
    func userActivity(
        _ userActivity: NSUserActivity,
        didReceive inputStream: InputStream,
        outputStream: OutputStream
    )
}

extension NSUserActivityDelegate {
    /// Does nothing: the method is optional.
    public func userActivityWillSave(_ userActivity: NSUserActivity) {}

    /// Does nothing: the method is optional.
    public func userActivityWasContinued(_ userActivity: NSUserActivity) {}

    /// Does nothing: the method is optional.
    public func userActivity(
        _ userActivity: NSUserActivity,
        didReceive inputStream: InputStream,
        outputStream: OutputStream
    ) {}
}
#endif
