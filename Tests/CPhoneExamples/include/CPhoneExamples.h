/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CPHONEEXAMPLES_H
#define CPHONEEXAMPLES_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    CPhoneExamples_e164 = 0,
    CPhoneExamples_international = 1,
    CPhoneExamples_national = 2,
    CPhoneExamples_uri = 3,
    /* As it is dialled in another region. */
    CPhoneExamples_abroad = 4,
} CPhoneExamples_form;

/* How many kinds of numbers there are: fixed lines, mobile phones, toll-free … */
int CPhoneExamples_typeCount(void);

/* Writes libphonenumber's example of a region's numbers of one kind, with a NUL at its end.
 *
 * False where the region has none of that kind. `dialledIn` matters to the form abroad alone. */
int CPhoneExamples_write(
    const char *region, int type, CPhoneExamples_form form, const char *dialledIn, char *buffer,
    size_t count);

#ifdef __cplusplus
}
#endif

#endif
