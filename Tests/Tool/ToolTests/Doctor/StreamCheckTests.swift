import GNSS
import GPSBridge
import SerialPorts
import Testing

@testable import GPSBridgeTool

@Suite struct `What the receiver says` {
  private typealias Change = (inout HeardFacts) -> Void

  private func facts(_ change: Change) -> HostFacts {
    var facts = HostFacts()
    facts.target = .simulated("sim:walk")
    facts.heard = .good(change)
    return facts
  }

  /// A change that takes the fix away, too.
  private func without(_ change: @escaping Change) -> Change {
    {
      ($0.facts.fix.hasFix, $0.facts.fix.searching) = (false, .seconds(60))
      change(&$0)
    }
  }

  /// A change to a stream that makes no sense.
  private func senseless(
    _ rate: Double, speed: Int? = nil, tried: [Int] = [], _ format: BinaryProtocol? = nil
  ) -> Change {
    {
      ($0.facts.fix.hasFix, $0.facts.stream.bytesPerSecond) = (.unknown, .known(rate))
      ($0.facts.stream.sentences, $0.facts.stream.epochs) = (0, 0)
      ($0.facts.port.speed, $0.facts.port.speedsTried) = (speed, tried)
      if let format { $0.facts.stream.formats = [format] }
    }
  }

  @Test func `is told in words that were read and found right`() throws {
    let verdicts: KeyValuePairs<String, Change> = [
      "all is good": { _ in },
      "a week is counted wrong, and there is a position": { $0.facts.integrity.rolloverWeeks = 1024 },
      "some bytes are broken": { $0.facts.stream.badChecksums = 50 },
      "the geometry is poor": { $0.facts.fix.horizontalDilution = 9 },
      "there is no height": { $0.facts.fix.dimensions = 2 },
      "nothing is good about it: jammed": { $0.facts.integrity.jamming = .known(.critical) },
      "nothing is good about it: spoofed": { $0.facts.integrity.isSpoofingReported = true },
      "nothing is good about it: time": { $0.facts.integrity.timeStoodStill = .known(.seconds(9)) },
      "no fix: no signal": without { $0.facts.sky.heard = 0 },
      "no fix: weak": without { $0.facts.sky.best = 24 },
      "no fix: few satellites": without { $0.facts.sky.heardWell = 2 },
      "no fix: antenna": without { $0.facts.integrity.antenna = "OPEN" },
      "no fix: not yet": without { $0.facts.fix.searching = .seconds(5) },
      "a fix, and it has stopped": { ($0.hasStopped, $0.facts.stream.bytesPerSecond) = (true, .known(0)) },
      "a fix, between two epochs": { $0.facts.stream.bytesPerSecond = .known(0) },
      "a fix, and its server has stopped": { heard in
        (heard.hasStopped, heard.facts.port.isOnNetwork) = (true, true)
        heard.facts.stream.bytesPerSecond = .known(0)
      },
      "a recording without a fix": without {
        ($0.isRecording, $0.counts.fixes, $0.counts.epochs) = (true, 0, 90)
      },
      "a recording of positions that are marked as invalid": without {
        ($0.isRecording, $0.counts.fixes, $0.counts.epochs, $0.counts.markedInvalid) = (true, 0, 90, 88)
      },
      "no bytes": senseless(0),
      "one speed": senseless(400, speed: 9600),
      "each speed": senseless(400, speed: 9600, tried: [4800, 38400, 115_200, 57600]),
      "no speed": senseless(400),
      "a maker's own language": senseless(470, speed: 57600, .tsip),
      "it was not heard for long enough": { $0.facts = ReceiverFacts() },
      "it could not be opened": {
        $0.refusal = LocationError(.portFailed, "the \u{1B}port failed", remedy: "do this")
      },
    ]
    let streams: KeyValuePairs<String, Change> = [
      "two refused positions, and that is over": { $0.counts.refusedPositions = 2 },
      "a refused position, and no fix": { ($0.counts.refusedPositions, $0.facts.fix.hasFix) = (1, false) },
      "binary messages are counted": {
        ($0.counts.sentences, $0.counts.messages) = (0, 40)
        $0.facts.stream.sentences = 0
      },
      "the speed of the line, and what was broken": {
        ($0.facts.port.speed, $0.counts.badChecksums, $0.rate) = (4800, 1, 0.966)
      },
    ]
    let parts: KeyValuePairs<String, Change> = [
      "it reports nothing of itself": { _ in },
      "the antenna is in order": { $0.hardware.antenna = .ok },
      "a watch that is off is not called good": {
        ($0.hardware.jamming, $0.hardware.spoofing) = (.notWatched, .nothingFound)
        ($0.hardware.load.processor, $0.hardware.temperature) = (31, 44)
      },
      "the antenna is open": { $0.hardware.antenna = .open },
      "the antenna is open, and there is no fix": {
        ($0.hardware.antenna, $0.facts.fix.hasFix) = (.open, false)
      },
    ]
    var rows = verdicts.map { claim, change in
      (claim, StreamChecks.opening(facts(change)) + StreamChecks.verdicts(facts(change)))
    }
    rows += streams.map { claim, change in
      (claim, StreamChecks.refused(facts(change)) + StreamChecks.stream(facts(change)))
    }
    rows += parts.map { claim, change in (claim, StreamChecks.hardware(facts(change))) }
    var port = ExaminedPort(port: .init(node: "/dev/ttyACM0"))
    port.port.usb = .init(identity: .init(vendor: 0x1546, product: 0x01A8), place: "1-1")
    let weak = without { $0.facts.sky.best = 20 }
    let disk: [(String, Change?)] = [
      ("beside a disk on USB 3, not heard", nil), ("beside a disk, without harm", { _ in }),
      ("beside a disk, and weak", weak),
    ]
    for (claim, change) in disk {
      var facts = change.map(facts) ?? HostFacts()
      facts.target = .port(port)
      facts.usb = [
        USBDevice(place: "1-1", identity: .init(vendor: 0x1546, product: 0x01A8)),
        USBDevice(place: "2-1", identity: .init(vendor: 1, product: 2), product: "Disk", speed: 5000),
      ]
      let verdicts = change == nil ? [] : StreamChecks.verdicts(facts)
      rows.append((claim, NeighborChecks.superSpeed(facts) + verdicts))
    }
    try Transcript.expect("stream-findings", rows)
  }

  @Test func `stays a sentence where it is joined to other words`() {
    #expect(
      ToolError.joined("no fix within 9 s", "It searches. Wait.") == "no fix within 9 s. It searches. Wait.")
    #expect(ToolError.joined("It searches.", "Wait.") == "It searches. Wait.")
    #expect(ToolError.joined("cannot open x", "3.5 of 4") == "cannot open x; 3.5 of 4")
    #expect(ToolError.joined(nil, "It searches.") == "It searches." && ToolError.joined("a", nil) == "a")
  }
}
