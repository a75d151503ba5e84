import SerialPorts
import TestSupport
import Testing

@Suite struct `Writing to a connection` {
  @Test func `puts all bytes on the line`() async throws {
    let device = try PseudoTerminal()
    let (connection, _) = try connect(device.path)
    try await connection.write(Array("hello".utf8))
    #expect(try device.read(5) == Array("hello".utf8))
    connection.close()
  }
}
