import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct `The guide to delegate proxies` {
  /// The code between a page's fences, one piece a string.
  func pieces(of page: String) throws -> [String] {
    let root = Compiler.above(Compiler.above(Compiler.above(Compiler.here)))
    let text = try Compiler.contents("\(root)/\(page)")
    return text.split(separator: "```swift\n").dropFirst().map { piece in
      String(piece[..<(piece.firstRange(of: "```")?.lowerBound ?? piece.endIndex)])
    }
  }

  @Test func `shows only programs that a test compiles`() throws {
    let cases = try
      (["Guide", "GuideObservation"].map(Compiler.path)
      + ["GuideRxSwift", "GuideCombine"].map(Compiler.Outside.adapter)).map(Compiler.contents)
    let pieces = try pieces(of: "docs/delegate-proxies.md")
    #expect(pieces.count >= 5)
    for piece in pieces {
      #expect(cases.contains { $0.contains(piece) }, "no case has this: \(piece)")
    }
  }

  @Test func `is what the front page shows a piece of`() throws {
    let guide = try Compiler.contents(Compiler.path("Guide"))
    let shown = try pieces(of: "README.md").filter { $0.contains("OvenProxy") }
    #expect(shown.count == 1)
    for piece in shown { #expect(guide.contains(piece), "the guide has nothing like this: \(piece)") }
  }

  @Test(arguments: [
    ("Guide", nil), ("GuideObservation", nil), ("GuideRxSwift", "RxSwift"), ("GuideCombine", "OpenCombine"),
  ])
  func `compiles as it stands`(_ name: String, _ library: String?) throws {
    #expect(try Compiler.complaints(about: name, with: library).map(\.message) == [])
  }
}
