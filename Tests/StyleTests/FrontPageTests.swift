import Testing

@Suite struct `The front page` {
  @Test func `shows of the port what an example does`() throws {
    let page = try SourceTree.text(of: "README.md")
    let example = try SourceTree.text(of: "docs/examples/read-a-port/main.swift")
    let pieces = page.components(between: "```swift\n", and: "```").filter {
      $0.contains("SerialPortMonitor")
    }
    #expect(pieces.count == 1)
    for piece in pieces { #expect(example.contains(piece), "the example has nothing like this: \(piece)") }
  }
}

extension String {
  /// What stands between two marks, as often as they come.
  func components(between start: String, and end: String) -> [String] {
    split(separator: start).dropFirst().map { piece in
      String(piece[..<(piece.firstRange(of: end)?.lowerBound ?? piece.endIndex)])
    }
  }
}
