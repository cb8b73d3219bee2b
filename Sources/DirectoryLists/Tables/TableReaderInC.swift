// SPDX-License-Identifier: Apache-2.0

/// A reader of tables for programs in C and C++, in one header.
package enum TableReaderInC {
    /// The header's usual name.
    package static let fileName = "number_table.h"

    /// The header, which stands by itself: opening, looking up, and going through all entries.
    package static let header = #"""
        /* SPDX-License-Identifier: Apache-2.0
         *
         * Reads number tables, version 1: Documentation/NumberTableFormat.md of OpenCallKit. C99 or
         * C++11, nothing but the standard headers, no allocation. Every checksum is tested when its
         * part is touched, and no access leaves the bytes, whatever they are.
         *
         *     nt_table table;
         *     nt_bytes label;
         *     if (nt_open(&table, bytes, count) == NT_OK) {
         *         if (nt_find(&table, NT_BLOCKING, 4930123456, NULL) == NT_OK) { ... blocked ... }
         *         if (nt_find(&table, NT_IDENTIFICATION, 4930123456, &label) == NT_OK) { ... }
         *     }
         *
         *     nt_cursor cursor;
         *     int64_t number;
         *     nt_result result = nt_seek(&cursor, &table, NT_IDENTIFICATION, 1);
         *     if (result == NT_OK)
         *         while ((result = nt_next(&cursor, &number, &label)) == NT_OK) { ... }
         */
        #ifndef NUMBER_TABLE_H
        #define NUMBER_TABLE_H

        #include <stddef.h>
        #include <stdint.h>

        typedef enum {
            NT_OK = 0,
            /* There is no such number, or no further one. */
            NT_END = 1,
            NT_NOT_A_TABLE = 2,
            /* Another version, or flags that this reader does not know. */
            NT_UNSUPPORTED = 3,
            /* Cut, or changed since it was written. */
            NT_DAMAGED = 4
        } nt_result;

        typedef enum {
            NT_REMOVED_BLOCKING = 0,
            NT_REMOVED_IDENTIFICATION = 1,
            NT_BLOCKING = 2,
            NT_IDENTIFICATION = 3
        } nt_section_kind;

        typedef struct {
            uint64_t entries, blocks, nodes, nodes_offset;
            /* Where the first numbers of its nodes are. */
            uint64_t firsts_offset;
        } nt_section;

        typedef struct {
            const uint8_t *bytes;
            uint64_t count;
            int clears_blocking, clears_identification;
            uint64_t labels, groups_offset;
            nt_section sections[4];
        } nt_table;

        /* Bytes of the table, valid as long as these. */
        typedef struct {
            const uint8_t *start;
            size_t count;
        } nt_bytes;

        typedef struct {
            const nt_table *table;
            nt_section_kind kind;
            uint64_t node;
            unsigned block;
            /* The block at hand: where it is, its first number, and what its head says. */
            uint64_t offset;
            int64_t first;
            unsigned entries, low_width, label_width;
            /* The next entry, and the next of the 128 upper bits to look at. */
            unsigned entry, bit;
        } nt_cursor;

        #define NT_NO_BLOCK INT64_MAX

        static inline uint64_t nt_load(const nt_table *table, uint64_t offset, unsigned width) {
            uint64_t value = 0;
            unsigned i;
            for (i = 0; i < width && offset < table->count && i < table->count - offset; i++)
                value |= (uint64_t)table->bytes[offset + i] << (8 * i);
            return value;
        }

        /* Up to 57 bits, the lowest first. */
        static inline uint64_t nt_bits(
            const nt_table *table, uint64_t offset, uint64_t bit, unsigned width
        ) {
            uint64_t value = nt_load(table, offset + bit / 8, 8) >> (bit % 8);
            return width == 0 ? 0 : value & (UINT64_MAX >> (64 - width));
        }

        static inline uint64_t nt_fold(uint64_t x, uint64_t y) {
            uint64_t a = x >> 32, b = x & 0xFFFFFFFFu, c = y >> 32, d = y & 0xFFFFFFFFu;
            uint64_t low = b * d, first = a * d, second = b * c;
            uint64_t middle = (low >> 32) + (first & 0xFFFFFFFFu) + (second & 0xFFFFFFFFu);
            uint64_t high = a * c + (first >> 32) + (second >> 32) + (middle >> 32);
            return high ^ (x * y);
        }

        /* Whether the checksum of a part fits; the part has 16 bytes or more. */
        static inline int nt_is_good(
            const nt_table *table, uint64_t offset, uint64_t count, uint64_t kind, uint64_t place,
            uint64_t checksum_offset
        ) {
            const uint64_t k1 = UINT64_C(0x9E3779B97F4A7C15), k2 = UINT64_C(0xC2B2AE3D27D4EB4F);
            const uint64_t k3 = UINT64_C(0x165667B19E3779F9), k4 = UINT64_C(0x27D4EB2F165667C5);
            uint64_t a0 = place, a1 = kind, b0 = k1, b1 = k2, at, f, m;
            if (count < 16 || offset > table->count || count > table->count - offset) return 0;
            for (at = 0; at + 16 <= count; at += 16) {
                a0 += nt_load(table, offset + at, 8);
                a1 += nt_load(table, offset + at + 8, 8);
                b0 += a0;
                b1 += a1;
            }
            a0 += nt_load(table, offset + count - 16, 8);
            a1 += nt_load(table, offset + count - 8, 8);
            b0 += a0;
            b1 += a1;
            f = nt_fold(a0 ^ k1, b0 ^ k2) + nt_fold(a1 ^ k3, b1 ^ k4);
            m = nt_fold(f ^ count, k1);
            return ((m ^ (m >> 32)) & 0xFFFFFFFFu) == nt_load(table, checksum_offset, 4);
        }

        /* Whether `items` of `size` bytes at the offset lie between header and slack. */
        static inline int nt_fits(
            const nt_table *table, uint64_t offset, uint64_t items, uint64_t size
        ) {
            uint64_t end = table->count - 24;
            return offset >= 256 && offset <= end && items <= (end - offset) / size;
        }

        /* Opens a table that lies in memory, and stays there unchanged. */
        static inline nt_result nt_open(nt_table *table, const void *bytes, size_t count) {
            static const uint8_t magic[8] = {0x89, 0x4E, 0x55, 0x4D, 0x54, 0x42, 0x4C, 0x0A};
            uint64_t firsts, nodes = 0, flags;
            unsigned i;
            table->bytes = (const uint8_t *)bytes;
            table->count = count;
            for (i = 0; i < 8; i++)
                if (i >= count || table->bytes[i] != magic[i]) return NT_NOT_A_TABLE;
            if (count < 256 + 24) return NT_DAMAGED;
            if (nt_load(table, 8, 4) != 1) return NT_UNSUPPORTED;
            if (!nt_is_good(table, 0, 252, 1, 0, 252)) return NT_DAMAGED;
            flags = nt_load(table, 12, 4);
            if (flags & ~(uint64_t)3) return NT_UNSUPPORTED;
            if (nt_load(table, 16, 8) != count) return NT_DAMAGED;
            table->clears_blocking = (flags & 1) != 0;
            table->clears_identification = (flags & 2) != 0;
            table->labels = nt_load(table, 24, 8);
            table->groups_offset = nt_load(table, 32, 8);
            if (table->labels > count) return NT_DAMAGED;
            if (!nt_fits(table, table->groups_offset, (table->labels + 7) / 8, 4))
                return NT_DAMAGED;
            firsts = nt_load(table, 40, 8);
            for (i = 0; i < 4; i++) {
                nt_section *section = &table->sections[i];
                section->entries = nt_load(table, 64 + 32 * i, 8);
                section->blocks = nt_load(table, 72 + 32 * i, 8);
                section->nodes = nt_load(table, 80 + 32 * i, 8);
                section->nodes_offset = nt_load(table, 88 + 32 * i, 8);
                section->firsts_offset = firsts + 8 * nodes;
                if (!nt_fits(table, section->nodes_offset, section->nodes, 192)) return NT_DAMAGED;
                nodes += section->nodes;
            }
            if (!nt_fits(table, firsts, nodes, 8)) return NT_DAMAGED;
            return nt_is_good(table, firsts, 8 * nodes + 24, 2, 0, 48) ? NT_OK : NT_DAMAGED;
        }

        /* The label of that number, counted from 0. */
        static inline nt_result nt_label(const nt_table *table, uint64_t index, nt_bytes *label) {
            uint64_t group = index / 8, offset, ends, base, start, end, last, size;
            unsigned width, members;
            if (index >= table->labels) return NT_DAMAGED;
            offset = 4 * nt_load(table, table->groups_offset + 4 * group, 4);
            if (!nt_fits(table, offset, 20, 1)) return NT_DAMAGED;
            width = table->bytes[offset + 4];
            members = table->bytes[offset + 5];
            if ((width != 1 && width != 2 && width != 4) || members < 1 || members > 8 ||
                index % 8 >= members)
                return NT_DAMAGED;
            ends = offset + 8;
            base = ends + members * width;
            last = nt_load(table, ends + (members - 1) * width, width);
            size = base - offset + last;
            if (size < 20) size = 20;
            if (!nt_fits(table, offset, size, 1)) return NT_DAMAGED;
            if (!nt_is_good(table, offset + 4, size - 4, 3, group, offset)) return NT_DAMAGED;
            start = index % 8 == 0 ? 0 : nt_load(table, ends + (index % 8 - 1) * width, width);
            end = nt_load(table, ends + index % 8 * width, width);
            if (start > end || end > last) return NT_DAMAGED;
            label->start = table->bytes + base + start;
            label->count = (size_t)(end - start);
            return NT_OK;
        }

        /* Goes to a block, which is checked; NT_END behind the last one of its node. */
        static inline nt_result nt_enter(nt_cursor *cursor, unsigned block) {
            const nt_table *table = cursor->table;
            uint64_t node = table->sections[cursor->kind].nodes_offset + 192 * cursor->node;
            uint64_t bits, size;
            cursor->block = block;
            if (block >= 18) return NT_END;
            cursor->first = (int64_t)nt_load(table, node + 8 * block, 8);
            if (cursor->first == NT_NO_BLOCK) return NT_END;
            cursor->offset = nt_load(table, node + 144, 8);
            cursor->offset += 4 * nt_load(table, node + 152 + 2 * block, 2);
            if (!nt_fits(table, cursor->offset, 24, 1)) return NT_DAMAGED;
            cursor->entries = table->bytes[cursor->offset + 4];
            cursor->low_width = table->bytes[cursor->offset + 5];
            cursor->label_width = table->bytes[cursor->offset + 6];
            if (cursor->entries < 1 || cursor->entries > 127 || cursor->low_width > 57 ||
                cursor->label_width > 32)
                return NT_DAMAGED;
            size = 24 + (cursor->entries * cursor->low_width + 7) / 8;
            bits = cursor->label_width == 0 ? 32 : cursor->entries * cursor->label_width;
            if (cursor->kind == NT_IDENTIFICATION) size += (bits + 7) / 8;
            if (!nt_fits(table, cursor->offset, size, 1)) return NT_DAMAGED;
            if (!nt_is_good(table, cursor->offset + 4, size - 4, 32 + (uint64_t)cursor->kind,
                            (uint64_t)cursor->first, cursor->offset))
                return NT_DAMAGED;
            cursor->entry = 0;
            cursor->bit = 0;
            return NT_OK;
        }

        /* Goes to a node, which is checked, and to its first block; NT_END behind the last one. */
        static inline nt_result nt_enter_node(nt_cursor *cursor, uint64_t node) {
            const nt_section *section = &cursor->table->sections[cursor->kind];
            uint64_t offset = section->nodes_offset + 192 * node;
            cursor->node = node;
            if (node >= section->nodes) return NT_END;
            if (!nt_is_good(cursor->table, offset, 188, 16 + (uint64_t)cursor->kind, node,
                            offset + 188))
                return NT_DAMAGED;
            return nt_enter(cursor, 0);
        }

        /* Gives the next entry; the label may be NULL, and only NT_IDENTIFICATION has one. */
        static inline nt_result nt_next(nt_cursor *cursor, int64_t *number, nt_bytes *label) {
            const nt_table *table = cursor->table;
            uint64_t low, labels, high;
            unsigned width;
            nt_result result;
            while (cursor->entry >= cursor->entries) {
                if (cursor->node >= table->sections[cursor->kind].nodes) return NT_END;
                result = nt_enter(cursor, cursor->block + 1);
                if (result == NT_END) result = nt_enter_node(cursor, cursor->node + 1);
                if (result != NT_OK) return result;
            }
            while (cursor->bit < 128 &&
                   !(table->bytes[cursor->offset + 8 + cursor->bit / 8] >> (cursor->bit % 8) & 1))
                cursor->bit++;
            if (cursor->bit >= 128) return NT_DAMAGED;
            high = cursor->bit - cursor->entry;
            low = nt_bits(table, cursor->offset + 24, (uint64_t)cursor->entry * cursor->low_width,
                          cursor->low_width);
            *number = (int64_t)((uint64_t)cursor->first + (high << cursor->low_width | low));
            labels = cursor->offset + 24 + (cursor->entries * cursor->low_width + 7) / 8;
            width = cursor->label_width;
            cursor->bit++;
            cursor->entry++;
            if (cursor->kind != NT_IDENTIFICATION || label == NULL) return NT_OK;
            if (width == 0) return nt_label(table, nt_load(table, labels, 4), label);
            return nt_label(
                table, nt_bits(table, labels, (uint64_t)(cursor->entry - 1) * width, width), label);
        }

        /* Sets a cursor before the first entry whose number is not below `number`. */
        static inline nt_result nt_seek(
            nt_cursor *cursor, const nt_table *table, nt_section_kind kind, int64_t number
        ) {
            const nt_section *section = &table->sections[kind];
            uint64_t low = 0, high = section->nodes, node_offset;
            unsigned block;
            int64_t found;
            nt_cursor before;
            nt_result result;
            cursor->table = table;
            cursor->kind = kind;
            cursor->entry = cursor->entries = 0;
            /* The last node that begins below the number: equal numbers may begin in it, too. */
            while (low < high) {
                uint64_t middle = low + (high - low) / 2;
                if ((int64_t)nt_load(table, section->firsts_offset + 8 * middle, 8) < number)
                    low = middle + 1;
                else
                    high = middle;
            }
            result = nt_enter_node(cursor, low > 0 ? low - 1 : 0);
            if (result == NT_END) return NT_OK;
            if (result != NT_OK) return result;
            node_offset = section->nodes_offset + 192 * cursor->node;
            block = 0;
            while (block + 1 < 18 &&
                   (int64_t)nt_load(table, node_offset + 8 * (block + 1), 8) < number)
                block++;
            result = nt_enter(cursor, block);
            if (result != NT_OK) return result == NT_END ? NT_DAMAGED : result;
            do {
                before = *cursor;
                result = nt_next(cursor, &found, NULL);
            } while (result == NT_OK && found < number);
            if (result == NT_OK) *cursor = before;
            return result == NT_END ? NT_OK : result;
        }

        /* Looks a number up: NT_OK with its first label, or NT_END. The label may be NULL. */
        static inline nt_result nt_find(
            const nt_table *table, nt_section_kind kind, int64_t number, nt_bytes *label
        ) {
            nt_cursor cursor;
            int64_t found = 0;
            nt_result result = nt_seek(&cursor, table, kind, number);
            if (result != NT_OK) return result;
            result = nt_next(&cursor, &found, label);
            return result == NT_OK && found != number ? NT_END : result;
        }

        #endif

        """#
}
