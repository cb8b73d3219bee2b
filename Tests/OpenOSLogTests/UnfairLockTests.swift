// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Testing
import os

struct UnfairLockTests {
    @Test("One thread at a time has the value")
    func exclusion() {
        let lock = OSAllocatedUnfairLock(initialState: 0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<1_000 { lock.withLock { $0 += 1 } }
        }
        #expect(lock.withLock { $0 } == 8_000)
    }

    @Test("Copies are the same lock")
    func copies() {
        let lock = OSAllocatedUnfairLock(uncheckedState: 1), copy = lock
        copy.withLockUnchecked { $0 = 2 }
        #expect(lock.withLockUnchecked { $0 } == 2)
    }

    @Test("A lock that is held is not available, and is once it was given back")
    func available() {
        let lock = OSAllocatedUnfairLock()
        lock.lock()
        let mine: OSAllocatedUnfairLock<Void>.Ownership = .owner
        lock.precondition(mine)
        #expect(!lock.lockIfAvailable())
        #expect(lock.withLockIfAvailable { 1 } == nil)
        lock.unlock()
        lock.precondition(.notOwner)
        #expect(lock.lockIfAvailable())
        lock.unlock()
        #expect(lock.withLockIfAvailableUnchecked { 2 } == 2)
        #expect(lock.withLock { 3 } == 3)
        #expect(lock.withLockUnchecked { 4 } == 4)
    }

    @Test(
        "The value is had where the lock is available, and an error of the closure's gives it back")
    func availableState() {
        let lock = OSAllocatedUnfairLock(initialState: 1)
        #expect(lock.withLockIfAvailable { $0 } == 1)
        #expect(lock.withLockIfAvailableUnchecked { $0 } == 1)
        #expect(throws: Gone.self) { try lock.withLock { _ in throw Gone() } }
        #expect(lock.withLock { $0 } == 1)
    }

    @Test("The value can be changed by each of the ways to take the lock")
    func state() {
        typealias State = Int
        let lock = OSAllocatedUnfairLock<State>(initialState: 0)
        lock.withLock { (state: inout State) in state += 1 }
        lock.withLockUnchecked { (state: inout State) in state += 1 }
        lock.withLockIfAvailable { (state: inout State) in state += 1 }
        lock.withLockIfAvailableUnchecked { (state: inout State) in state += 1 }
        #expect(lock.withLock { $0 } == 4)
    }

    @Test("A thread that takes what it holds, or gives back what it does not, ends the process")
    func mistakes() async {
        await #expect(processExitsWith: .failure) {
            let lock = OSAllocatedUnfairLock()
            lock.lock()
            lock.lock()
        }
        await #expect(processExitsWith: .failure) { OSAllocatedUnfairLock().unlock() }
        await #expect(processExitsWith: .failure) {
            OSAllocatedUnfairLock().precondition(.owner)
        }
    }
}
