// SPDX-License-Identifier: Apache-2.0
import Glibc

// Whoever started this may have blocked signals, and a daemon waits for SIGTERM.
var none = sigset_t()
sigemptyset(&none)
sigprocmask(SIG_SETMASK, &none, nil)

exit(CommandTool.run(Array(CommandLine.arguments.dropFirst())).rawValue)
