import Testing

/// Programs in the shapes that tutorials and repositories have, one in each file.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `Code in the shapes of tutorials` {
  /// Ask for headings, addresses and background modes.
  static let refused: Set = ["S06Background", "S09Heading", "S16Geocoder"]
  /// A protocol without an actor over a class that has one.
  static let isolated: Set = ["S17Mock"]
  static let screens = "Screens"

  private func texts(_ names: some Sequence<String>) throws -> [String: String] {
    var texts: [String: String] = [:]
    for name in names { texts[name] = try Compiler.text(of: "Snippets/" + name) }
    return texts
  }

  @Test(arguments: Compiler.Mode.allCases) func `compiles, 17 of 21 in each mode`(_ mode: Compiler.Mode)
    throws
  {
    let left = mode == .swift6 ? Self.refused.union(Self.isolated) : Self.refused
    let names = try Compiler.names(in: "Snippets").filter { !left.contains($0) }
    #expect(names.count - 1 == 21 - left.count && names.count - 1 >= 17)
    let errors = try Compiler.diagnostics(of: texts(names), in: mode).filter(\.isError)
    #expect(errors.isEmpty, "\(errors)")
  }

  @Test(arguments: Compiler.Mode.allCases) func `is refused with the reason otherwise`(
    _ mode: Compiler.Mode
  ) throws {
    let said = try Compiler.diagnostics(of: texts(Self.refused.union([Self.screens])), in: mode)
    let errors = said.filter(\.isError)
    #expect(Set(errors.map(\.file)) == Self.refused)
    #expect(errors.allSatisfy { $0.message.contains(" is unavailable: ") }, "\(errors)")
  }

  @Test func `is refused where a protocol without an actor is to stand for a manager, in Swift 6 mode`()
    throws
  {
    let errors = try Compiler.diagnostics(of: texts(Self.isolated)).filter(\.isError)
    #expect(errors.count == 1 && errors.allSatisfy { $0.message.contains("main actor") }, "\(errors)")
  }
}
