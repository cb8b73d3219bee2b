/* SPDX-License-Identifier: Apache-2.0 */
#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast macro; Swift cannot see it. */
static inline sqlite3_destructor_type CSQLite_transient(void) { return SQLITE_TRANSIENT; }
