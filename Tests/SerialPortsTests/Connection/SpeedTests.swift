import SerialPorts
import SimulatedGPS
import TestSupport
import Testing

@Suite struct `A device at a speed of its own` {
  private let text = Array("a line of text, as a device might say it, and another one\r\n".utf8)

  /// The bytes that a program reads at a speed, from a device that sends at 9600 bits a second.
  private func heard(at speed: LineSpeed) async throws -> [UInt8] {
    let device = try PseudoTerminal()
    let (connection, listener) = try connect(device.path, settings: LineSettings(speed: speed))
    // The device's side sees how the program has set its port: that is what the cable does to the bytes.
    let noise = garbled(text, 9600, at: try device.speed())
    try device.write(noise)
    let bytes = await listener.bytes(noise.count)
    connection.close()
    return bytes
  }

  @Test func `is understood at its speed, and within two percent of it`() async throws {
    #expect(try await heard(at: 9600) == text)
    #expect(try await heard(at: 9792) == text)
  }

  @Test func `is half as long and garbled at half of it`() async throws {
    let bytes = try await heard(at: 4800)
    #expect(bytes != text)
    #expect(abs(bytes.count - text.count / 2) <= 3)
  }

  @Test func `is understood when the speed is set right in the middle of things`() async throws {
    let device = try PseudoTerminal()
    let (connection, listener) = try connect(device.path, settings: LineSettings(speed: 38_400))
    try connection.apply(LineSettings(speed: 9600))
    try connection.discardInput()
    try device.write(garbled(text, 9600, at: try device.speed()))
    #expect(await listener.bytes(text.count) == text)
    connection.close()
  }
}

/// The bytes read at one speed of a text that was sent at another.
private func garbled(_ text: [UInt8], _ sender: Int, at receiver: UInt32) -> [UInt8] {
  UARTModel(sender: sender, receiver: Int(receiver)).garble(text.span).bytes
}
