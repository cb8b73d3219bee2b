// SPDX-License-Identifier: Apache-2.0
#include "CPhoneNumber.h"

#include <phonenumbers/logger.h>
#include <phonenumbers/phonenumberutil.h>

#include <mutex>
#include <string>

namespace {

using i18n::phonenumbers::NullLogger;
using i18n::phonenumbers::PhoneNumber;
using i18n::phonenumbers::PhoneNumberUtil;

constexpr size_t kLongestText = 250;
// The largest number of digits that always fit in 64 bits.
constexpr int kMostDigits = 18;

const PhoneNumberUtil &util() {
    static std::once_flag once;
    static PhoneNumberUtil *shared;
    std::call_once(once, [] {
        shared = PhoneNumberUtil::GetInstance();
        // Its own logger writes to standard output, which belongs to the program. It is freed
        // with the library's instance, at exit.
        shared->SetLogger(new NullLogger());
    });
    return *shared;
}

/// The digits of E.164 as a number; 0 for too many.
int64_t digits(const PhoneNumber &number) {
    int zeros = 0;
    if (number.italian_leading_zero()) zeros = number.number_of_leading_zeros();
    int count = zeros;
    int64_t scale = 1;
    for (uint64_t rest = number.national_number(); rest > 0; rest /= 10) count++;
    for (int code = number.country_code(); code > 0; code /= 10) {
        if (++count > kMostDigits) return 0;
    }
    for (uint64_t rest = number.national_number(); rest > 0; rest /= 10) scale *= 10;
    for (int zero = 0; zero < zeros; zero++) scale *= 10;
    return number.country_code() * scale + static_cast<int64_t>(number.national_number());
}

CPhoneNumber_outcome outcome(PhoneNumberUtil::ErrorType error) {
    switch (error) {
    case PhoneNumberUtil::NO_PARSING_ERROR: return CPhoneNumber_valid;
    case PhoneNumberUtil::INVALID_COUNTRY_CODE_ERROR: return CPhoneNumber_unknownCallingCode;
    case PhoneNumberUtil::TOO_SHORT_AFTER_IDD:
    case PhoneNumberUtil::TOO_SHORT_NSN: return CPhoneNumber_tooShort;
    case PhoneNumberUtil::TOO_LONG_NSN: return CPhoneNumber_tooLong;
    default: return CPhoneNumber_notANumber;
    }
}

CPhoneNumber_outcome outcome(PhoneNumberUtil::ValidationResult result) {
    switch (result) {
    case PhoneNumberUtil::IS_POSSIBLE: return CPhoneNumber_unassigned;
    case PhoneNumberUtil::IS_POSSIBLE_LOCAL_ONLY: return CPhoneNumber_local;
    case PhoneNumberUtil::INVALID_COUNTRY_CODE: return CPhoneNumber_unknownCallingCode;
    case PhoneNumberUtil::TOO_SHORT: return CPhoneNumber_tooShort;
    case PhoneNumberUtil::TOO_LONG: return CPhoneNumber_tooLong;
    default: return CPhoneNumber_wrongLength;
    }
}

}  // namespace

CPhoneNumber_result CPhoneNumber_parse(const char *text, size_t count, const char *region) {
    if (count > kLongestText) return {CPhoneNumber_notANumber, 0};
    try {
        PhoneNumber number;
        auto error = util().Parse(std::string(text, count), region, &number);
        if (error != PhoneNumberUtil::NO_PARSING_ERROR) return {outcome(error), 0};
        if (util().IsValidNumber(number)) return {CPhoneNumber_valid, digits(number)};
        return {outcome(util().IsPossibleNumberWithReason(number)), digits(number)};
    } catch (...) {
        return {CPhoneNumber_failed, 0};
    }
}
