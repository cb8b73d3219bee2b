// SPDX-License-Identifier: Apache-2.0
//
// How many numbers a second libphonenumber brings into E.164, on one thread: the first field of
// each line of a list, read as a number of one region. Prints the rate and how many it understood.
//
//     phonenumber LIST REGION
#include <phonenumbers/phonenumberutil.h>

#include <cstdio>
#include <ctime>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

using i18n::phonenumbers::PhoneNumber;
using i18n::phonenumbers::PhoneNumberUtil;

static double threadSeconds() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

int main(int argumentCount, char **arguments) {
    if (argumentCount != 3) {
        std::cerr << "usage: phonenumber LIST REGION\n";
        return 64;
    }
    std::ifstream list(arguments[1]);
    std::vector<std::string> numbers;
    for (std::string line; std::getline(list, line);)
        numbers.push_back(line.substr(0, line.find(',')));

    const PhoneNumberUtil &util = *PhoneNumberUtil::GetInstance();
    std::size_t understood = 0, bytes = 0;
    const double start = threadSeconds();
    for (const std::string &text : numbers) {
        PhoneNumber number;
        if (util.Parse(text, arguments[2], &number) != PhoneNumberUtil::NO_PARSING_ERROR) continue;
        std::string formatted;
        util.Format(number, PhoneNumberUtil::E164, &formatted);
        understood++;
        bytes += formatted.size();
    }
    const double time = threadSeconds() - start;
    std::printf("%.0f %zu %zu\n", numbers.size() / time, understood, bytes);
}
