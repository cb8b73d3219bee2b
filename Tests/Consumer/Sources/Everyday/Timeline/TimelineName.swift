// SPDX-License-Identifier: Apache-2.0

public let timelineName = "Timeline"
