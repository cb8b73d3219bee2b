// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

@Suite struct BytesTests {
    @Test(
        "Base64 is as RFC 4648 §10 has it",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
        ])
    func base64(text: String, encoded: String) {
        #expect(Bytes(Array(text.utf8)).base64 == encoded)
        #expect(Bytes(base64: encoded)?.array == Array(text.utf8))
    }

    @Test(
        "What is no base64 is refused",
        arguments: ["Zg", "Zg=", "Z===", "Zm9v\n", "Zm-v", "=Zm9", "Zg==Zg=="])
    func notBase64(text: String) {
        #expect(Bytes(base64: text) == nil)
    }

    @Test("Hexadecimal digits read in either case and write in lower case")
    func hexadecimal() {
        #expect(Bytes(hexadecimal: "00FfA9")?.array == [0, 255, 0xA9])
        #expect(Bytes([0, 255, 0xA9]).hexadecimal == "00ffa9")
        #expect(Bytes(hexadecimal: "0") == nil)
        #expect(Bytes(hexadecimal: "0g") == nil)
        #expect(Bytes(hexadecimal: "")?.array == [])
    }
}
