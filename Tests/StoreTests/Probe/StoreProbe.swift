import GPSBridge
import GPSStore
import GPSSystemCalls
import SimulatedGPS

/// Keeps a simulated drive in a store, on a clock that it moves, and prints which numbers the store calls safe.
///
/// `Tests/Scripts/store.py` cuts the power at its writes.
///
/// usage: store-probe STORE SECONDS OPENINGS
@main struct StoreProbe {
  static func main() async throws {
    let words = CommandLine.arguments
    guard words.count == 4, let seconds = Int(words[2]), let openings = Int(words[3]) else {
      fatalError("usage: store-probe STORE SECONDS OPENINGS")
    }
    let time = ManualTime(utcSeconds: 1_795_158_502)
    for _ in 0..<openings {
      let simulated = SimulatedReceiver(.drive, time: time)
      let writer = try StoreWriter(simulated.receiver, at: words[1])
      for second in 1...seconds {
        await time.advance(by: .seconds(1))
        // Between these, the store decides by itself when it writes.
        if second % 5 == 0 { try await writer.settled() }
        let line = Array("\(writer.lastSettled)\n".utf8)
        _ = try Kernel.write(Kernel.standardOutput, line.span)
      }
      await writer.stop()
    }
  }
}
