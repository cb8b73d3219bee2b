// SPDX-License-Identifier: Apache-2.0

public let hTTP2Name = "HTTP2"
