/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CPHONENUMBER_H
#define CPHONENUMBER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What libphonenumber thinks of a text. */
typedef enum {
    /* A number that may be assigned: it fits one of the plan's patterns. */
    CPhoneNumber_valid = 0,
    /* It has a length of the plan, yet no pattern of it. */
    CPhoneNumber_unassigned = 1,
    /* A subscriber's number without the area code. */
    CPhoneNumber_local = 2,
    CPhoneNumber_tooShort = 3,
    CPhoneNumber_tooLong = 4,
    /* Neither too short nor too long, yet no number of the plan has that length. */
    CPhoneNumber_wrongLength = 5,
    /* No plan has that calling code, or neither a plus sign nor a region names one. */
    CPhoneNumber_unknownCallingCode = 6,
    CPhoneNumber_notANumber = 7,
    /* The library failed, as when memory is short. */
    CPhoneNumber_failed = 8,
} CPhoneNumber_outcome;

typedef struct {
    CPhoneNumber_outcome outcome;
    /* Calling code and significant number in digits; 0 where there is none, or over 18 digits. */
    int64_t number;
} CPhoneNumber_result;

/* Reads a number that is dialled in `region`, two letters in upper case, or "ZZ" for none.
 *
 * Any bytes are legal; over 250 of them are not a number. May be called from any thread. */
CPhoneNumber_result CPhoneNumber_parse(const char *text, size_t count, const char *region);

#ifdef __cplusplus
}
#endif

#endif
