// SPDX-License-Identifier: Apache-2.0

/// The module's own name.
public let storageName = "Storage"
