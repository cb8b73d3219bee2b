// SPDX-License-Identifier: Apache-2.0
#include "CPhoneExamples.h"

#include <phonenumbers/phonenumberutil.h>

#include <cstdio>
#include <string>

using i18n::phonenumbers::PhoneNumber;
using i18n::phonenumbers::PhoneNumberUtil;

namespace {

constexpr PhoneNumberUtil::PhoneNumberType kTypes[] = {
    PhoneNumberUtil::FIXED_LINE, PhoneNumberUtil::MOBILE, PhoneNumberUtil::TOLL_FREE,
    PhoneNumberUtil::PREMIUM_RATE, PhoneNumberUtil::SHARED_COST, PhoneNumberUtil::VOIP,
    PhoneNumberUtil::PERSONAL_NUMBER, PhoneNumberUtil::PAGER, PhoneNumberUtil::UAN,
    PhoneNumberUtil::VOICEMAIL,
};

}  // namespace

int CPhoneExamples_typeCount(void) { return sizeof kTypes / sizeof *kTypes; }

int CPhoneExamples_write(
    const char *region, int type, CPhoneExamples_form form, const char *dialledIn, char *buffer,
    size_t count) {
    const PhoneNumberUtil &util = *PhoneNumberUtil::GetInstance();
    PhoneNumber number;
    if (!util.GetExampleNumberForType(region, kTypes[type], &number)) return 0;
    std::string text;
    switch (form) {
    case CPhoneExamples_e164: util.Format(number, PhoneNumberUtil::E164, &text); break;
    case CPhoneExamples_international:
        util.Format(number, PhoneNumberUtil::INTERNATIONAL, &text);
        break;
    case CPhoneExamples_national: util.Format(number, PhoneNumberUtil::NATIONAL, &text); break;
    case CPhoneExamples_uri: util.Format(number, PhoneNumberUtil::RFC3966, &text); break;
    case CPhoneExamples_abroad:
        util.FormatOutOfCountryCallingNumber(number, dialledIn, &text);
        break;
    }
    std::snprintf(buffer, count, "%s", text.c_str());
    return text.size() < count;
}
