import GNSS
import GPSBridge
import GPSStore
import GPSSystemCalls
import SimulatedGPS

/// Keeps simulated receivers in stores, on a clock that it moves; `Tests/Scripts/store.py` looks at the stores.
///
/// usage: store-probe STORE SECONDS OPENINGS
///        prints which numbers the store calls safe; the script cuts the power at the writes
///        store-probe --agree STORE...
///        prints for each store what of its way and trips does not follow from its fixes, or a dash
///        store-probe --play STORE SCENARIO DIALECT SECONDS
///        stores a scenario, and prints meters, the meters of its trips, and the route since the first fix
@main struct StoreProbe {
  static func main() async throws {
    let words = Array(CommandLine.arguments.dropFirst())
    switch words.first {
    case "--agree": for path in words.dropFirst() { print(Self.fault(path) ?? "-") }
    case "--play" where words.count == 5: try await play(words[1], words[2], words[3], Int(words[4]) ?? 0)
    default:
      guard words.count == 3, let seconds = Int(words[1]), let openings = Int(words[2]) else {
        fatalError(
          "usage: store-probe STORE SECONDS OPENINGS | --agree STORE… | --play STORE SCENARIO DIALECT SECONDS"
        )
      }
      try await keep(words[0], seconds, openings)
    }
  }

  private static func keep(_ path: String, _ seconds: Int, _ openings: Int) async throws {
    let time = ManualTime(utcSeconds: 1_795_158_502)
    for _ in 0..<openings {
      let simulated = SimulatedReceiver(.drive, time: time)
      let writer = try StoreWriter(simulated.receiver, at: path)
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

  private static func fault(_ path: String) -> String? {
    do throws(StoreError) { return try TrackStore(at: path).motionFault() } catch { return "\(error)" }
  }

  private static func play(
    _ path: String, _ scenario: String, _ dialect: String, _ seconds: Int
  ) async throws {
    guard var scenario = Scenario(named: scenario), let dialect = Dialect(named: dialect) else {
      fatalError("store-probe: unknown scenario or dialect")
    }
    scenario.dialect = dialect
    let time = ManualTime(utcSeconds: Double(scenario.start.secondsSince1970))
    let simulated = SimulatedReceiver(scenario, time: time)
    let writer = try StoreWriter(simulated.receiver, at: path)
    for _ in 0..<(seconds / 10) { await time.advance(by: .seconds(10)) }
    await writer.stop()
    let store = try TrackStore(at: path)
    var first: UTC?
    let begun = UTC(secondsSince1970: scenario.start.secondsSince1970 + 600)
    try store.forEachFix(to: begun) { if first == nil { first = $0.time } }
    let trips = try store.trips()
    print(try store.odometer(), trips.map(\.meters).reduce(0, +), trips.count, writer.counts.kept)
    // At rest there is no route.
    guard let first, scenario.name != "static" else { return }
    var engine = SimulatedReceiverMachine(scenario)
    for second in 1...seconds {
      _ = engine.advance(to: .seconds(second))
      let isStored = Int64(second) >= first.secondsSince1970 - scenario.start.secondsSince1970
      if isStored, let truth = engine.lastEpoch?.truth { print(truth.latitude, truth.longitude) }
    }
  }
}
