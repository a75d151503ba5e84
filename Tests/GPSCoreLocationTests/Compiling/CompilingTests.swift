import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct `A program for a phone` {
  @Test func `compiles with plain settings, also where it says again what the module says`() throws {
    #expect(try Compiler.complaints(about: ["Phone": Compiler.text(of: "Phone")]) == [])
  }

  @Test func `may make a manager anywhere, and is warned where it calls one off the main actor`() throws {
    let said = try Compiler.diagnostics(of: ["Elsewhere": Compiler.text(of: "Elsewhere")])
    #expect(said.count == 1)
    #expect(said.allSatisfy { !$0.isError && $0.message.contains("startUpdatingLocation") }, "\(said)")
  }

  @Test func `may name the module by its other name, also with strict imports`() throws {
    #expect(try Compiler.diagnostics(of: ["Qualified": Compiler.text(of: "Qualified")]).map(\.message) == [])
  }

  @Test func `is refused where a token is taken for one with other arguments`() throws {
    let complaints = try Compiler.complaints(about: ["Token": Compiler.text(of: "Token")])
    #expect(complaints.count == 1, "\(complaints)")
  }

  @Test func `is refused where it asks for what no receiver on a cable can do`() throws {
    let complaints = try Compiler.complaints(about: ["Absent": Compiler.text(of: "Absent")])
    #expect(complaints.count == 14, "\(complaints)")
    // Each says why, and what to do.
    let form = /'.+' is unavailable: .+; .+\./
    #expect(complaints.allSatisfy { $0.wholeMatch(of: form) != nil }, "\(complaints)")
  }
}
