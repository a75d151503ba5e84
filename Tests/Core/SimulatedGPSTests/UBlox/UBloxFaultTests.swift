import GNSS
import TestSupport
import Testing
import UBX

@testable import SimulatedGPS

@Suite struct `A fault of a u-blox` {
  @Test(arguments: Scenario.ReceiverFault.allCases)
  func `has a word in the text of a scenario`(fault: Scenario.ReceiverFault) throws {
    let text = "sim:walk?dialect=ublox8&faults=\(fault.rawValue)"
    let scenario = try Scenario(parsing: text)
    #expect(scenario.receiverFaults == [fault])
    #expect(try Scenario(parsing: try #require(scenario.text)).receiverFaults == [fault])
    #expect(throws: ScenarioError.self) {
      try Scenario(parsing: "sim:walk?dialect=mtk&faults=\(fault.rawValue)")
    }
  }

  @Test(arguments: Dialect.ofUBlox.map(\.name))
  func `jams it from the beginning, which it says where it is watched`(name: String) throws {
    let dialect = try #require(Dialect(named: name))
    var talk = UBloxTalk(dialect) { $0.receiverFaults = [.jam] }
    _ = talk.listen(.seconds(30))
    #expect(talk.engine.lastEpoch?.hasFix == false)
    let before = try talk.tells(MonHW.self)
    #expect(before.jamming == .unknown && before.interference >= 128)
    let isWatching = talk.watchesInterference()
    #expect(isWatching)
    let after = try talk.tells(MonHW.self)
    #expect(after.jamming == .critical)
  }

  @Test(arguments: ["ublox8", "ublox9", "ublox10"])
  func `forges its sky from the beginning, which it says`(name: String) throws {
    let dialect = try #require(Dialect(named: name))
    var talk = UBloxTalk(dialect) { $0.receiverFaults = [.spoof] }
    _ = talk.listen(.seconds(20))
    let epoch = try #require(talk.engine.lastEpoch)
    #expect(epoch.motion.latitude - epoch.truth.latitude > 100 / 111_000)
    let status = try talk.tells(NavSTATUS.self)
    #expect(status.spoofing == .indicated)
  }

  // MARK: - slow-line

  @Test(arguments: Dialect.ofUBlox.map(\.name), [Scenario.Language.nmea, .both])
  func `makes its line carry less than what is asked, so that epochs come late or cut off`(
    name: String, language: Scenario.Language
  ) throws {
    let dialect = try #require(Dialect(named: name))
    let scenario = Scenario.staticDesk.with {
      ($0.dialect, $0.language, $0.receiverFaults) = (dialect, language, [.slowLine])
    }
    var plain = scenario
    plain.receiverFaults = []
    let whole = bytes(plain, seconds: 60)
    let slow = bytes(scenario, seconds: 60)
    #expect(whole.count > 300 * 60 && slow.count <= 300 * 60 && slow.count > 280 * 60)
    // What comes is whole: nothing is cut inside a sentence or a message.
    #expect(streamCounts(slow).badChecksums == 0)
    let epochs = { (stream: [UInt8]) in lines(stream).count { $0.contains("RMC,") } }
    #expect(epochs(slow) < epochs(whole))
    let late = try #require(lateness(scenario))
    #expect(late > 1 && late < 5, "\(dialect.name) \(late)")
  }

  /// Seconds by which the last RMC of a minute comes later than its time.
  private func lateness(_ scenario: Scenario) -> Double? {
    var engine = SimulatedReceiverMachine(scenario)
    var late: Double?
    var decoder = FixDecoder(.recording())
    for step in 1...6000 {
      decoder.decode(engine.advance(to: .milliseconds(step * 10)).bytes.span) { output in
        guard case .fix(let fix) = output, let time = fix.time else { return }
        let now = Double(scenario.beginning.secondsSince1970) + Double(step) / 100
        late = now - Double(time.secondsSince1970)
      }
    }
    return late
  }

  @Test(arguments: ["ublox8", "ublox9"]) func `of its line is told in its counts of bytes`(
    name: String
  ) throws {
    let dialect = try #require(Dialect(named: name))
    var talk = UBloxTalk(dialect) { $0.receiverFaults = [.slowLine] }
    _ = talk.listen(.seconds(20))
    let buffer = try talk.tells(MonTXBUF.self, within: .seconds(8))
    #expect(buffer.hasAllocationError && buffer.highestTotalUsage == 100)
    guard dialect == .ublox9 else { return }
    let ports = try talk.tells(MonCOMMS.self, within: .seconds(8))
    #expect(ports.hasAllocationError && ports.ports.first?.highestSendingLoad == 100)
  }

  @Test func `of its line is over when less is asked of it`() throws {
    var talk = UBloxTalk(.ublox8) { $0.receiverFaults = [.slowLine] }
    _ = talk.listen(.seconds(20))
    for identifier: UInt8 in [1, 2, 3, 5] {
      let off = CfgMSG { ($0.message, $0.isForThisPort) = (MessageKind(0xF0, identifier), true) }
      talk.engine.receive(off.encoded().span)
    }
    _ = talk.listen(.seconds(20))
    #expect(19...21 ~= lines(talk.listen(.seconds(20))).count { $0.contains("RMC,") })
    let buffer = try talk.tells(MonTXBUF.self)
    #expect(!buffer.hasAllocationError && buffer.totalUsage < 50)
  }
}

@Suite struct `The quirk 97` {
  private let dialect: Dialect = {
    var dialect = Dialect.ublox10
    dialect.quirks = [.takesOldSettings]
    return dialect
  }()

  @Test func `lets a u-blox 10 take the settings of older ones`() throws {
    var talk = UBloxTalk(dialect) { $0.speed = 115_200 }
    #expect(talk.tell(CfgRATE { ($0.interval, $0.measurementsPerFix) = (200, 1) }) == true)
    #expect(18...21 ~= lines(talk.listen(.seconds(4))).count { $0.contains("RMC") })
    for kind: MessageKind in [.cfgPRT, .cfgNAV5, .cfgGNSS, .cfgNMEA] {
      #expect(talk.poll(kind).contains { $0.kind == kind }, "\(kind)")
    }
    // There is no USB in it.
    #expect(!talk.poll(MessageKind(0x06, 0x1B)).contains { $0.kind == MessageKind(0x06, 0x1B) })
    let value = CfgVALSET { $0.values = [ConfigurationPair(.measurementInterval, bits: 500)] }
    #expect(talk.tell(value) == true)
  }
}

extension UBloxTalk {
  /// A message that is asked for, as it comes within some time.
  mutating func tells<Wanted: PayloadMessage>(
    _: Wanted.Type, within time: Duration = .seconds(2)
  ) throws -> Wanted {
    let kind = Wanted().kind
    let question = try Message.unknown(kind, payload: []).encoded()
    engine.receive(question.span)
    let answer = try #require(messages(listen(time)).first { $0.kind == kind })
    let payload = answer.payload
    guard let message = Wanted(payload: payload.span) else { throw Unexpected() }
    return message
  }

  /// Has interference watched, in the way of the generation; true if it says yes.
  fileprivate mutating func watchesInterference() -> Bool {
    let value = CfgVALSET { $0.values = [ConfigurationPair(.watchInterference, bits: 1)] }
    let setting = CfgITFM { $0.isEnabled = true }
    let takesValues = engine.scenario.dialect.chip?.generation.takesValues == true
    return (takesValues ? tell(value) : tell(setting)) == true
  }
}
