// SPDX-License-Identifier: Apache-2.0
import OCKCredentials
import Testing

private enum Good {
    static let header = #"{"alg":"ES256","kid":"ABC123DEFG"}"#
    static let claims = #"{"iss":"DEF123GHIJ","iat":1700000000}"#
}

@Suite("Provider tokens as they come in")
struct ProviderTokenReaderTests {
    /// Reads a token of this header and these claims, with 64 bytes in place of a signature.
    private func read(
        header: String = Good.header,
        claims: String = Good.claims,
        signature: String = String(repeating: "A", count: 86)
    ) -> ProviderTokenReading {
        let token = "\(Base64.url(header.utf8)).\(Base64.url(claims.utf8)).\(signature)"
        return ProviderTokenReader.read(token.utf8)
    }

    @Test(
        "What tokens in the field have besides is passed over",
        arguments: [
            (#"{"alg":"ES256","kid":"ABC123DEFG","typ":"JWT"}"#, Good.claims),
            (
                Good.header,
                #"{"iat":1700000000,"iss":"DEF123GHIJ","kid":"ABC123DEFG","exp":1,"sub":"a"}"#
            ),
            (" {\r\n\t\"kid\" : \"ABC123DEFG\" , \"alg\" : \"ES256\" } ", Good.claims),
            (#"{"a\u006Cg":"ES\u0032\u0035\u0036","kid":"ABC123DEFG"}"#, Good.claims),
            (
                Good.header,
                #"{"x":[1,{"iss":[]},"\ud83d\ude00",null,true,false,-0.5E+1],"#
                    + #""iss":"DEF123GHIJ","iat":1700000000}"#
            ),
        ])
    func lenient(header: String, claims: String) {
        let expected = ProviderTokenReading(
            algorithm: "ES256",
            keyID: "ABC123DEFG",
            teamID: "DEF123GHIJ",
            issuedAt: .number(1_700_000_000)
        )
        #expect(read(header: header, claims: claims) == expected)
    }

    @Test(
        "The header's defects are named",
        arguments: [
            (#"{"alg":"none","kid":"K"}"#, "alg in the header must be ES256"),
            (#"{"alg":"HS256","kid":"K"}"#, "alg in the header must be ES256"),
            (#"{"alg":"RS256","kid":"K"}"#, "alg in the header must be ES256"),
            (#"{"alg":"ES384","kid":"K"}"#, "alg in the header must be ES256"),
            (#"{"alg":"es256","kid":"K"}"#, "alg in the header must be ES256"),
            (#"{"kid":"K"}"#, "the header must have alg"),
            (#"{"alg":"ES256"}"#, "the header must have kid"),
            (#"{"alg":"ES256","kid":1}"#, "kid in the header must be a string"),
            (#"{"alg":"ES256","kid":null}"#, "kid in the header must be a string"),
            (#"{"alg":"ES256","kid":""}"#, "kid in the header must be 1 to 64 visible ASCII"),
            (#"{"alg":"ES256","kid":"a b"}"#, "kid in the header must be 1 to 64 visible ASCII"),
            (#"{"alg":"ES256","kid":"a\nb"}"#, "kid in the header must be 1 to 64 visible ASCII"),
            (#"{"alg":"ES256","kid":"K","crit":["b64"]}"#, "crit in the header"),
            (#"{"alg":"ES256","kid":"K","kid":"L"}"#, "the header must not have a name twice"),
            (#"{"alg":"ES256","kid":"K","k\u0069d":"K"}"#, "must not have a name twice"),
        ])
    func header(header: String, words: String) {
        let reading = read(header: header)
        #expect(reading.defect?.contains(words) == true, "\(reading.defect ?? "none")")
        #expect(reading.teamID == (words.contains("twice") ? nil : "DEF123GHIJ"))
    }

    @Test(
        "The claims' defects are named",
        arguments: [
            (#"{"iat":1}"#, "the claims must have iss"),
            (#"{"iss":7,"iat":1}"#, "iss in the claims must be a string"),
            (#"{"iss":"T"}"#, "the claims must have iat"),
            (#"{"iss":"T","iat":"soon"}"#, "iat in the claims must be a number of seconds"),
            (#"{"iss":"T","iat":1,"iat":2}"#, "the claims must not have a name twice"),
        ])
    func claims(claims: String, words: String) {
        let reading = read(claims: claims)
        #expect(reading.defect?.contains(words) == true, "\(reading.defect ?? "none")")
    }

    @Test(
        "Every form of iat is a number, a text or malformed",
        arguments: [
            ("1700000000", .number(1_700_000_000)), ("0", .number(0)), ("-5", .number(-5)),
            ("1700000000.75", .number(1_700_000_000)), ("-0.5", .number(-1)),
            ("1e3", .number(1_000)),
            ("1.7E+9", .number(1_700_000_000)),
            ("9007199254740993", .number(9_007_199_254_740_993)),
            ("9223372036854775807", .number(.max)), ("9223372036854775808", .malformed),
            ("-9223372036854775808", .number(.min)), ("1e19", .malformed), ("1e999", .malformed),
            ("1e-999", .number(0)), (#""1700000000""#, .text(1_700_000_000)), (#""-1""#, .text(-1)),
            (#""+1""#, .malformed), (#""1.5""#, .malformed), (#""""#, .malformed),
            (#"" 1""#, .malformed), (#""99999999999999999999""#, .malformed), ("null", .malformed),
            ("true", .malformed), ("[1]", .malformed), ("{}", .malformed),
        ] as [(String, ProviderTokenReading.IssuedAt)])
    func issuedAt(value: String, expected: ProviderTokenReading.IssuedAt) {
        let reading = read(claims: #"{"iss":"T","iat":\#(value)}"#)
        #expect(reading.issuedAt == expected)
        #expect((reading.defect != nil) == (expected == .malformed))
    }

    @Test(
        "What is not one JSON object is refused",
        arguments: [
            "", " ", "null", "[]", "1", "\"a\"", "{", "{}{}", "{} x", "{,}", "{\"a\"}", "{\"a\":}",
            "{\"a\":1,}", "{\"a\":1 \"b\":2}", "{'a':1}", "{a:1}", "{\"a\":01}", "{\"a\":+1}",
            "{\"a\":.5}", "{\"a\":1.}", "{\"a\":1e}", "{\"a\":-}", "{\"a\":tru}", "{\"a\":nulL}",
            "{\"a\":\"\\x\"}", "{\"a\":\"\\u12\"}", "{\"a\":\"\\ud800\"}",
            "{\"a\":\"\\ud800\\u0041\"}",
            "{\"a\":\"\\udc00\\ud800\"}", "{\"a\":\"\u{1}\"}", "{\"a\":\"", "{\"a\":\"\\",
            "{\"a\":[1}",
            "{\"a\":[1,]}", "{\"a\":[", "{\"a\":{\"b\":1]}", "\u{FEFF}{}", "{\"a\":NaN}", "/**/{}",
        ])
    func json(text: String) {
        for reading in [read(header: text), read(claims: text)] {
            let words = ["must be one JSON object and nothing else", "must be correct JSON"]
            #expect(
                words.contains { reading.defect?.hasSuffix($0) == true },
                "\(reading.defect ?? "none")"
            )
        }
    }

    @Test("JSON nests eight levels deep and has 64 members at most")
    func limits() {
        func nested(_ levels: Int, _ open: String, _ inner: String, _ close: String) -> String {
            let depth = levels - 1
            return #"{"iss":"T","iat":1,"x":"# + String(repeating: open, count: depth) + inner
                + String(repeating: close, count: depth) + "}"
        }
        for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
            #expect(read(claims: nested(8, open, "0", close)).defect == nil)
            let deep = "the claims must not nest JSON deeper than 8 levels"
            #expect(read(claims: nested(9, open, "0", close)).defect == deep)
            #expect(read(claims: nested(300, open, "0", close)).defect == deep)
        }
        func members(_ count: Int) -> String {
            #"{"iss":"T","iat":1"# + (2..<count).map { #","m\#($0)":0"# }.joined() + "}"
        }
        #expect(read(claims: members(64)).defect == nil)
        #expect(
            read(claims: members(65)).defect == "the claims must not have more than 64 members"
        )
    }

    @Test(
        "The three parts, their alphabet and their length are checked",
        arguments: [
            ("", "the token has 1 of the three parts"),
            ("a.b", "the token has 2 of the three parts"),
            ("a.b.c.d", "more than three parts"), ("....", "more than three parts"),
            ("..", "the header must be one JSON object"),
            ("e30=.e30.AA", "the header must not have padding (=)"),
            ("e30.e30=.AA", "the claims must not have padding (=)"),
            ("e3 0.e30.AA", "the header must be base64url, and a character is not"),
            ("e3+/.e30.AA", "the header must be base64url (- and _), not base64"),
            ("e30\n.e30.AA", "the header must be base64url, and a character is not"),
            ("e30ÿ.e30.AA", "the header must be base64url, and a character is not"),
            ("e30xx.e30.AA", "the header must be whole"),
            ("e31.e30.AA", "the header must be whole"),
            ("_w.e30.AA", "the header must be UTF-8"),
        ])
    func parts(token: String, words: String) {
        let reading = ProviderTokenReader.read(token.utf8)
        #expect(reading.defect?.contains(words) == true, "\(reading.defect ?? "none")")
        #expect(reading.algorithm == nil)
    }

    @Test("A signature's alphabet is checked, but the rest is read all the same")
    func signatureAlphabet() {
        for (signature, words) in [
            ("AA==", "the signature must not have padding"),
            ("A+", "the signature must be base64url (- and _), not"),
            ("A", "the signature must be whole"),
        ] {
            let reading = read(signature: signature)
            #expect(reading.defect?.hasPrefix(words) == true, "\(reading.defect ?? "none")")
            #expect(reading.keyID == "ABC123DEFG")
        }
    }

    @Test("A token of 4,096 bytes is read, and one byte more is not")
    func length() {
        let empty = read(signature: "")
        #expect(empty.defect == nil)
        let used = Base64.url(Good.header.utf8).count + Base64.url(Good.claims.utf8).count + 2
        let rest = 4_096 - used
        #expect(rest % 4 != 1 && (rest + 1) % 4 != 1, "the lengths must be those of base64url")
        #expect(read(signature: String(repeating: "A", count: rest)) == empty)
        let long = read(signature: String(repeating: "A", count: rest + 1))
        #expect(long.defect == "the token has more than 4096 bytes")
        let huge = ProviderTokenReader.read([UInt8](repeating: 0x2E, count: 10_000_000))
        #expect(huge.defect == "the token has more than 4096 bytes")
    }

    @Test("No defect repeats the token's text")
    func secrecy() {
        for header in [#"{"alg":"TOPSECRET"}"#, #"{"alg":"ES256","TOPSECRET":0,"TOPSECRET":0}"#] {
            #expect(read(header: header).defect?.contains("TOPSECRET") == false)
        }
    }
}
