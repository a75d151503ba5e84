import Testing

/// The tool stands on the public library: whatever it can do, a user's program can do.
@Suite struct `The door of GPSBridge` {
  /// A declaration that other modules of this package may use, and nobody else.
  private struct Shared: Hashable, CustomStringConvertible {
    var path: String
    /// The word by which its use can be found: a name, or the first label of an initializer.
    var word: String

    var description: String { "\(path): \(word)" }
  }

  private func shared() throws -> [Shared] {
    let files = try SourceTree.files(in: "Sources/Core/GPSBridge", ending: ["swift"])
    return files.flatMap { file in
      file.code.compactMap { line in Self.word(line).map { Shared(path: file.path, word: $0) } }
    }
  }

  private static func word(_ line: Substring) -> String? {
    let words = line.split(separator: " ")
    guard let start = words.firstIndex(of: "package"), words.dropFirst(start + 1).first != "import" else {
      return nil
    }
    let kinds: Set<Substring> = ["func", "var", "let", "class", "struct", "enum", "typealias", "init"]
    let declaration = words[(start + 1)...].joined(separator: " ")
    if let label = declaration.firstRange(of: "init(") {
      return declaration[label.upperBound...].prefix { $0.isLetter }.description + ":"
    }
    guard let kind = words[(start + 1)...].firstIndex(where: kinds.contains), kind + 1 < words.count else {
      return declaration
    }
    return words[kind + 1].prefix { $0.isLetter || $0.isNumber }.description
  }

  @Test func `has at most three declarations for this package alone`() throws {
    let shared = try shared()
    #expect(shared.count <= 3, "\(shared)")
  }

  @Test func `is the public one for every file of the tool`() throws {
    let shared = try shared()
    let folders = ["Sources/Tool", "Sources/Services/GPSServiceVerbs", "Sources/Fleet/GPSFleetVerbs"]
    let files = try folders.flatMap { try SourceTree.files(in: $0, ending: ["swift"]) }
    #expect(files.count > 140)
    for file in files where file.text.contains("import GPSBridge") {
      for one in shared {
        #expect(
          !file.code.contains { $0.contains(".\(one.word)") || $0.contains("(\(one.word)") },
          "\(file.path) uses \(one)")
      }
    }
  }

  @Test func `is told from another word by the rule itself`() {
    #expect(Self.word("  package static var notLookedFor: LocationError {") == "notLookedFor")
    #expect(Self.word("  package convenience init(beside other: LocationManager) {") == "beside:")
    #expect(Self.word("package import GNSS") == nil)
    #expect(Self.word("  public func package(_ name: String)") == nil)
  }
}
