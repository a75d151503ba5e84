import FoundationEssentials
import Testing

/// What `swift package dump-package` prints for a manifest.
private func dump(_ manifest: String) throws -> String {
  try withFolder { folder in
    try Data(manifest.utf8).write(to: folder.appending(path: "Package.swift"))
    return try output(
      of: "env -u GPSBRIDGE_TESTS swift package dump-package --package-path '\(folder.path)'")
  }
}

@Suite struct `A piece of a manifest in a page` {
  @Test func `names what this package really has`() throws {
    let blocks = try SourceTree.pages().flatMap { page in page.blocks.filter(\.isManifest) }
    #expect(blocks.count >= 2)
    for block in blocks {
      let text = block.lines.joined(separator: "\n")
      let products = text.components(between: ".product(name: \"", and: "\"")
      #expect(!products.isEmpty)
      for product in products {
        #expect(Manifest.ours.libraries.contains(product), "\(product)")
      }
      #expect(text.components(between: "package: \"", and: "\"").allSatisfy { $0 == "gpsbridge" })
    }
  }

  @Test func `is read by SwiftPM as it stands`() throws {
    let pages = try SourceTree.pages().flatMap { page in page.blocks.filter(\.isManifest) }
    for block in pages {
      let text = """
        // swift-tools-version: 6.2
        import PackageDescription
        let package = Package(name: "yours",
        \(block.lines.dropFirst().joined(separator: "\n"))
        )
        """
      let answer = try dump(text)
      #expect(answer.hasPrefix("{") && answer.contains("\"gpsbridge\""), "\(answer)")
    }
  }
}

@Suite struct `The manifest` {
  /// What `swift package dump-package` prints, as far as it is compared.
  private struct Dump: Decodable {
    struct Target: Decodable {
      var name: String
      var dependencies: [[String: [String?]]]
    }

    var targets: [Target]
  }

  @Test func `lists each dependency once, in order`() {
    for target in Manifest.ours.targets {
      #expect(target.dependencies == Set(target.dependencies).sorted(), "\(target.name)")
    }
  }

  @Test func `is read here as SwiftPM reads it`() throws {
    let answer = try dump(SourceTree.text(of: "Package.swift"))
    let targets = try JSONDecoder().decode(Dump.self, from: Data(answer.utf8)).targets
    #expect(Set(targets.map(\.name)) == Set(Manifest.ours.targets.map(\.name)))
    for target in targets {
      let names = target.dependencies.flatMap(\.values).compactMap { $0.first ?? nil }
      let ours = Manifest.ours.targets.first { $0.name == target.name }
      #expect(ours?.dependencies == names, "\(target.name)")
    }
  }
}
