import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct `The guide to delegate proxies` {
  /// What stands between the fences, one piece a string.
  func pieces() throws -> [String] {
    let root = Compiler.above(Compiler.above(Compiler.above(Compiler.here)))
    let text = try Compiler.contents(root + "/docs/delegate-proxies.md")
    return text.split(separator: "```swift\n").dropFirst().map { piece in
      String(piece[..<(piece.firstRange(of: "```")?.lowerBound ?? piece.endIndex)])
    }
  }

  @Test func `shows only programs that a test compiles`() throws {
    let cases = try ["Guide", "GuideRxSwift", "GuideCombine", "GuideObservation"].map {
      try Compiler.contents(Compiler.path($0))
    }
    let pieces = try pieces()
    #expect(pieces.count >= 10)
    for piece in pieces {
      #expect(cases.contains { $0.contains(piece) }, "no case has this: \(piece)")
    }
  }

  @Test(arguments: [
    ("Guide", nil), ("GuideObservation", nil), ("GuideRxSwift", "RxSwift"), ("GuideCombine", "OpenCombine"),
  ])
  func `compiles as it stands`(_ name: String, _ stub: String?) throws {
    #expect(try Compiler.complaints(about: name, with: stub).map(\.message) == [])
  }
}
