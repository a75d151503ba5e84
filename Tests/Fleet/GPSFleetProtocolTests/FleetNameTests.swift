import Testing

@testable import GPSFleetProtocol

@Suite struct `A name in a fleet` {
  @Test(arguments: [
    "x' ; DROP TABLE fix;--", "<script>", "../..", "a/b", "+", "#", "a\nb", "", ".", "..", ".hidden", "-rf",
    "_x",
    "\"}", "é", "a b", String(repeating: "a", count: 65), String(repeating: "a", count: 300), "a\u{0}",
  ])
  func `has nothing that must be quoted anywhere`(text: String) {
    for role in [FleetName.Role.tenant, .device] {
      #expect(throws: FleetName.Fault.self) { try FleetName(text, of: role) }
    }
  }

  @Test func `has up to 64 letters, digits, dots, underscores and hyphens`() throws {
    for text in ["a", "7", "Z.-_", String(repeating: "a", count: 64)] {
      #expect(try FleetName(text, of: .tenant).description == text)
    }
  }

  @Test func `explains the rule that it breaks, without its control characters`() {
    do {
      _ = try FleetName("a/\u{1B}[2J", of: .tenant)
      Issue.record("no error")
    } catch {
      #expect(
        error.description == """
          found the tenant name "a/\\x1b[2J"; expected 1 to 64 letters, digits, dots, underscores and hyphens, the first \
          a letter or a digit
          """)
    }
  }
}
