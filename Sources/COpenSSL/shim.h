/* SPDX-License-Identifier: Apache-2.0 */
#include <openssl/ssl.h>
#include <openssl/err.h>
#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

/* --- Credentials: keys, certificates, PKCS#12 -------------------------------------------- */
#include <openssl/crypto.h>
#include <openssl/provider.h>

/* BIO_get_mem_data is a macro. The bytes live as long as the BIO and its next write. */
static inline long COpenSSL_memory_bytes(BIO *bio, const unsigned char **bytes) {
    return BIO_get_mem_data(bio, (char **)bytes);
}

/* OPENSSL_free is a macro that passes the file and line of its caller. */
static inline void COpenSSL_free(void *pointer) { OPENSSL_free(pointer); }

/* EVP_EC_gen and EVP_RSA_gen are macros over a variadic function. NULL if they fail. */
static inline EVP_PKEY *COpenSSL_generate_p256(void) { return EVP_EC_gen("P-256"); }
static inline EVP_PKEY *COpenSSL_generate_rsa(size_t bits) { return EVP_RSA_gen(bits); }

/* The stacks of X509 are typed by macros. */
static inline int COpenSSL_x509_count(const STACK_OF(X509) *stack) { return sk_X509_num(stack); }
static inline X509 *COpenSSL_x509_at(const STACK_OF(X509) *stack, int index) {
    return sk_X509_value(stack, index);
}
static inline void COpenSSL_x509_free_all(STACK_OF(X509) *stack) {
    sk_X509_pop_free(stack, X509_free);
}

/* The stacks of X509_REVOKED are typed by macros, too. */
static inline int COpenSSL_revoked_count(const STACK_OF(X509_REVOKED) *stack) {
    return sk_X509_REVOKED_num(stack);
}
static inline X509_REVOKED *COpenSSL_revoked_at(const STACK_OF(X509_REVOKED) *stack, int index) {
    return sk_X509_REVOKED_value(stack, index);
}

/* X509V3_set_ctx_nodb is a macro; the context must not outlive the two certificates. */
static inline X509_EXTENSION *COpenSSL_extension(
    X509 *issuer, X509 *subject, int nid, const char *value) {
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, subject, NULL, NULL, 0);
    X509V3_set_ctx_nodb(&context);
    return X509V3_EXT_conf_nid(NULL, &context, nid, value);
}

/* ---- Networking: these are macros over SSL_CTX_ctrl and SSL_ctrl, which Swift cannot see. */
static inline int COpenSSL_set_min_version(SSL_CTX *context, int version) {
    return (int)SSL_CTX_set_min_proto_version(context, version);
}
static inline void COpenSSL_set_mode(SSL_CTX *context, long mode) {
    SSL_CTX_set_mode(context, mode);
}
static inline void COpenSSL_disable_session_cache(SSL_CTX *context) {
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}
static inline int COpenSSL_add_chain_certificate(SSL_CTX *context, X509 *certificate) {
    return (int)SSL_CTX_add1_chain_cert(context, certificate);
}
static inline int COpenSSL_set_server_name(SSL *ssl, const char *name) {
    return (int)SSL_set_tlsext_host_name(ssl, name);
}
/* SSL_OP_* are macros with casts. */
static inline void COpenSSL_set_safe_options(SSL_CTX *context) {
    SSL_CTX_set_options(
        context, SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION
                     | SSL_OP_IGNORE_UNEXPECTED_EOF);
}
/* ---- end of Networking */
