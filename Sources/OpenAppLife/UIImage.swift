// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A picture in a PNG file, as it is: nothing is drawn or converted.
///
/// It is what `CXProviderConfiguration.iconTemplateImageData` is made of:
/// `UIImage(named: "IconMask")?.pngData()`.
open class UIImage: NSObject, @unchecked Sendable {
    // Sendable because all is constant.
    /// How a picture is drawn where something draws it.
    public enum RenderingMode: Int, Sendable {
        /// As the place wants it.
        case automatic = 0
        /// In its own colours.
        case alwaysOriginal = 1
        /// Its shape alone, in one colour.
        case alwaysTemplate = 2
    }

    private let picture: PNGPicture?

    /// Pixels for each point.
    open var scale: CGFloat { pixelsOfPoint }

    /// Kept, and never looked at.
    open var renderingMode: UIImage.RenderingMode { mode }
    private let pixelsOfPoint: CGFloat
    private let mode: UIImage.RenderingMode

    private init(
        _ picture: PNGPicture?, scale: CGFloat, renderingMode: UIImage.RenderingMode = .automatic
    ) {
        self.picture = picture
        pixelsOfPoint = scale
        mode = renderingMode
    }

    /// An empty picture.
    public override convenience init() { self.init(nil, scale: 1) }

    /// The picture of that name in the app's bundle.
    ///
    /// A file `NAME.png` beside the Info.plist, or among the resources; that for a finer screen,
    /// such as `NAME@3x.png`, goes first. Else the image set `NAME` of an asset catalogue, which
    /// lies there as the folder that Xcode edits. Nil where there is none, or it is no PNG file.
    ///
    /// - Parameter name: With or without `.png`.
    public convenience init?(named name: String) {
        self.init(named: name, in: nil, compatibleWith: nil)
    }

    /// The picture of that name in a bundle: in a package, that is `Bundle.module`.
    ///
    /// Nil where there is none, or it is no PNG file.
    ///
    /// - Parameters:
    ///   - name: With or without `.png`.
    ///   - bundle: Nil is the app's own.
    ///   - traitCollection: Not looked at: nothing is shown.
    public convenience init?(
        named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?
    ) {
        let folder = (bundle ?? .main).resourcePath ?? (bundle ?? .main).bundlePath
        guard let (picture, scale) = PictureFolder(path: folder).picture(named: name) else {
            return nil
        }
        self.init(picture, scale: CGFloat(scale))
    }

    /// The picture in a file; nil where there is none, or it is no PNG file.
    ///
    /// - Parameter path: Its scale is in its name, such as `@2x` before `.png`; else 1.
    public convenience init?(contentsOfFile path: String) {
        guard let picture = PNGPicture(path: path) else { return nil }
        self.init(picture, scale: CGFloat(PictureFolder.scale(ofFile: path)))
    }

    /// The picture in the bytes of a PNG file; nil where they are none.
    public convenience init?(data: Data) { self.init(data: data, scale: 1) }

    /// The picture in the bytes of a PNG file; nil where they are none.
    ///
    /// - Parameters:
    ///   - data: The bytes of the file.
    ///   - scale: Pixels for each point.
    public convenience init?(data: Data, scale: CGFloat) {
        guard let picture = PNGPicture(data: data) else { return nil }
        self.init(picture, scale: scale > 0 ? scale : 1)
    }

    /// In points, as the file's header has it; zero for an empty picture.
    open var size: CGSize {
        guard let picture else { return .zero }
        return CGSize(
            width: CGFloat(picture.width) / scale, height: CGFloat(picture.height) / scale)
    }

    /// The bytes of the file, as they are; nil for an empty picture.
    open func pngData() -> Data? { picture?.data }

    /// The same picture with that mode.
    open func withRenderingMode(_ renderingMode: UIImage.RenderingMode) -> UIImage {
        UIImage(picture, scale: scale, renderingMode: renderingMode)
    }
}

/// How an app is shown; nothing is, so there is nothing in it.
@preconcurrency @MainActor open class UITraitCollection: NSObject {}
