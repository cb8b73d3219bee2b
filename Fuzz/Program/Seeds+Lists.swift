// SPDX-License-Identifier: Apache-2.0

extension Seeds {
    /// Lists in each format; see `ListFuzz`.
    static let lists: [(name: String, ways: UInt8, text: String)] = [
        ("csv", 2, "number,label\n+4930123456,\"a, \"\"b\"\"\nc\"\n+4930123456,d\n# x\n"),
        ("tsv-national", 16, "030 123456\tBerlin\n0171-1234567\tcell\n12\tx\n"),
        ("semicolon-block", 1, "+4930123456;a\r\n+4930123457;b\r\n"),
        (
            "json", 4,
            "{\"phone\":\"+4930123456\",\"name\":\"\\u00e9\\ud83d\\ude00\",\"x\":[{\"y\":1}]}\n"
                + "{\"number\":49301234,\"action\":\"block\"}\n"
        ),
        ("ranges", 1, "33162000000-33162000100\n+3316200002?\n+336123456*\n"),
        (
            "actions", 64,
            "action,number,label\nblock,5,\n"
                + "identify,5,a\nunblock,7,\nidentify,4,b\n"
        ),
        ("check-digits", 65, "0\n-1\n9223372036854775807\n7\n7\n"),
        ("as-is", 8, "+1,a\n2,b\n9223372036854775806,c\n"),
        ("bom", 1, "\u{FEFF}+4930123456\n  +1 (212) 555-0100 # x\n"),
        ("packed", 128 + 2, "name|phone\n\" a\r\"|+4930123456\n|+4930123457\n,\"|+4930123457\n"),
        ("open-quotes", 2, "+4930123456,\"a\n+4930123457,b\"c\n"),
    ]
}
