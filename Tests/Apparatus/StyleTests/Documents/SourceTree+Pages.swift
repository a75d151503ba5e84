extension SourceTree {
  /// The folders in which pages are.
  static let documented = ["docs", "Sources", "Tests", "udev-rules"]

  /// All pages of the project: those at its root, its documents, and the articles of its libraries.
  static func pages() throws -> [Page] {
    let atRoot = try ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"].map {
      SourceFile(path: $0, text: try text(of: $0))
    }
    return try (atRoot + documented.flatMap { try files(in: $0, ending: ["md"]) }).map(Page.init)
  }
}
