import Testing

@Suite struct `The front page` {
  @Test(arguments: [
    ("SerialPortMonitor", "docs/examples/read-a-port/main.swift"),
    ("didUpdateLocations", "docs/examples/hello-location/main.swift"),
  ])
  func `shows what an example does`(_ word: String, _ path: String) throws {
    let page = try SourceTree.text(of: "README.md")
    let example = try SourceTree.text(of: path)
    let pieces = page.components(between: "```swift\n", and: "```").filter { $0.contains(word) }
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
