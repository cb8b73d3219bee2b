// SPDX-License-Identifier: Apache-2.0
import CallService
import Dispatch

// An app delegate does this at launch.
_ = CallService.shared
dispatchMain()
