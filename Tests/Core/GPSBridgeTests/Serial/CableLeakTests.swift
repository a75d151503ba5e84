import SerialPorts
import TestSupport
import Testing

@testable import GPSBridge

@Suite(.timeLimit(.minutes(5))) struct `Receivers on a cable that are made and dropped` {
  @Test func `leave no descriptor behind, in the middle of a delivery or not`() async throws {
    let terminal = try PseudoTerminal()
    weak var last: Receiver?
    for number in 0..<repetitions(1000) / 5 {
      var options = ReceiverOptions()
      options.speedMemory = SpeedMemory()
      // The one before may still be closing.
      options.retryPauses = [.milliseconds(5)]
      let receiver = Receiver(SerialDevice(.node(terminal.path), speed: 9600), options: options)
      last = receiver
      let events = receiver.events.subscribe(.unbounded)
      let manager = LocationManager(receiver)
      let locations = manager.subscribe()
      for await event in events { if case .opened = event.kind { break } }
      if number % 4 == 0 { for second in 0..<2 { try terminal.write(Bench.epoch(second: second)) } }
      if number % 8 == 0 { _ = try await locations.next() }
      withExtendedLifetime((manager, locations)) {}
    }
    await until { last == nil && descriptors(of: terminal.path) == 0 }
  }
}
