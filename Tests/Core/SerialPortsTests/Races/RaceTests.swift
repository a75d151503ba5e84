import GPSEventRuntime
import TestSupport
import Testing

@testable import SerialPorts

@Suite struct `Ends that come together` {
  @Test func `close once, whoever is first`() async throws {
    for round in 0..<100 {
      let device = try PseudoTerminal()
      let path = device.path
      let keeper = try #require(OtherProgram(path))
      let (connection, listener) = try connect(path)
      let results = Results()
      await withTaskGroup(of: Void.self) { group in
        group.addTask { device.unplug() }
        group.addTask { connection.close() }
        group.addTask { connection.write([UInt8](repeating: 1, count: 50_000)) { results.take($0) } }
        group.addTask { for _ in 0..<10 { _ = try? connection.bytesToRead() } }
        if round.isMultiple(of: 2) { group.addTask { try? device.write("bytes") } }
      }
      await connection.waitUntilClosed()
      await results.count(1)
      #expect(results.errors.count == 1)
      #expect(listener.heard.ends.count <= 1)
      #expect(descriptors(of: path) == 1)
      keeper.end()
    }
  }

  @Test func `let a call in another thread finish before the descriptor is closed`() async throws {
    let device = try PseudoTerminal()
    let (connection, _) = try connect(device.path)
    let engine = connection.engine
    let isOpen = try engine.withLine { line in
      connection.close()
      engine.loop.sync {}
      engine.loop.sync {}
      return descriptors(of: line.path) == 1
    }
    #expect(isOpen)
    await connection.waitUntilClosed()
    #expect(descriptors(of: device.path) == 0)
  }
}
