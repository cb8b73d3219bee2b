// SPDX-License-Identifier: Apache-2.0

extension Seeds {
    /// Address books as several programs write them, and numbers in several forms.
    static let contacts: [(name: String, kind: UInt8, text: String)] = [
        (
            "cards-2.1", 0,
            "BEGIN:VCARD\r\nVERSION:2.1\r\n"
                + "N;CHARSET=GBK;ENCODING=QUOTED-PRINTABLE:=C0=EE;=C0=\r\n=D7\r\n"
                + "TEL;CELL:+86 187 1234 5678\r\nPHOTO;JPEG;ENCODING=BASE64:\r\n AAAA\r\n\r\n"
                + "END:VCARD\r\n"
        ),
        (
            "cards-3.0", 0,
            "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Smith\\, Jones\r\nitem1.TEL;TYPE=\"a;b\":020 7946\r\n"
                + "  0018\r\nEMAIL:ann@example.com\r\nEND:VCARD\r\n"
        ),
        (
            "cards-4.0", 0,
            "BEGIN:VCARD\nVERSION:4.0\nN:Example;Ann;;;\nTEL;VALUE=uri:tel:+1-415-555-0132;ext=5\n"
                + "IMPP:sip:ann@example.com\nEND:VCARD\n"
        ),
        (
            "cards-nested", 0,
            "BEGIN:VCARD\nFN:Ann\nAGENT:\nBEGIN:VCARD\nFN:Bob\nEND:VCARD\nTEL:1\nEND:VCARD\n"
        ),
        ("cards-open", 0, "BEGIN:VCARD\nFN:Ann\nTEL:1\nBEGIN:VCARD\nFN:Bob\nTEL:2"),
        ("number-cn", 1, "0086 187-1234-5678"),
        ("number-us", 2, "1-800-FLOWERS x12"),
        ("number-de", 3, "+49 (0)30 123456"),
        ("number-ar", 5, "0223 15 123 4567"),
        ("number-br", 6, "0 15 11 96123 4567"),
        ("number-uri", 11, "tel:555-0132;phone-context=+1-415"),
        ("number-fullwidth", 2, "＋８６（１８７）１２３４－５６７８"),
    ]
}
