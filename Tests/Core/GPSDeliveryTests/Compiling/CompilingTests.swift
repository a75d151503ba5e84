import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct `The compiler` {
  @Test(arguments: ["Isolation", "Regions", "Proxies"])
  func `refuses every data race of the case, each for its own reason, and nothing else`(_ name: String) throws
  {
    let expected = try Compiler.expectations(of: name)
    let found = try Compiler.complaints(about: name)
    #expect(expected.count > 4)
    for expectation in expected {
      #expect(
        found.contains { $0.line == expectation.line && $0.message.hasPrefix(expectation.message) },
        "line \(expectation.line) of \(name) is not refused")
    }
    for complaint in found {
      #expect(
        expected.contains { $0.line == complaint.line },
        "line \(complaint.line) of \(name) is refused without being expected: \(complaint.message)")
    }
  }

  @Test func `accepts the same program without the races`() throws {
    #expect(try Compiler.complaints(about: "Sound").map(\.message) == [])
  }

  @Test func `accepts a program in the manner of the articles, with plain settings`() throws {
    #expect(try Compiler.complaints(about: "Article").map(\.message) == [])
  }
}
