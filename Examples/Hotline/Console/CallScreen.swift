// SPDX-License-Identifier: Apache-2.0
import Foundation
import HotlineSignalling
import VoIPKit

/// The calls on a terminal, and its keys.
@MainActor final class CallScreen {
    private let manager: CallManager
    private var keys = KeyReader()
    /// What far ends have said back last.
    private var digits: [UUID: String] = [:]
    private var notes: [String] = []
    private var watch: DescriptorWatch?
    private var signals: [any DispatchSourceSignal] = []
    private var observation: CallObservation?
    private var nextSecond: (any CallTimer)?
    private let clock: any CallClock

    private static let noteCountMax = 8
    private static let digitCountMax = 16

    /// Takes the terminal over.
    init(_ manager: CallManager, clock: any CallClock = SystemClock()) {
        self.manager = manager
        self.clock = clock
        Terminal.takeOver()
        watch = DescriptorWatch(reading: Descriptor(dup(STDIN_FILENO))) { [weak self] in
            self?.read()
        }
        // In order, so that the terminal is put back.
        for number in [SIGINT, SIGTERM, SIGHUP] { onSignal(number) { exit(128 + number) } }
        onSignal(SIGWINCH) { [weak self] in self?.draw() }
        Log.screen = { [weak self] in self?.note($0) }
        observation = manager.observe { [weak self] in
            if case .ended(let call) = $0 { self?.digits[call.id] = nil }
            self?.draw()
        }
        draw()
    }

    /// Shows digits that the far end has said back.
    func show(digits text: String, of call: Call) {
        digits[call.id] = String((digits[call.id, default: ""] + text).suffix(Self.digitCountMax))
        draw()
    }

    private func note(_ line: String) {
        notes = (notes + [line]).suffix(Self.noteCountMax)
        draw()
    }

    private func onSignal(_ number: Int32, _ body: @escaping @MainActor () -> Void) {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
        source.setEventHandler { MainActor.assumeIsolated { body() } }
        source.resume()
        signals.append(source)
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = Foundation.read(STDIN_FILENO, &bytes, bytes.count)
        guard count > 0 else {
            // The terminal is gone.
            if count == 0 { exit(0) }
            return
        }
        for command in keys.take(bytes.prefix(count)) { perform(command) }
        draw()
    }

    private func perform(_ command: ConsoleCommand) {
        Task { [manager] in
            do {
                try await CallCommands(manager: manager).perform(command)
                if command == .quit { exit(0) }
            } catch {
                log(words(error))
            }
        }
    }

    private func draw() {
        let rows = manager.calls.map { CallTable.Row($0, digits: digits[$0.id] ?? "") }
        let table = CallTable(rows: rows, dialled: keys.dialled, notes: notes)
        let isColoured = ProcessInfo.processInfo.environment["NO_COLOR"] == nil
        Terminal.show(
            table.lines(
                at: clock.now, columns: Terminal.extent.columns, isColoured: isColoured))
        nextSecond?.cancel()
        // The times beside the calls run.
        nextSecond =
            rows.isEmpty ? nil : clock.schedule(after: 1) { [weak self] in self?.draw() }
    }
}
