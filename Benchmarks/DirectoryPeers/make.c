// SPDX-License-Identifier: Apache-2.0
//
// Makes the data of the directory benchmarks: numbers of eight countries in the shares that they
// might have in a list of callers, rising, each with one of 50,000 labels, a few of which are
// common and most of which are rare.
//
//     make FOLDER COUNT [csv] [national]
//
// Into FOLDER go `numbers` (int64), `labels` (for each an index, uint32), `starts` and `text` (the
// labels' bytes), `hits` and `misses` (a million numbers each that are and are not there); with
// `csv` also `shuffled.csv` of lines `+NUMBER,LABEL` in no order, with `national` the numbers of
// the United States in `national.csv` as people write them there. All files are the machine's own
// byte order, and the same on every run.
#define _GNU_SOURCE
#include "data.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { label_count = 50000, label_bytes_max = 48 };

static const struct country {
    int64_t code;
    int digits;  ///< of a national number
    double share;
} countries[] = {
    // By their least numbers, so that all come rising.
    {1, 10, 0.35},  {33, 9, 0.09},  {61, 9, 0.06},  {44, 10, 0.15},
    {49, 10, 0.10}, {81, 10, 0.08}, {91, 10, 0.10}, {55, 11, 0.07},
};
enum { country_count = sizeof countries / sizeof *countries };

static uint64_t state = 0x5DEECE66D1234567;

/// SplitMix64.
static uint64_t next(void) {
    uint64_t z = (state += 0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

static uint64_t below(uint64_t limit) { return (uint64_t)(((__uint128_t)next() * limit) >> 64); }

/// Above 0 and below 1.
static double fraction(void) { return ((double)(next() >> 12) + 0.5) / 4503599627370496.0; }

static FILE *create(const char *folder, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (file == NULL) give_up(path, strerror(errno));
    return file;
}

static void put(const void *bytes, size_t size, FILE *file) {
    if (fwrite(bytes, 1, size, file) != size) give_up("writing the data", strerror(errno));
}

static void finish(FILE *file) {
    if (fclose(file) != 0) give_up("writing the data", strerror(errno));
}

/// As many numbers of one country as are wanted, evenly spread and rising: each is the least of
/// those that are left, so nothing has to be kept or sorted.
static void put_numbers(const struct country *country, size_t count, FILE *file) {
    int64_t power = 1;
    for (int digit = 0; digit < country->digits; digit++) power *= 10;
    int64_t from = country->code * power + power / 5, end = country->code * power + power;
    for (size_t left = count; left > 0; left--) {
        double room = (double)(end - from) - (double)left;
        int64_t number = from + (int64_t)(room * (1 - pow(fraction(), 1 / (double)left)));
        put(&number, sizeof number, file);
        from = number + 1;
    }
}

static void put_labels(const char *folder, size_t count) {
    static const char *const words[] = {
        "Spam", "Survey", "Parcel service", "Call centre", "Fraud", "Sales", "Hotline", "Bank",
        "Dentist", "Garage", "Insurer", "Lottery", "Broker", "Clinic", "Hotel", "Power company",
    };
    FILE *starts = create(folder, "starts"), *text = create(folder, "text");
    uint32_t start = 0;
    for (int index = 0; index < label_count; index++) {
        char label[label_bytes_max];
        int size = snprintf(
            label, sizeof label, "%s %s %05d", words[below(16)], words[below(16)], index);
        put(&start, sizeof start, starts);
        put(label, (size_t)size, text);
        start += (uint32_t)size;
    }
    put(&start, sizeof start, starts);
    finish(starts), finish(text);

    FILE *labels = create(folder, "labels");
    for (size_t i = 0; i < count; i++) {
        double popularity = fraction();
        uint32_t index = (uint32_t)(popularity * popularity * label_count);
        put(&index, sizeof index, labels);
    }
    finish(labels);
}

static bool is_there(const int64_t *numbers, size_t count, int64_t number) {
    size_t from = 0, to = count;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (numbers[middle] < number) from = middle + 1;
        else to = middle;
    }
    return from < count && numbers[from] == number;
}

/// Misses are near to numbers that are there: those far off would be too easy.
static void put_queries(const char *folder, const int64_t *numbers, size_t count) {
    FILE *hits = create(folder, "hits"), *misses = create(folder, "misses");
    for (int i = 0; i < query_count; i++) put(&numbers[below(count)], sizeof *numbers, hits);
    for (int i = 0; i < query_count;) {
        int64_t number = numbers[below(count)] + 1 + (int64_t)below(97);
        if (is_there(numbers, count, number)) continue;
        put(&number, sizeof number, misses);
        i++;
    }
    finish(hits), finish(misses);
}

static uint32_t *shuffled(size_t count) {
    uint32_t *order = malloc(count * sizeof *order);
    if (order == NULL) give_up("the order of the lines", strerror(errno));
    for (size_t i = 0; i < count; i++) order[i] = (uint32_t)i;
    for (size_t i = count; i > 1; i--) {
        size_t other = below(i);
        uint32_t kept = order[i - 1];
        order[i - 1] = order[other], order[other] = kept;
    }
    return order;
}

static void put_lists(const char *folder, const struct data *data, bool csv, bool national) {
    uint32_t *order = shuffled(data->count);
    FILE *international_file = csv ? create(folder, "shuffled.csv") : NULL;
    FILE *national_file = national ? create(folder, "national.csv") : NULL;
    for (size_t i = 0; i < data->count; i++) {
        int64_t number = data->numbers[order[i]];
        uint32_t label = data->labels[order[i]];
        const char *text = data->text + data->starts[label];
        int size = (int)(data->starts[label + 1] - data->starts[label]);
        if (csv) fprintf(international_file, "+%lld,%.*s\n", (long long)number, size, text);
        if (!national || number / 10000000000 != 1) continue;
        int area = (int)(number / 10000000 % 1000), exchange = (int)(number / 10000 % 1000);
        const char *form = number & 1 ? "(%03d) %03d-%04d,%.*s\n" : "%03d-%03d-%04d,%.*s\n";
        fprintf(national_file, form, area, exchange, (int)(number % 10000), size, text);
    }
    if (csv) finish(international_file);
    if (national) finish(national_file);
    free(order);
}

int main(int argument_count, char **arguments) {
    if (argument_count < 3) give_up("usage", "make FOLDER COUNT [csv] [national]");
    const char *folder = arguments[1];
    size_t count = strtoull(arguments[2], NULL, 10);
    bool csv = false, national = false;
    for (int i = 3; i < argument_count; i++) {
        csv = csv || strcmp(arguments[i], "csv") == 0;
        national = national || strcmp(arguments[i], "national") == 0;
    }
    FILE *file = create(folder, "numbers");
    size_t done = 0;
    double share = 0;
    for (int i = 0; i < country_count; i++) {
        share += countries[i].share;
        size_t until = i + 1 < country_count ? (size_t)(share * (double)count) : count;
        put_numbers(&countries[i], until - done, file);
        done = until;
    }
    finish(file);
    put_labels(folder, count);

    char path[4096];
    size_t size;
    snprintf(path, sizeof path, "%s/numbers", folder);
    put_queries(folder, map_file(path, &size), count);
    if (csv || national) {
        struct data data = data_open(folder);
        put_lists(folder, &data, csv, national);
    }
    return EXIT_SUCCESS;
}
