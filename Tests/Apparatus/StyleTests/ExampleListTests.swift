import FoundationEssentials
import Testing

@Suite struct `The list of examples` {
  /// The folders of docs/examples.
  private func folders() throws -> [String] {
    let root = SourceTree.root + "/docs/examples"
    return try FileManager.default.contentsOfDirectory(atPath: root).sorted().filter { name in
      var isFolder = false
      return FileManager.default.fileExists(atPath: root + "/" + name, isDirectory: &isFolder) && isFolder
    }
  }

  @Test func `has each of them once`() throws {
    let page = try SourceTree.text(of: "docs/examples/README.md")
    let listed = page.matches(of: /\| \[([^\]]+)\]\(([^\/)]+)\//).map(\.output)
    for entry in listed { #expect(entry.1 == entry.2) }
    #expect(try listed.map { String($0.1) }.sorted() == folders())
  }

  @Test func `leads to files`() throws {
    let page = try SourceTree.text(of: "docs/examples/README.md")
    for entry in page.matches(of: /\]\(([^)]+)\)/).map(\.output.1) {
      #expect(FileManager.default.fileExists(atPath: SourceTree.root + "/docs/examples/" + entry))
    }
  }

  @Test func `names what each imports`() throws {
    let page = try SourceTree.text(of: "docs/examples/README.md")
    for name in try folders() where name != "trip-meter" {
      let files = try SourceTree.files(in: "docs/examples/" + name, ending: ["swift"])
      let row = try #require(page.split(separator: "\n").first { $0.contains("[\(name)](") })
      let ours = Set(files.flatMap(imports)).intersection(Manifest.ours.modules.keys)
      let named = row.matches(of: /`(\w+)`/).map { String($0.output.1) }
      #expect(ours == Set(named), "\(name)")
    }
  }

  @Test func `has names that are folders, targets and programs at once`() throws {
    let manifest = try SourceTree.text(of: "docs/examples/Package.swift")
    for name in try folders() where name != "trip-meter" {
      #expect(manifest.contains("example(\"\(name)\","), "\(name) is no target of that package")
      #expect(name.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil, "\(name)")
    }
  }
}
