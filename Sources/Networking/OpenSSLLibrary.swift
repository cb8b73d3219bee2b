// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// The OpenSSL that is loaded into this process.
package enum OpenSSLLibrary {
    /// Lets it stand until the process has gone.
    ///
    /// It would else be taken down by `exit`, under the feet of threads that still use it. Only the
    /// first use of the library in a process can say so: call this before. Any thread; twice is
    /// once.
    package static func keepUntilEnd() {
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
    }
}
