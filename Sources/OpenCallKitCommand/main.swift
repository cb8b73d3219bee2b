// SPDX-License-Identifier: Apache-2.0
import Glibc
import OCKNetworking

// Whoever started this may have blocked signals, and a daemon waits for SIGTERM.
var none = sigset_t()
sigemptyset(&none)
sigprocmask(SIG_SETMASK, &none, nil)

// One of the three that is closed would become the first file that is opened, a database say, with
// lines of output in it. Read from where it should be written, it says so instead.
for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
    _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
}

// Some commands end while a thread of theirs still speaks TLS.
OpenSSLLibrary.keepUntilEnd()

exit(CommandTool.run(Array(CommandLine.arguments.dropFirst())).rawValue)
