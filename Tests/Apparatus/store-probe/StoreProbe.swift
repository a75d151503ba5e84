import GNSS
import GPSBridge
import GPSStore
import GPSSystemCalls
import SimulatedGPS

/// Keeps simulated receivers in stores, on a clock that it moves; `Tests/Scripts/store.py` looks at the stores.
///
/// ```
/// store-probe STORE SECONDS OPENINGS [DAYS]   a drive, some days later after two openings; prints which numbers the store calls safe
/// store-probe STORE SECONDS real              ten fixes a second on the machine's clock
/// store-probe --agree STORE...                for each store how its way differs from that of its fixes, or a dash
/// store-probe --play STORE SCENARIO DIALECT SECONDS
///                                             a scenario; prints meters, the meters of its trips, and the route since the first fix
/// store-probe --ask STORE LAT LON METERS      prints the microseconds of the last position, and of the fixes around a place
/// store-probe --cost STORE SECONDS            a drive; prints the nanoseconds of an epoch on the receiver's thread, and on the store's
/// ```
///
/// At each end of the first two it prints to standard error what became of the fixes, and how late a report came.
@main struct StoreProbe {
  static func main() async throws {
    let words = Array(CommandLine.arguments.dropFirst())
    switch words.first {
    case "--agree":
      for path in words.dropFirst() { print("\(fault(path) ?? "-")\n", to: Kernel.standardOutput) }
    case "--ask" where words.count == 5: try ask(words[1], words[2...].compactMap { Double($0) })
    case "--cost" where words.count == 3: try await cost(words[1], Int(words[2]) ?? 0)
    case "--play" where words.count == 5: try await play(words[1], words[2], words[3], Int(words[4]) ?? 0)
    default:
      guard words.count >= 3, let seconds = Int(words[1]) else {
        fatalError("usage: store-probe STORE SECONDS OPENINGS [DAYS] | … real | --agree STORE… | --play …")
      }
      if words[2] == "real" { return try await run(words[0], seconds) }
      guard let openings = Int(words[2]), let days = words.count > 3 ? Int(words[3]) : 0 else {
        fatalError("expected a number of openings, and one of days")
      }
      try await keep(words[0], seconds, openings, days)
    }
  }

  private static func keep(_ path: String, _ seconds: Int, _ openings: Int, _ days: Int) async throws {
    let time = ManualTime(utcSeconds: 1_795_158_502)
    for opening in 0..<openings {
      var scenario = Scenario.drive
      // Two openings of a receiver, and then some days; a name has its date.
      let start = 1_795_158_502 + Int64(opening / 2 * days * 86_400)
      if opening % 2 == 0 { time.setUTC(Double(start)) }
      scenario.start = UTC(secondsSince1970: start)
      let simulated = SimulatedReceiver(scenario, time: time)
      let writer: StoreWriter
      do throws(StoreError) { writer = try StoreWriter(simulated.receiver, at: path) } catch {
        return print("refused \(error.code.rawValue)\n", to: 2)
      }
      let reports = Reports(of: simulated.receiver)
      for second in 1...seconds {
        await time.advance(by: .seconds(1))
        // Between these, the store decides by itself when it writes. A bad disk is what the check asks for.
        if second % 5 == 0 { try? await writer.settled() }
        print("\(writer.lastSettled)\n", to: Kernel.standardOutput)
      }
      await writer.stop()
      conclude(writer, reports)
    }
  }

  private static func run(_ path: String, _ seconds: Int) async throws {
    var scenario = Scenario.drive
    scenario.rate = 10
    let simulated = SimulatedReceiver(scenario)
    let writer = try StoreWriter(simulated.receiver, at: path)
    let reports = Reports(of: simulated.receiver)
    try await Task.sleep(for: .seconds(seconds))
    let memory = Kernel.text("/proc/self/status", limit: 8192)?.split(separator: "\n").first {
      $0.hasPrefix("VmRSS")
    }
    try? await writer.settled()
    reports.end()
    await writer.stop()
    conclude(writer, reports)
    print("\(memory ?? "")\n", to: 2)
  }

  private static func conclude(_ writer: StoreWriter, _ reports: Reports) {
    let (counts, seen) = (writer.counts, reports.state)
    let delays = seen.delays.sorted()
    let (late, latest) = (delays.isEmpty ? 0 : delays[delays.count * 99 / 100], delays.last ?? 0)
    print(
      "made \(counts.made) kept \(counts.kept) dropped \(counts.dropped) waiting \(counts.waiting) "
        + "seen \(seen.count) late \(late) latest \(latest)\n", to: 2)
  }

  private static func print(_ text: String, to descriptor: CInt) {
    let line = Array(text.utf8)
    _ = try? Kernel.write(descriptor, line.span)
  }

  /// The positions that a receiver reports, and the longest time from an epoch's arrival to its report.
  private final class Reports: Sendable {
    struct State: Sendable {
      var count = 0
      /// Microseconds.
      var delays: [Int] = []
    }

    private let seen = Guarded(State())
    private let listening = Guarded<ReceiverListening?>(nil)
    var state: State { seen.withLock { $0 } }

    func end() { listening.withLock { $0?.cancel() } }

    init(of receiver: Receiver) {
      let seen = seen
      let time = receiver.time
      let listening = receiver.onReport { report in
        guard case .epoch(let epoch) = report, epoch.newLocation != nil else { return }
        let late = epoch.received.duration(to: time.now)
        seen.withLock {
          $0.count += 1
          $0.delays.append(Int(late / .microseconds(1)))
        }
      }
      self.listening.withLock { $0 = listening }
    }
  }

  /// The median of some runs in microseconds.
  private static func median(of runs: Int, _ work: () throws -> Void) rethrows -> Double {
    var times: [Int64] = []
    for _ in 0..<runs {
      let begin = Kernel.monotonicNanoseconds()
      try work()
      times.append(Kernel.monotonicNanoseconds() - begin)
    }
    return Double(times.sorted()[runs / 2]) / 1000
  }

  private static func ask(_ path: String, _ numbers: [Double]) throws {
    guard numbers.count == 3, let place = Coordinate(latitude: numbers[0], longitude: numbers[1]) else {
      fatalError("usage: store-probe --ask STORE LAT LON METERS")
    }
    let store = try TrackStore(at: path)
    let last = try median(of: 201) { _ = try store.lastKnown() }
    var query = StoreQuery()
    query.box = StoreQuery.Box(around: place, within: numbers[2])
    var found = 0
    let box = try median(of: 21) {
      found = 0
      try store.forEachFix(query) { _ in found += 1 }
    }
    Swift.print(last, box, found)
  }

  /// The processor time of each thread of this program in nanoseconds.
  private static func threadTimes() -> [String: Int] {
    var found: [String: Int] = [:]
    for name in Kernel.names(in: "/proc/self/task") {
      let text = Kernel.text("/proc/self/task/\(name)/schedstat", limit: 100) ?? ""
      found[name] = text.split(separator: " ").first.flatMap { Int($0) }
    }
    return found
  }

  private static func cost(_ path: String, _ seconds: Int) async throws {
    let time = ManualTime(utcSeconds: 1_795_158_502)
    let simulated = SimulatedReceiver(.drive, time: time)
    let spent = Guarded((epochs: [Int64](), rest: Int64(0)))
    // All threads but the store's begin before it.
    await time.advance(by: .seconds(5))
    let before = threadTimes()
    let writer = try StoreWriter(of: simulated.receiver, at: path, program: "store-probe")
    let listening = simulated.receiver.onReport { report in
      let begin = Kernel.monotonicNanoseconds()
      writer.take(report)
      let passed = Kernel.monotonicNanoseconds() - begin
      spent.withLock {
        $0.rest += passed
        guard case .epoch = report else { return }
        $0.epochs.append($0.rest)
        $0.rest = 0
      }
    }
    for _ in 0..<seconds { await time.advance(by: .seconds(1)) }
    try await writer.settled()
    let own = threadTimes().filter { before[$0.key] == nil }.values.max() ?? 0
    listening.cancel()
    await writer.stop()
    // Other programs may interrupt any of them.
    let times = spent.withLock { $0.epochs.sorted() }
    Swift.print(times.count, times.isEmpty ? 0 : times[times.count / 2], own / max(1, times.count))
  }

  private static func fault(_ path: String) -> String? {
    do throws(StoreError) {
      let store = try TrackStore(at: path)
      let (way, derived) = (try store.odometer(), try store.derivedWay())
      // A program that goes on has the last minutes of the one before, not all of them.
      return abs(way - derived) <= 20 + derived / 100 ? nil : "\(way) m, and \(derived) m follow"
    } catch { return "\(error)" }
  }

  private static func play(_ path: String, _ scenario: String, _ dialect: String, _ seconds: Int) async throws
  {
    guard var scenario = Scenario(named: scenario), let dialect = Dialect(named: dialect) else {
      fatalError("store-probe: unknown scenario or dialect")
    }
    scenario.dialect = dialect
    let time = ManualTime(utcSeconds: Double(scenario.beginning.secondsSince1970))
    let simulated = SimulatedReceiver(scenario, time: time)
    let writer = try StoreWriter(simulated.receiver, at: path)
    for _ in 0..<(seconds / 10) { await time.advance(by: .seconds(10)) }
    await writer.stop()
    let store = try TrackStore(at: path)
    var first: UTC?
    let begun = UTC(secondsSince1970: scenario.beginning.secondsSince1970 + 600)
    try store.forEachFix(to: begun) { if first == nil { first = $0.time } }
    let trips = try store.trips()
    Swift.print(try store.odometer(), trips.map(\.meters).reduce(0, +), trips.count, writer.counts.kept)
    // At rest there is no route.
    guard let first, scenario.name != "static" else { return }
    var engine = SimulatedReceiverMachine(scenario)
    for second in 1...seconds {
      _ = engine.advance(to: .seconds(second))
      let isStored = Int64(second) >= first.secondsSince1970 - scenario.beginning.secondsSince1970
      if isStored, let truth = engine.lastEpoch?.truth { Swift.print(truth.latitude, truth.longitude) }
    }
  }
}
