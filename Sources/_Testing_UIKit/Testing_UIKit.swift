// SPDX-License-Identifier: Apache-2.0

// Swift Testing comes with overlays for Apple's frameworks, which the compiler loads by name where
// a file imports both modules. This one has nothing to add: no picture is drawn here that a test
// could attach.
