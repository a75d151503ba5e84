import GPSEventRuntime
import GPSFleetProtocol
import GPSFleetPublisher
import GPSSystemCalls
import Glibc

/// Publishes the positions of many simulated devices, for `Tests/Scripts/fleet.py`.
///
/// ```
/// fleet-probe publish URL TOKENS DEVICES EACH [RATE [BATCH [LIMIT [FIRST]]]] [KEY=VALUE]…
/// fleet-probe batch FIRST LAST        writes a batch of these numbers to standard output
/// ```
///
/// URL is a collector or a proxy; the last word of each line of the file TOKENS is a device's token, and FIRST is the line of the
/// first device, from 0. Each device has EACH positions, RATE a second (0: all at once); a batch is closed after BATCH milliseconds.
/// With SIGUSR1 the rest is made at once. It ends when all are settled, or after LIMIT seconds, with one line for each of its counts.
///
/// The keys are `ca`, a file of trusted certificates; `shift`, by how many milliseconds the devices' clocks are fast; `step` and
/// `step-after`, by how many they are set after a number; and `epoch`.
@main struct FleetProbe {
  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.first == "batch", words.count == 3 { return try writeBatch(words) }
    let numbers = words.dropFirst(3).filter { !$0.utf8.contains(0x3D) }.map { Int($0) ?? 0 }
    guard words.first == "publish", numbers.count >= 2 else { fatalError("see the comment of this program") }
    func number(_ place: Int, or usual: Int) -> Int { numbers.count > place ? numbers[place] : usual }
    func value(_ key: String) -> String? {
      words.first { $0.hasPrefix("\(key)=") }.map { String($0.dropFirst(key.utf8.count + 1)) }
    }
    func number(_ key: String) -> Int64? { value(key).flatMap { Int64($0) } }
    // Before there is another thread.
    _ = signal(SIGPIPE, SIG_IGN)
    var signals = sigset_t()
    unsafe sigaddset(&signals, SIGUSR1)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    _ = EventLoop.shared.adopt()
    _ = Kernel.raiseDescriptorLimit()
    let first = number(5, or: 0)
    let tokens = (Kernel.text(words[2], limit: 10_000_000) ?? "").split(separator: "\n").compactMap {
      $0.split { $0 == " " || $0 == "\t" }.last.map(String.init)
    }
    guard tokens.count >= first + numbers[0] else { fatalError("\(words[2]) has too few tokens") }
    var settings = SimulatedFleet.Settings(
      address: try FleetAddress(words[1]), tokens: Array(tokens[first..<(first + numbers[0])]))
    (settings.authorities, settings.first, settings.most) = (value("ca"), first, Int64(numbers[1]))
    settings.rate = Double(number(2, or: 0))
    settings.batch = .milliseconds(number(3, or: 1000))
    settings.limit = .seconds(number(4, or: 120))
    // All positions are in the past.
    settings.start = now() - Int64(numbers[1]) * 1000 + (number("shift") ?? 0)
    settings.step = number("step").map { SimulatedLane.ClockStep(after: number("step-after") ?? 0, by: $0) }
    if let epoch = number("epoch") { settings.epoch = UInt32(clamping: epoch) }
    let fleet = SimulatedFleet(on: EventLoop.shared, settings) { text, isWhole in
      _ = try? Kernel.write(STDOUT_FILENO, Array(text.utf8).span)
      exit(isWhole ? 0 : 1)
    }
    let isWatched = EventLoop.shared.watchSignals([SIGUSR1]) { _ in fleet.here { $0.makeRest() } }
    guard isWatched else { fatalError("no descriptor is left") }
    fleet.here { $0.begin() }
    EventLoop.shared.run()
  }

  private static func writeBatch(_ words: [String]) throws {
    let (first, last) = (Int64(words[1]) ?? 1, Int64(words[2]) ?? 1)
    let batch = SimulatedLane(0, start: now()).batch(
      first...last, installation: [UInt8](repeating: 7, count: 16), epoch: 217_315_200)
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
