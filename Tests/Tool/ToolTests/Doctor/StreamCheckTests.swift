import GNSS
import GPSBridge
import SerialPorts
import Testing

@testable import GPSBridgeTool

@Suite struct `What the receiver says` {
  private func findings(_ change: (inout HeardFacts) -> Void) -> [Finding] {
    var facts = HostFacts()
    facts.target = .simulated("sim:walk")
    facts.heard = .good(change)
    return StreamChecks.verdicts(facts)
  }

  /// Level and code of each.
  private func words(_ change: (inout HeardFacts) -> Void) -> [String] {
    findings(change).map { "\($0.level.rawValue) \($0.code)" }
  }

  @Test func `is a failure where it keeps a position away, and a warning where it does not`() {
    #expect(words { _ in } == ["ok good"])
    #expect(words { $0.facts.integrity.rolloverWeeks = 1024 } == ["warn rollover", "ok good"])
    #expect(words { $0.facts.stream.badChecksums = 50 } == ["warn bad_checksums", "ok good"])
    #expect(words { $0.facts.fix.horizontalDilution = 9 } == ["warn poor_geometry"])
    #expect(words { $0.facts.fix.dimensions = 2 } == ["warn no_height"])
    // Nothing is good about a position that cannot be trusted.
    #expect(words { $0.facts.integrity.jamming = .known(.critical) } == ["warn jammed"])
    #expect(words { $0.facts.integrity.isSpoofingReported = true } == ["fail spoofed"])
    #expect(words { $0.facts.integrity.timeStoodStill = .known(.seconds(9)) } == ["warn stuck_time"])
  }

  @Test func `is a warning where positions were refused, and says whether that is over`() {
    var facts = HostFacts()
    facts.heard = .good { $0.counts.refusedPositions = 2 }
    let over = StreamChecks.refused(facts)
    #expect(over.map(\.what) == ["2 positions at 0°, 0° were refused"])
    #expect(over.map(\.level) == [.warning])
    #expect(over.first?.fix == "nothing to do: it has had a fix since")
    facts.heard = .good {
      $0.counts.refusedPositions = 1
      $0.facts.fix.hasFix = false
    }
    #expect(StreamChecks.refused(facts).first?.fix == "unplug it for ten seconds; then give it a minute")
    facts.heard = .good { _ in }
    #expect(StreamChecks.refused(facts).isEmpty)
  }

  private func hardware(hasFix: Bool = true, _ say: (inout HardwareCondition) -> Void) -> [String] {
    var facts = HostFacts()
    facts.heard = .good {
      say(&$0.hardware)
      $0.facts.fix.hasFix = .known(hasFix)
    }
    return StreamChecks.hardware(facts).map { "\($0.level.rawValue) \($0.code): \($0.what)" }
  }

  @Test func `of itself is told whole, and a watch that is off is not called good`() {
    #expect(hardware { _ in } == [])
    let said = "the receiver reports: "
    #expect(hardware { $0.antenna = .ok } == ["ok condition: \(said)antenna in order"])
    #expect(
      hardware {
        ($0.jamming, $0.spoofing) = (.notWatched, .nothingFound)
        ($0.load.processor, $0.temperature) = (31, 44)
      } == ["ok condition: \(said)disturbance not watched; forgery no sign; load processor 31 %, 44 °C"])
    let open = "antenna open: no current flows"
    #expect(hardware { $0.antenna = .open } == ["warn antenna_open: \(said)\(open)"])
    #expect(hardware(hasFix: false) { $0.antenna = .open } == ["ok condition: \(said)\(open)"])
  }

  @Test func `counts binary messages where there are no sentences`() {
    var facts = HostFacts()
    facts.heard = .good {
      ($0.counts.sentences, $0.counts.messages) = (0, 40)
      $0.facts.stream.sentences = 0
    }
    let what = StreamChecks.stream(facts).map(\.what)
    #expect(what == ["stream: 40 binary messages, 0 bad checksums, 1.00 Hz"])
  }

  @Test func `starts in the middle of a line with a small letter, but for names in capitals`() {
    #expect(ToolError.clause("Nothing was understood.") == "nothing was understood")
    #expect(ToolError.clause("USB 3 makes noise.") == "USB 3 makes noise")
    #expect(ToolError.clause("ModemManager runs.") == "ModemManager runs")
    #expect(
      ToolError.clause("The receiver searches. It has heard 3.5 of 4. Wait.")
        == "the receiver searches; it has heard 3.5 of 4; wait")
  }

  @Test func `is a failure where there is no fix, and why`() {
    func without(_ change: (inout HeardFacts) -> Void) -> [String] {
      words {
        $0.facts.fix.hasFix = false
        $0.facts.fix.searching = .seconds(60)
        change(&$0)
      }
    }
    #expect(without { $0.facts.sky.heard = 0 } == ["fail no_signal"])
    #expect(without { $0.facts.sky.best = 24 } == ["fail weak_signal"])
    #expect(without { $0.facts.sky.heardWell = 2 } == ["fail few_satellites"])
    #expect(without { $0.facts.integrity.antenna = "OPEN" }.first == "fail antenna_fault")
    #expect(without { $0.facts.fix.searching = .seconds(5) } == ["ok searching"])
  }

  @Test(
    arguments: [
      ("no_data", 0.0, 0, nil, []), ("wrong_speed", 400, 0, 9600, []),
      ("not_a_gps", 400, 0, 9600, [4800, 38400, 115_200, 57600]), ("not_a_gps", 400, 0, nil, []),
    ] as [(String, Double, Int, Int?, [Int])])
  func `is a failure where it makes no sense`(
    code: String, rate: Double, sentences: Int, speed: Int?, tried: [Int]
  ) {
    let found = words {
      $0.facts.fix.hasFix = .unknown
      $0.facts.stream.bytesPerSecond = .known(rate)
      $0.facts.stream.sentences = .known(sentences)
      $0.facts.stream.epochs = 0
      $0.facts.port.speed = speed
      $0.facts.port.speedsTried = tried
    }
    #expect(found == ["fail \(code)"])
  }

  @Test func `is a failure where it is a maker's own language`() {
    let found = findings {
      $0.facts.fix.hasFix = .unknown
      $0.facts.stream.sentences = 0
      $0.facts.stream.formats = [.tsip]
      $0.facts.port.speed = 57600
    }
    #expect(
      found.map(\.what) == ["the receiver sends Trimble TSIP at 57600 bits per second, not NMEA sentences"])
    #expect(found.map(\.level) == [.failure])
  }

  @Test func `is a warning where it was not heard for long enough`() {
    let found = findings { $0.facts = ReceiverFacts() }
    #expect(found.map(\.fix) == ["gpsbridge doctor --duration 40s"])
  }

  @Test func `is told with the speed of the line, and with what was broken`() {
    var facts = HostFacts()
    facts.heard = .good {
      $0.facts.port.speed = 4800
      $0.counts.badChecksums = 1
      $0.rate = 0.966
    }
    #expect(
      StreamChecks.stream(facts).map(\.what) == ["stream: 412 sentences, 1 bad checksum, 0.97 Hz, 4800 baud"])
  }

  @Test func `is that it could not be opened, in the words of the library`() {
    var facts = HostFacts()
    facts.heard = .good {
      $0.refusal = LocationError(.portFailed, "the \u{1B}port failed", remedy: "do this")
    }
    let found = StreamChecks.opening(facts)
    #expect(found.map(\.what) == ["the \\x1bport failed"])
    #expect(found.map(\.fix) == ["do this"])
    #expect(StreamChecks.verdicts(facts) == [])
  }

  @Test func `is told of a USB 3 device only where that may be the cause`() {
    var facts = HostFacts()
    var port = ExaminedPort(port: .init(node: "/dev/ttyACM0"))
    port.port.usb = .init(identity: .init(vendor: 0x1546, product: 0x01A8), place: "1-1")
    facts.target = .port(port)
    facts.usb = [
      USBDevice(place: "1-1", identity: .init(vendor: 0x1546, product: 0x01A8)),
      USBDevice(place: "2-1", identity: .init(vendor: 1, product: 2), product: "Disk", speed: 5000),
    ]
    #expect(NeighborChecks.superSpeed(facts).map(\.level) == [.warning])
    facts.heard = .good
    #expect(
      NeighborChecks.superSpeed(facts).map(\.what) == [
        "a USB 3 device is plugged in beside the receiver, without harm: Disk (2-1)"
      ])
    facts.heard = .good {
      $0.facts.fix.hasFix = false
      $0.facts.fix.searching = .seconds(60)
      $0.facts.sky.best = 20
    }
    #expect(StreamChecks.verdicts(facts).map(\.code) == ["usb3_interference", "weak_signal"])
  }
}
