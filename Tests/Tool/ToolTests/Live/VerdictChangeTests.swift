import GPSBridge
@testable import GPSFormats
import Testing

@testable import GPSBridgeTool

@Suite struct `A change of the verdict` {
  private let start = ContinuousClock.now
  private let place = DevicePlace(key: "k", node: "/dev/ttyUSB97", speed: .unknown)

  @Test func `is told with the time, and the device's one name`() throws {
    let options = try WatchOptions(parse(["watch", "sim:walk", "--types=verdict"]))
    var records = LiveRecords(.simulated("sim:walk"), options)
    let now = LiveMoment(start, utcSeconds: 1_795_176_000)
    _ = records.take(.event(ReceiverEvent(.opened(place, speed: nil), at: start)), at: now)
    let verdict = Report.verdict(Diagnosis.verdict(ReceiverFacts()))
    let open = String(decoding: records.take(verdict, at: now).joined(), as: UTF8.self)
    #expect(open.contains(#""device":"/dev/ttyUSB97","at":"2026-11-20T12:00:00.000Z","code":"listening""#))
    _ = records.take(.event(ReceiverEvent(.detached(place), at: start)), at: now)
    #expect(String(decoding: records.take(verdict, at: now).joined(), as: UTF8.self) == open)
  }

  @Test func `to u-blox alone is told on a line, which does not stay at the search for the speed`() {
    var device = MonitoredDevice(source: "/dev/ttyUSB97")
    var lines = MonitorLines(.metric, .dd, isPlain: false)
    var all: [String] = []
    var counts = StreamTotals()
    let kinds: [ReceiverEvent.Kind] = [
      .attached(place), .opened(place, speed: 9600), .state(.detectingSpeed(9600)), .speedFound(9600),
      .state(.noFix), .binary(.ubx), .state(.binary(.ubx)),
    ]
    for (second, kind) in kinds.enumerated() {
      let now = start + .seconds(second)
      counts.bytes += 100
      counts.messages += 4
      let output = Report.event(ReceiverEvent(kind, at: now))
      device.take(output, counts, at: now, utcSeconds: 0)
      let state = MonitorState([device], at: now, utcSeconds: 0)
      if let line = lines.line(for: output, device, state) { all.append(line) }
    }
    #expect(all.count == 2 && all.first?.contains("FINDING SPEED") == true)
    let words = "BINARY The receiver sends u-blox binary at 9600 bits per second, without positions yet."
    #expect(all.last?.hasSuffix(words) == true, "\(all)")
    #expect(device.facts.verdict(at: start + .seconds(9)).code == .binaryMode)
  }
}
