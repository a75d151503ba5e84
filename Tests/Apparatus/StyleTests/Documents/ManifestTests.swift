import FoundationEssentials
import Testing

@Suite struct `A piece of a manifest in a page` {
  @Test func `names what this package really has`() throws {
    let blocks = try SourceTree.pages().flatMap { page in page.blocks.filter(\.isManifest) }
    #expect(blocks.count >= 2)
    for block in blocks {
      let text = block.lines.joined(separator: "\n")
      let products = text.components(between: ".product(name: \"", and: "\"")
      #expect(!products.isEmpty)
      for product in products { #expect(Manifest.ours.products.contains(product), "\(product)") }
      #expect(text.components(between: "package: \"", and: "\"").allSatisfy { $0 == "gpsbridge" })
    }
  }

  @Test func `is read by SwiftPM as it stands`() throws {
    let pages = try SourceTree.pages().flatMap { page in page.blocks.filter(\.isManifest) }
    for block in pages {
      let text =
        block.isWholeManifest
        ? block.lines.joined(separator: "\n")
        : """
        // swift-tools-version: 6.2
        import PackageDescription
        let package = Package(name: "yours",
        \(block.lines.dropFirst().joined(separator: "\n"))
        )
        """
      let answer = try withFolder { folder in
        try Data(text.utf8).write(to: folder.appending(path: "Package.swift"))
        return try dump(folder.path)
      }
      #expect(answer.hasPrefix("{") && answer.contains("\"gpsbridge\""), "\(answer)")
    }
  }
}

@Suite struct `The manifest` {
  @Test func `lists each dependency once, in order`() {
    #expect(Manifest.ours.targets.count > 60)
    for target in Manifest.ours.targets {
      #expect(target.dependencies == Set(target.dependencies).sorted(), "\(target.name)")
    }
  }
}
