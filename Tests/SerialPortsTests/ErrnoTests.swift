import Testing

@testable import SerialPorts

@Suite struct `An errno` {
  @Test func `keeps its number`() {
    #expect(Errno(5).rawValue == 5)
  }
}
