import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct `The compiler` {
  @Test(arguments: ["Isolation", "Regions", "Proxies", "Overrides"])
  func `refuses every mistake of the case, each for its own reason, and nothing else`(_ name: String) throws {
    let planted = DeliveryCase(name)
    let (expected, found) = try (planted.expectations, planted.errors())
    #expect(expected.count > 1)
    for expectation in expected {
      #expect(
        found.contains { $0.line == expectation.line && $0.message.hasPrefix(expectation.message) },
        "line \(expectation.line) of \(name) is not refused")
    }
    for error in found {
      #expect(
        expected.contains { $0.line == error.line },
        "line \(error.line) of \(name) is refused without being expected: \(error.message)")
    }
  }

  @Test(arguments: ["Sound", "Article"])
  func `accepts the same program without the races, and one in the manner of the articles`(_ name: String)
    throws
  {
    #expect(try DeliveryCase(name).errors().map(\.message) == [])
  }
}
