// SPDX-License-Identifier: Apache-2.0

/// What surrounds the code of a new app.
extension NewApp {
    var manifest: String {
        #"""
        // swift-tools-version:6.2
        import PackageDescription

        // The modules with Apple's names. Where the SDK has them the products are there too, and
        // empty, so that this manifest serves both.
        let frameworks: [Target.Dependency] = [
            "AVFAudio", "CallKit", "Intents", "PushKit", "UIKit",
        ].map { .product(name: $0, package: "\#(dependency.identity)") }

        let package = Package(
            name: "\#(name)",
            dependencies: [
                \#(dependency.manifest)
            ],
            targets: [
                .executableTarget(name: "\#(name)", dependencies: frameworks),
                .testTarget(
                    name: "\#(name)Tests",
                    dependencies: frameworks + [
                        "\#(name)",
                        .product(name: "CallKitTesting", package: "\#(dependency.identity)"),
                    ]),
            ]
        )

        """#
    }

    var infoPropertyList: String {
        #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN"
          "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        	<key>CFBundleIdentifier</key>
        	<string>\#(bundle)</string>
        	<key>CFBundleExecutable</key>
        	<string>\#(name)</string>
        	<key>CFBundleName</key>
        	<string>\#(name)</string>
        	<key>CFBundleShortVersionString</key>
        	<string>1.0</string>
        	<key>CFBundleVersion</key>
        	<string>1</string>
        	<key>NSMicrophoneUsageDescription</key>
        	<string>The other side of a call hears you.</string>
        	<key>NSUserActivityTypes</key>
        	<array>
        		<string>INStartCallIntent</string>
        	</array>
        	<key>UIBackgroundModes</key>
        	<array>
        		<string>audio</string>
        		<string>voip</string>
        	</array>
        </dict>
        </plist>

        """#
    }

    var entitlements: String {
        #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN"
          "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        	<key>aps-environment</key>
        	<string>development</string>
        </dict>
        </plist>

        """#
    }

    var readMe: String {
        #"""
        # \#(name)

        An app that is called and calls: VoIP pushes ring it, its user answers, dials from Contacts
        and Recents, holds, mutes and hangs up.

        - `AppDelegate` makes the services at every launch, and takes calls from Contacts and
          Recents.
        - `PushService` has the push token, and reports a call for every push.
        - `CallService` stands between the system's call screen, the server and the sound.
        - `CallServer` is the line to your own server. `LoopbackServer` says yes to everything: put
          yours in its place, and your audio unit where `CallService` starts and stops the sound.

        ## Test it

            swift test

        The tests run the app on a phone of their own, with a clock that only they move.

        ## Ring it

        On a phone that runs on this machine, with a push service of its own, each in a terminal:

            opencallkit gateway run
            opencallkit phone run --gateway localhost:5223 \
              --activation $(opencallkit gateway issue activation)

        In a third one, in this folder:

            swift build
            opencallkit app bundle .build/debug/\#(name) --info Info.plist
            opencallkit app install \#(name).app
            opencallkit app open \#(bundle)
            opencallkit doctor                  # says what would keep it from ringing
            opencallkit app list --json         # pushToken is the TOKEN below
            opencallkit gateway issue voip-certificate \#(bundle)
            opencallkit push send TOKEN --topic \#(bundle).voip \
              --certificate \#(bundle).voip.pem --host localhost:8444 \
              --data '{"handle":"+4930123456","name":"Tester"}'
            opencallkit call answer
            opencallkit call end
            opencallkit recents call 1          # and calls back

        Port 8444 is the sandbox, where tokens of `aps-environment` development are valid; those of
        production are at 8443.

        ## On an iPhone

        Make an iOS app in Xcode with the files of `Sources/\#(name)`, the keys of `Info.plist`, and
        the capabilities Push Notifications and Background Modes (Voice over IP, Audio). There the
        SDK has the modules, and nothing of OpenCallKit is linked.

        """#
    }
}
