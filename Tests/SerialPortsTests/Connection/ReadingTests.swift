import SerialPorts
import TestSupport
import Testing

@Suite struct `Reading from a connection` {
  @Test func `hands on the bytes as they came`() async throws {
    let device = try PseudoTerminal()
    let (connection, listener) = try connect(device.path)
    try device.write("hello\r\n")
    #expect(await listener.bytes(7) == Array("hello\r\n".utf8))
    connection.close()
  }

  @Test func `ends when the device goes`() async throws {
    let device = try PseudoTerminal()
    let (connection, listener) = try connect(device.path)
    device.unplug()
    #expect(await listener.end()?.error.code == .vanished)
    await connection.waitUntilClosed()
  }
}
