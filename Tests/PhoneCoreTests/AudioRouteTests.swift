// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore
import Testing

/// Where sound goes.
@Suite struct AudioRouteTests {
    private let other = PhoneDriver.other

    /// An app with a connected call and these wishes.
    private func onCall(
        _ category: String = "PlayAndRecord", mode: String = "VoiceChat", options: UInt = 0
    ) -> PhoneDriver {
        var driver = PhoneDriver.withTwoApps()
        driver.setCategory(category, mode: mode, options: options)
        driver.connect(call(1))
        driver.clear()
        return driver
    }

    private func connect(_ accessory: AudioAccessory, _ driver: inout PhoneDriver) {
        driver.apply(.world(.accessoryConnected(accessory)))
    }

    private func disconnect(_ accessory: AudioAccessory, _ driver: inout PhoneDriver) {
        driver.apply(.world(.accessoryDisconnected(accessory)))
    }

    @Test(
        "B78, B80: category, mode and options choose among the phone's own parts",
        arguments: [
            ("PlayAndRecord", "Default", 0, "MicrophoneBuiltIn>Receiver"),
            ("PlayAndRecord", "VoiceChat", 0, "MicrophoneBuiltIn>Receiver"),
            ("PlayAndRecord", "VideoChat", 0, "MicrophoneBuiltIn>Speaker"),
            ("PlayAndRecord", "VoiceChat", 0x8, "MicrophoneBuiltIn>Speaker"),
            ("Playback", "Default", 0, ">Speaker"),
            ("Ambient", "Default", 0, ">Speaker"),
            ("Record", "Default", 0, "MicrophoneBuiltIn>"),
            ("MultiRoute", "Default", 0, "MicrophoneBuiltIn>Speaker"),
        ] as [(String, String, UInt, String)])
    func builtIn(category: String, mode: String, options: UInt, route: String) {
        let driver = onCall(category, mode: mode, options: options)
        #expect(driver.phone.audioSnapshot.route.words == route)
    }

    @Test(
        "B78: what is connected is used as category, mode and options allow",
        arguments: [
            ("PlayAndRecord", "VoiceChat", 0, .headphones, "MicrophoneWired>Headphones"),
            ("PlayAndRecord", "VideoChat", 0, .headphones, "MicrophoneWired>Headphones"),
            ("Playback", "Default", 0, .headphones, ">Headphones"),
            ("Record", "Default", 0, .headphones, "MicrophoneWired>"),
            ("PlayAndRecord", "VoiceChat", 0, .bluetoothHeadset, "BluetoothHFP>BluetoothHFP"),
            ("PlayAndRecord", "VideoChat", 0, .bluetoothHeadset, "BluetoothHFP>BluetoothHFP"),
            ("PlayAndRecord", "Default", 0, .bluetoothHeadset, "MicrophoneBuiltIn>Receiver"),
            ("PlayAndRecord", "Default", 0x4, .bluetoothHeadset, "BluetoothHFP>BluetoothHFP"),
            (
                "PlayAndRecord", "Default", 0x20, .bluetoothHeadset,
                "MicrophoneBuiltIn>BluetoothA2DPOutput"
            ),
            ("PlayAndRecord", "Default", 0x24, .bluetoothHeadset, "BluetoothHFP>BluetoothHFP"),
            ("Playback", "Default", 0, .bluetoothHeadset, ">BluetoothA2DPOutput"),
            ("Record", "Default", 0x4, .bluetoothHeadset, "BluetoothHFP>"),
            ("PlayAndRecord", "VoiceChat", 0, .bluetoothSpeaker, "MicrophoneBuiltIn>Receiver"),
            (
                "PlayAndRecord", "Default", 0x20, .bluetoothSpeaker,
                "MicrophoneBuiltIn>BluetoothA2DPOutput"
            ),
            ("PlayAndRecord", "VoiceChat", 0, .carAudio, "CarAudio>CarAudio"),
            ("Playback", "Default", 0, .carAudio, ">CarAudio"),
            ("PlayAndRecord", "VoiceChat", 0, .usbAudio, "USBAudio>USBAudio"),
        ] as [(String, String, UInt, AudioAccessory, String)])
    func connected(
        category: String, mode: String, options: UInt, accessory: AudioAccessory, route: String
    ) {
        var driver = onCall(category, mode: mode, options: options)
        connect(accessory, &driver)
        #expect(driver.phone.audioSnapshot.route.words == route)
    }

    @Test("The app is told what is connected, the new route and why; connecting twice is once")
    func plugged() {
        var driver = onCall()
        connect(.headphones, &driver)
        connect(.headphones, &driver)
        disconnect(.headphones, &driver)
        disconnect(.headphones, &driver)
        #expect(
            driver.sound() == [
                #"inputs: ["MicrophoneBuiltIn", "MicrophoneWired"]"#,
                "MicrophoneWired>Headphones (newDeviceAvailable)",
                #"inputs: ["MicrophoneBuiltIn"]"#,
                "MicrophoneBuiltIn>Receiver (oldDeviceUnavailable)",
            ])
    }

    @Test("What was connected last wins; when it goes, the one before serves again")
    func lastWins() {
        var driver = onCall()
        connect(.headphones, &driver)
        connect(.bluetoothHeadset, &driver)
        #expect(driver.phone.audioSnapshot.route.words == "BluetoothHFP>BluetoothHFP")
        disconnect(.bluetoothHeadset, &driver)
        #expect(driver.phone.audioSnapshot.route.words == "MicrophoneWired>Headphones")
    }

    @Test("An app whose session is down hears of accessories alone; the rest comes as it goes up")
    func down() {
        var driver = PhoneDriver.withTwoApps()
        driver.setCategory("PlayAndRecord")
        #expect(driver.sound() == [])
        connect(.headphones, &driver)
        #expect(driver.sound().last == "MicrophoneWired>Headphones (newDeviceAvailable)")
        driver.setCategory("Playback")
        driver.clear()
        #expect(driver.setActive(true) == nil)
        #expect(driver.sound() == [">Headphones (categoryChange)"])
    }

    @Test("A process that says hello learns how the sound stands")
    func greeted() throws {
        var driver = PhoneDriver()
        connect(.bluetoothHeadset, &driver)
        driver.apply(.world(.otherAudioPlaying(true)))
        driver.apply(.appConnected(PhoneDriver.session, PhoneDriver.bundle))
        driver.app(.hello(version: protocolVersion))
        guard case .welcome(let welcome) = driver.notices().first else {
            Issue.record("no welcome")
            return
        }
        #expect(welcome.audio.route.words == ">BluetoothA2DPOutput")
        #expect(welcome.audio.inputs.map(\.type) == ["MicrophoneBuiltIn", "BluetoothHFP"])
        #expect(welcome.audio.isOtherAudioPlaying)
    }

    // MARK: Override

    @Test("B79: an override is for playAndRecord alone")
    func overrideCategory() {
        var driver = onCall("Playback", mode: "Default")
        #expect(driver.override(toSpeaker: true) == .badParam)
        #expect(driver.override(toSpeaker: false) == nil)
        driver.setCategory("PlayAndRecord")
        driver.clear()
        #expect(driver.override(toSpeaker: true) == nil)
        #expect(driver.sound() == ["MicrophoneBuiltIn>Speaker (override)"])
    }

    @Test("B79: it lasts until it is set to none, the route changes or the category is set")
    func overrideLasts() {
        var driver = onCall()
        #expect(driver.override(toSpeaker: true) == nil)
        #expect(driver.override(toSpeaker: false) == nil)
        #expect(driver.override(toSpeaker: true) == nil)
        connect(.headphones, &driver)
        #expect(driver.override(toSpeaker: true) == nil)
        disconnect(.headphones, &driver)
        #expect(driver.override(toSpeaker: true) == nil)
        driver.setCategory("PlayAndRecord", mode: "VoiceChat")
        #expect(
            driver.sound().filter { $0.contains("(") } == [
                "MicrophoneBuiltIn>Speaker (override)",
                "MicrophoneBuiltIn>Receiver (override)",
                "MicrophoneBuiltIn>Speaker (override)",
                "MicrophoneWired>Headphones (newDeviceAvailable)",
                "MicrophoneBuiltIn>Speaker (override)",
                "MicrophoneBuiltIn>Receiver (oldDeviceUnavailable)",
                "MicrophoneBuiltIn>Speaker (override)",
                "MicrophoneBuiltIn>Receiver (categoryChange)",
            ])
    }

    @Test("B79, B80: an override that was set before the activation is gone with it")
    func overrideBefore() {
        var driver = PhoneDriver.withTwoApps()
        driver.setCategory("PlayAndRecord")
        #expect(driver.override(toSpeaker: true) == nil)
        driver.connect(call(1))
        #expect(driver.sound() == ["MicrophoneBuiltIn>Receiver (categoryChange)", "on"])
    }

    @Test("B79: an accessory that the app cannot use does not end it")
    func overrideStays() {
        var driver = onCall()
        #expect(driver.override(toSpeaker: true) == nil)
        connect(.bluetoothSpeaker, &driver)
        #expect(driver.phone.audioSnapshot.isOverridden)
    }

    @Test("B80: the call screen's Speaker button is that override")
    func speaker() {
        var driver = onCall()
        #expect(driver.user(.setSpeaker(true)) == .done)
        #expect(driver.phone.audioSnapshot.isOverridden)
        #expect(driver.user(.setSpeaker(false)) == .done)
        #expect(
            driver.sound() == [
                "MicrophoneBuiltIn>Speaker (override)", "MicrophoneBuiltIn>Receiver (override)",
            ])
    }

    @Test("B80: it flips back when the app sets its category again or activates", arguments: 0..<2)
    func flipsBack(way: Int) {
        var driver = onCall()
        _ = driver.user(.setSpeaker(true))
        if way == 0 {
            driver.setCategory("PlayAndRecord", mode: "VoiceChat")
        } else {
            #expect(driver.setActive(true) == nil)
        }
        #expect(!driver.phone.audioSnapshot.isOverridden)
        #expect(driver.sound().last == "MicrophoneBuiltIn>Receiver (categoryChange)")
    }

    @Test("B80: with defaultToSpeaker the button switches nothing off")
    func defaultToSpeaker() {
        var driver = onCall(options: 0x8)
        #expect(driver.user(.setSpeaker(false)) == .done)
        #expect(driver.phone.audioSnapshot.route.words == "MicrophoneBuiltIn>Speaker")
    }

    @Test("The Speaker button says what it lacks")
    func speakerFails() {
        var driver = PhoneDriver.withTwoApps()
        #expect(
            driver.user(.setSpeaker(true))
                == .failed("no call has sound; answer one, or take it off hold"))
        driver.connect(call(1))
        guard case .failed(let words) = driver.user(.setSpeaker(true)) else {
            Issue.record("done")
            return
        }
        #expect(words.contains("playAndRecord"))
    }

    @Test("The Speaker button of a cellular call tells no app")
    func cellularSpeaker() {
        var driver = PhoneDriver.withTwoApps()
        driver.apply(.world(.cellularRang(call(90), nil, name: nil)))
        _ = driver.user(.answer(call(90)))
        #expect(driver.phone.audioSnapshot.route.words == "MicrophoneBuiltIn>Receiver")
        #expect(driver.user(.setSpeaker(true)) == .done)
        #expect(driver.phone.audioSnapshot.route.words == "MicrophoneBuiltIn>Speaker")
        connect(.headphones, &driver)
        #expect(driver.phone.audioSnapshot.route.words == "MicrophoneWired>Headphones")
        #expect(!driver.phone.audioSnapshot.isOverridden)
    }

    // MARK: Preferred input

    @Test("A preferred input is used while it is there; one that is not there is a bad parameter")
    func preferredInput() throws {
        var driver = onCall()
        connect(.bluetoothHeadset, &driver)
        #expect(
            driver.ask { .setPreferredInput($0, AudioPort.builtInMicrophone.uid) } == nil)
        #expect(driver.phone.audioSnapshot.route.words == "MicrophoneBuiltIn>Receiver")
        #expect(driver.ask { .setPreferredInput($0, "Wired Microphone") } == .badParam)
        connect(.headphones, &driver)
        #expect(driver.ask { .setPreferredInput($0, "Wired Microphone") } == nil)
        #expect(driver.phone.audioSnapshot.route.words == "MicrophoneWired>Headphones")
        disconnect(.headphones, &driver)
        #expect(driver.phone.audioSnapshot.route.words == "BluetoothHFP>BluetoothHFP")
        #expect(driver.ask { .setPreferredInput($0, nil) } == nil)
    }

    @Test("An app that does not record has no input to prefer")
    func noInput() {
        var driver = onCall("Playback", mode: "Default")
        #expect(
            driver.ask { .setPreferredInput($0, AudioPort.builtInMicrophone.uid) } == .badParam)
    }
}
