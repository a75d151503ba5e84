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
      for product in products {
        #expect(Manifest.ours.libraries.contains(product), "\(product)")
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
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "manifest-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(SourceTree.text(of: "Package.swift").utf8).write(to: folder.appending(path: "Package.swift"))
    let answer = try output(
      of: "env -u GPSBRIDGE_TESTS swift package dump-package --package-path '\(folder.path)'")
    let targets = try JSONDecoder().decode(Dump.self, from: Data(answer.utf8)).targets
    #expect(Set(targets.map(\.name)) == Set(Manifest.ours.targets.map(\.name)))
    for target in targets {
      let names = target.dependencies.flatMap(\.values).compactMap { $0.first ?? nil }
      let ours = Manifest.ours.targets.first { $0.name == target.name }
      #expect(ours?.dependencies == names, "\(target.name)")
    }
  }
}
