// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Where the pictures of a bundle are: files with a scale in their names, and asset catalogues in
/// the form that Xcode edits, which SwiftPM copies as it is where there is no Xcode.
struct PictureFolder {
    let path: String

    /// An image set lies no deeper in its catalogue.
    private static let depthMax = 8
    /// A catalogue has no more folders.
    private static let folderCountMax = 10_000
    private static let contentsByteCountMax = 1024 * 1024

    /// The finest picture of that name, and its scale.
    func picture(named name: String) -> (PNGPicture, scale: Int)? {
        // A name is one of the bundle's: it does not lead out of it.
        guard !name.isEmpty, !name.split(separator: "/").contains("..") else { return nil }
        let stem = name.hasSuffix(".png") ? String(name.dropLast(4)) : name
        for scale in [3, 2, 1] {
            let suffix = scale == 1 ? "" : "@\(scale)x"
            if let picture = PNGPicture(path: "\(path)/\(stem)\(suffix).png") {
                return (picture, scale)
            }
        }
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for catalogue in entries.sorted() where catalogue.hasSuffix(".xcassets") {
            if let found = picture(ofSet: stem, in: "\(path)/\(catalogue)") { return found }
        }
        return nil
    }

    /// The scale that a file's name has: `@2x` or `@3x` before the ending; else 1.
    static func scale(ofFile path: String) -> Int {
        let stem = (path as NSString).deletingPathExtension
        return stem.hasSuffix("@3x") ? 3 : stem.hasSuffix("@2x") ? 2 : 1
    }

    // MARK: Asset catalogues

    private func picture(ofSet name: String, in catalogue: String) -> (PNGPicture, scale: Int)? {
        let wanted = "\(name.split(separator: "/").last ?? "").imageset"
        var level = [catalogue]
        var count = 0
        for _ in 0..<Self.depthMax {
            var next: [String] = []
            for folder in level {
                let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
                if entries.contains(wanted) { return finest(in: "\(folder)/\(wanted)") }
                // What has an ending is a set of something else, or a file.
                next += entries.filter { !$0.contains(".") }.sorted().map { "\(folder)/\($0)" }
            }
            count += next.count
            guard count <= Self.folderCountMax else { return nil }
            level = next
        }
        return nil
    }

    /// The part of an image set's description that is of use here.
    private struct Contents: Decodable {
        struct Image: Decodable {
            var filename: String?
            var scale: String?
        }
        var images: [Image]
    }

    private func finest(in set: String) -> (PNGPicture, scale: Int)? {
        guard let handle = FileHandle(forReadingAtPath: "\(set)/Contents.json") else { return nil }
        defer { try? handle.close() }
        guard let data = try? handle.read(upToCount: Self.contentsByteCountMax),
            let contents = try? JSONDecoder().decode(Contents.self, from: data)
        else { return nil }
        let images = contents.images.compactMap { image -> (file: String, scale: Int)? in
            guard let file = image.filename, !file.contains("/") else { return nil }
            let scale = image.scale.flatMap { Int($0.dropLast()) } ?? 1
            return (file, (1...3).contains(scale) ? scale : 1)
        }
        // Of equals the first: the light picture stands before the dark one.
        for scale in [3, 2, 1] {
            for image in images where image.scale == scale {
                if let picture = PNGPicture(path: "\(set)/\(image.file)") {
                    return (picture, scale)
                }
            }
        }
        return nil
    }
}
