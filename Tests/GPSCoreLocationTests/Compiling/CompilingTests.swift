import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct `A program for a phone` {
  @Test func `compiles with plain settings, also where it says again what the module says`() throws {
    #expect(try Compiler.complaints(about: ["Phone": Compiler.text(of: "Phone")]) == [])
  }

  @Test func `is refused where a manager is made on a thread that delivers nothing`() throws {
    let complaints = try Compiler.complaints(about: ["Elsewhere": Compiler.text(of: "Elsewhere")])
    #expect(complaints.count == 2)
    #expect(
      complaints.allSatisfy { $0.contains("main actor-isolated") || $0.contains("main actor") },
      "\(complaints)")
  }

  @Test func `is refused where a token is taken for one with other arguments`() throws {
    let complaints = try Compiler.complaints(about: ["Token": Compiler.text(of: "Token")])
    #expect(complaints.count == 1, "\(complaints)")
  }

  @Test func `is refused where it asks for what no receiver on a cable can do`() throws {
    let complaints = try Compiler.complaints(about: ["Absent": Compiler.text(of: "Absent")])
    #expect(complaints.count == 6, "\(complaints)")
    #expect(complaints.allSatisfy { $0.contains("has no member") }, "\(complaints)")
  }
}
