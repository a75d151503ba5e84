import FoundationEssentials
import Testing

@Suite struct `A piece of a manifest in a page` {
  @Test func `names what this package really has`() throws {
    let manifest = try SourceTree.text(of: "Package.swift")
    let blocks = try SourceTree.pages().flatMap { page in page.blocks.filter(\.isManifest) }
    #expect(blocks.count >= 2)
    for block in blocks {
      let text = block.lines.joined(separator: "\n")
      let products = text.components(between: ".product(name: \"", and: "\"")
      #expect(!products.isEmpty)
      for product in products {
        #expect(manifest.contains(".library(name: \"\(product)\", targets: [\"\(product)\""), "\(product)")
      }
      #expect(text.components(between: "package: \"", and: "\"").allSatisfy { $0 == "gpsbridge" })
    }
  }

  @Test func `is read by SwiftPM as it stands`() throws {
    let pages = try SourceTree.pages().flatMap { page in page.blocks.filter(\.isManifest) }
    for (number, block) in pages.enumerated() {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "manifest-\(number)-\(UInt64.random(in: 0 ... .max))")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let text = """
        // swift-tools-version: 6.2
        import PackageDescription
        let package = Package(name: "yours",
        \(block.lines.dropFirst().joined(separator: "\n"))
        )
        """
      try Data(text.utf8).write(to: folder.appending(path: "Package.swift"))
      let answer = try output(of: "swift package dump-package --package-path '\(folder.path)' 2>&1")
      #expect(answer.hasPrefix("{") && answer.contains("\"gpsbridge\""), "\(answer)")
    }
  }
}
