import GPSEventRuntime
import GPSFleetLink
import GPSFleetLoad
import GPSFleetProtocol
import GPSSystemCalls
import Glibc

/// Publishes the positions of many simulated devices, for `Tests/Scripts/fleet.py`.
///
/// ```
/// fleet-probe publish HOSTS DEVICES EACH [RATE [BATCH [LIMIT [FIRST]]]] [KEY=NUMBER]…
/// fleet-probe batch FIRST LAST        writes a batch of these numbers to standard output
/// ```
///
/// HOSTS are addresses of brokers, separated by commas. Each device has EACH positions, RATE a second (0: all at once); a batch is
/// closed after BATCH milliseconds. With SIGUSR1 the rest is made at once. It ends when all are settled, or after LIMIT seconds, with
/// one line for each of its counts.
///
/// The keys are `shift`, by how many milliseconds the devices' clocks are fast, and `step` and `step-after`, by how many they are
/// set after a number. `epoch` and `second` are what devices report about their store and their connection.
@main struct FleetProbe {
  private static let installation = [UInt8](repeating: 7, count: 16)
  private static let epoch: UInt32 = 217_315_200

  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.first == "batch", words.count == 3 { return try writeBatch(words) }
    let numbers = words.dropFirst(2).filter { !$0.utf8.contains(0x3D) }.map { Int($0) ?? 0 }
    guard words.first == "publish", numbers.count >= 2 else { fatalError("see the comment of this program") }
    func number(_ place: Int, or usual: Int) -> Int { numbers.count > place ? numbers[place] : usual }
    func number(_ key: String) -> Int64? {
      words.first { $0.hasPrefix("\(key)=") }.flatMap { Int64($0.dropFirst(key.utf8.count + 1)) }
    }
    // Before there is another thread.
    var signals = sigset_t()
    unsafe sigaddset(&signals, SIGUSR1)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    _ = EventLoop.shared.adopt()
    _ = Kernel.raiseDescriptorLimit()
    let hosts = try words[1].split(separator: ",").map {
      FleetLinkSettings(try BrokerAddress(String($0)), client: "")
    }
    // All positions are in the past.
    let start = now() - Int64(numbers[1]) * 1000 + (number("shift") ?? 0)
    let step = number("step").map { SimulatedLane.ClockStep(after: number("step-after") ?? 0, by: $0) }
    var settings = FleetLoad.Settings(hosts: hosts, tenant: try FleetName("t", of: .tenant)) { place in
      var lane = SimulatedLane(place, start: start)
      lane.step = step
      return lane
    }
    (settings.prefix, settings.first, settings.devices) = ("d", number(5, or: 0), numbers[0])
    (settings.most, settings.rate) = (Int64(numbers[1]), Double(number(2, or: 0)))
    settings.batch = .milliseconds(number(3, or: 1000))
    settings.limit = .seconds(number(4, or: 120))
    settings.epoch = number("epoch").map { UInt32(clamping: $0) } ?? epoch
    settings.second = number("second") ?? 0
    settings.installation = installation
    let load = try FleetLoad(on: EventLoop.shared, settings, report: { _ in }) { counts in
      _ = try? Kernel.write(STDOUT_FILENO, Array(counts.text.utf8).span)
      exit(counts.isWhole ? 0 : 1)
    }
    let isWatched = EventLoop.shared.watchSignals([SIGUSR1]) { _ in load.assumeIsolated { $0.makeRest() } }
    guard isWatched else { fatalError("no descriptor is left") }
    load.assumeIsolated { $0.start() }
    EventLoop.shared.run()
  }

  private static func writeBatch(_ words: [String]) throws {
    let (first, last) = (Int64(words[1]) ?? 1, Int64(words[2]) ?? 1)
    let batch = SimulatedLane(0, start: now()).batch(first...last, installation: installation, epoch: epoch)
    var rest = batch.bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try Kernel.write(STDOUT_FILENO, Array(rest).span)) }
  }

  /// Milliseconds since 1970.
  private static func now() -> Int64 {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
  }
}
