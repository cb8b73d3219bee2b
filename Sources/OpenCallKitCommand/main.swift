// SPDX-License-Identifier: Apache-2.0
import Glibc

exit(CommandTool.run(Array(CommandLine.arguments.dropFirst())).rawValue)
