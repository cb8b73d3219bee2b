// SPDX-License-Identifier: Apache-2.0
public import OpenFoundation

/// A picture of a person, which is kept and shown nowhere.
open class INImage: NSObject, NSCopying, NSSecureCoding {
    private enum Origin: Equatable {
        case name(String)
        case data(Data)
        case url(URL)
    }

    private let origin: Origin

    private init(_ origin: Origin) { self.origin = origin }

    /// Makes a picture of the app's bundle; whether there is one of that name is not looked at.
    public convenience init(named name: String) { self.init(.name(name)) }

    /// Makes a picture of a file's bytes, which are not looked at.
    public convenience init(imageData: Data) { self.init(.data(imageData)) }

    /// Makes a picture of what stands there, which is not fetched.
    public convenience init?(url URL: URL) { self.init(.url(URL)) }

    /// Makes a picture of what stands there, which is not fetched, in points.
    public convenience init?(url URL: URL, width: Double, height: Double) { self.init(.url(URL)) }

    // MARK: NSObject

    /// Whether both were made of the same.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? INImage)?.origin == origin
    }

    /// A hash of what it was made of.
    open override var hash: Int {
        switch origin {
        case .name(let name): name.hashValue
        case .data(let data): data.hashValue
        case .url(let url): url.hashValue
        }
    }

    /// Itself: nothing can change it.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Writes what it was made of.
    open func encode(with coder: NSCoder) {
        switch origin {
        case .name(let name): coder.encode(name as NSString, forKey: "name")
        case .data(let data): coder.encode(data as NSData, forKey: "data")
        case .url(let url): coder.encode(url.absoluteString as NSString, forKey: "url")
        }
    }

    /// Reads a picture; nil where the archive holds none.
    public required init?(coder: NSCoder) {
        if let name = coder.archive.text("name") {
            origin = .name(name)
        } else if let url = coder.archive.text("url").flatMap(URL.init(string:)) {
            origin = .url(url)
        } else if let data = coder.archive.value(NSData.self, "data") {
            origin = .data(data as Data)
        } else {
            return nil
        }
    }
}
