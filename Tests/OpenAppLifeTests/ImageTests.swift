// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import UIKit

/// Pictures, as an app takes them for its icon.
@Suite struct ImageTests {
    /// What a PNG file begins with: a header of that size.
    private static func png(_ width: UInt32, _ height: UInt32) -> Data {
        var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13])
        data += Data("IHDR".utf8)
        for side in [width, height] { withUnsafeBytes(of: side.bigEndian) { data += Data($0) } }
        return data + Data([8, 6, 0, 0, 0])
    }

    private static func folder(_ files: [String: Data]) throws -> URL {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("pictures-\(UUID().uuidString)", isDirectory: true)
        for (path, data) in files {
            let file = folder.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try data.write(to: file)
        }
        return folder
    }

    private func image(_ name: String, in files: [String: Data]) throws -> UIImage? {
        let folder = try Self.folder(files)
        defer { try? FileManager.default.removeItem(at: folder) }
        let bundle = try #require(Bundle(path: folder.path))
        return UIImage(named: name, in: bundle, compatibleWith: nil)
    }

    @Test("A picture is the bytes of its file, and its size what their header says")
    func bytes() throws {
        let data = Self.png(40, 30)
        let image = try #require(UIImage(data: data))
        #expect(image.pngData() == data)
        #expect(image.size == CGSize(width: 40, height: 30))
        let fine = try #require(UIImage(data: data, scale: 2))
        #expect(fine.size == CGSize(width: 20, height: 15) && fine.scale == 2)
        let template = image.withRenderingMode(.alwaysTemplate)
        #expect(template.renderingMode == .alwaysTemplate && template.pngData() == data)
        #expect(image.renderingMode == .automatic)
        #expect(UIImage().pngData() == nil && UIImage().size == .zero)
    }

    @Test("What is no PNG file is no picture, however it is cut or changed")
    func noPicture() {
        let data = Self.png(40, 30)
        for count in 0..<24 { #expect(UIImage(data: data.prefix(count)) == nil) }
        for index in 0..<8 {
            var other = data
            other[index] ^= 1
            #expect(UIImage(data: other) == nil)
        }
        #expect(UIImage(data: Self.png(0, 30)) == nil)
        #expect(UIImage(data: Self.png(40, 0x8000_0000)) == nil)
        #expect(UIImage(data: data + Data(count: 16 * 1024 * 1024)) == nil)
        #expect(UIImage(contentsOfFile: "/nowhere/icon.png") == nil)
        #expect(UIImage(contentsOfFile: "/") == nil)
    }

    @Test("Of the files of one name the finest is taken")
    func scales() throws {
        let files = ["Icon.png": Self.png(40, 40), "Icon@2x.png": Self.png(80, 80)]
        let image = try #require(try image("Icon", in: files))
        #expect(image.scale == 2 && image.size == CGSize(width: 40, height: 40))
        #expect(try self.image("Icon.png", in: files)?.pngData() == files["Icon@2x.png"])
        #expect(try self.image("Other", in: files) == nil)
        #expect(try self.image("", in: files) == nil)
        #expect(try self.image("../Icon", in: files) == nil)
    }

    @Test("An image set of an asset catalogue is found, in groups as well")
    func catalogue() throws {
        let contents = """
            {"images": [{"idiom": "universal", "filename": "a.png", "scale": "1x"},
             {"idiom": "universal", "filename": "b.png", "scale": "3x"},
             {"idiom": "universal", "scale": "2x"}], "info": {"version": 1, "author": "xcode"}}
            """
        let set = "Assets.xcassets/Calls/IconMask.imageset/"
        let files = [
            "\(set)Contents.json": Data(contents.utf8), "\(set)a.png": Self.png(40, 40),
            "\(set)b.png": Self.png(120, 120),
        ]
        let image = try #require(try image("IconMask", in: files))
        #expect(image.scale == 3 && image.size == CGSize(width: 40, height: 40))
        #expect(try self.image("Icon", in: files) == nil)
    }

    @Test(
        "A broken image set is none",
        arguments: ["", "{}", #"{"images": 1}"#, #"{"images": [{"filename": "../../x.png"}]}"#])
    func brokenSet(contents: String) throws {
        let files = [
            "Assets.xcassets/Icon.imageset/Contents.json": Data(contents.utf8),
            "x.png": Self.png(1, 1),
        ]
        #expect(try image("Icon", in: files) == nil)
    }
}
