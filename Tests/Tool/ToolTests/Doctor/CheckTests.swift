import DiscoverySupport
import GPSBridge
import SerialPorts
import Testing

@testable import GPSBridgeTool

@Suite struct `The receiver that is examined` {
  private func found(_ fill: (Machine) throws -> Void, _ source: SourceName = .automatic) throws -> [Finding]
  {
    let machine = try Machine()
    try fill(machine)
    return ReceiverChecks.receiver(machine.facts(source))
  }

  @Test func `is counted among its like, and the others are named`() throws {
    let two = try found {
      try $0.plug(.ublox())
      try $0.plug(.ublox("ttyACM1", at: "1-6"))
    }
    #expect(two.map(\.level) == [.fine])
    #expect(two.first?.what.hasPrefix("2 GPS receivers: /dev/ttyACM0") == true)
    #expect(two.first?.why?.contains("/dev/ttyACM1") == true)
    let one = try found { try $0.plug(.ublox()) }
    #expect(one.first?.what.hasPrefix("1 GPS receiver: ") == true)
    #expect(one.first?.why == nil)
  }

  @Test func `may be behind an adapter that somebody has named, and only then`() throws {
    let unasked = try found { try $0.plug(.cp210x()) }
    #expect(unasked.map(\.code) == ["no_device"])
    #expect(unasked.first?.fix == "gpsbridge doctor /dev/ttyUSB0")
    let named = try found({ try $0.plug(.cp210x()) }, .port("/dev/ttyUSB0"))
    #expect(named.map(\.code) == ["port"])
    #expect(named.map(\.level) == [.fine])
  }

  @Test(arguments: [
    ("sim:walk", "sim:walk"), ("sim:walk?seed=7&rate=10", "sim:walk"), ("sim:a\u{1B}[2J", "sim:a\\x1b[2J"),
  ])
  func `is simulated, and named without its options`(_ name: String, _ shown: String) throws {
    #expect(try found({ _ in }, .simulated(name)).map(\.what) == ["a simulated receiver: \(shown)"])
  }

  @Test func `is looked for where there is no port at all`() throws {
    let nothing = try found { _ in }
    #expect(nothing.map(\.level) == [.failure])
    #expect(nothing.first?.why == "there is no serial port")
  }
}

@Suite struct `A finding` {
  /// Made once: a machine is many files.
  private static let all = Result { try EveryFinding.all() }

  @Test func `needs something done where it is not fine, and nothing where it is`() throws {
    for finding in try Self.all.get() {
      #expect((finding.fix == nil) == (finding.level == .fine), "\(finding)")
      #expect(finding.fix?.isEmpty != true)
    }
  }

  @Test func `is a sentence without its full stop, on one line`() throws {
    for finding in try Self.all.get() {
      for text in [finding.what, finding.fix].compactMap({ $0 }) {
        #expect(!text.hasSuffix("."), "\(finding.code): \(text)")
        #expect(!text.contains("\n"))
        #expect(!text.contains("  "))
      }
    }
  }

  @Test func `keeps the letters of a word that is written in capitals`() throws {
    for finding in try Self.all.get() {
      for text in [finding.what, finding.why, finding.fix].compactMap({ $0 }) {
        let letters = text.prefix(3)
        #expect(letters.wholeMatch(of: /[a-z][A-Z]{2}/) == nil, "\(finding.code): \(text)")
      }
    }
  }

  @Test func `has a code in snake case`() throws {
    for finding in try Self.all.get() {
      #expect(finding.code.wholeMatch(of: /[a-z][a-z0-9]*(_[a-z0-9]+)*/) != nil, "\(finding.code)")
    }
  }
}

@Suite struct `This computer's clock` {
  private func found(_ ahead: Double?, isSimulated: Bool = false) -> Finding? {
    var facts = HostFacts()
    facts.heard = .good { ($0.clockAhead, $0.isSimulated) = (ahead, isSimulated) }
    return ClockChecks.clock(facts).first
  }

  @Test func `agrees as far as a cable can tell`() {
    for ahead in [-0.5, -0.1, 0, 0.14, 1, 2] { #expect(found(ahead)?.level == .fine, "\(ahead)") }
    #expect(
      found(0.14)?.what == "the system clock agrees with GPS, within the delay of the cable (0.14 s)")
    #expect(found(nil) == nil && found(9, isSimulated: true) == nil, "nobody knows the time, or it is played")
  }

  @Test(
    arguments: [
      (2.5, "2.50 s ahead of"), (-0.6, "0.60 s behind"), (599, "599.00 s ahead of"),
      (-601, "10 minutes behind"),
      (-1800, "30 minutes behind"), (7200, "2 hours ahead of"), (61_290, "17 hours ahead of"),
      (172_800, "2 days ahead of"), (-619_315_200, "7168 days behind"),
      (1e300, "1000000000 days ahead of"),
    ])
  func `is wrong by what people count in`(_ ahead: Double, _ words: String) {
    #expect(found(ahead)?.level == .warning)
    #expect(found(ahead)?.what == "the system clock is \(words) the receiver's time")
  }
}
