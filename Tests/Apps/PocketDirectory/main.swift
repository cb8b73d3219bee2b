// SPDX-License-Identifier: Apache-2.0
import CallKit

let group = "group.com.example.pocket"

NSExtensionMain(CallDirectoryHandler(group: group))
