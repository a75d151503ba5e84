import GNSS
import TestSupport
import Testing
import UBX

@testable import SimulatedGPS

@Suite struct `The memory of a u-blox` {
  /// Tells a u-blox 9 a rate in some layers.
  private func told(_ dialect: Dialect, _ layers: ConfigurationLayers) -> UBloxTalk {
    var talk = UBloxTalk(dialect)
    let command = CfgVALSET {
      $0.layers = layers
      $0.values = [ConfigurationPair(.measurementInterval, bits: 500)]
    }
    #expect(talk.tell(command) == true)
    return talk
  }

  private func interval(_ talk: inout UBloxTalk, _ layer: ConfigurationLayer = .ram) -> Int64? {
    let question = CfgVALGET { ($0.layer, $0.keys) = (layer, [.measurementInterval]) }
    guard case .cfgVALGET(let answer) = talk.ask(question.encoded()).first?.control else { return nil }
    return answer.values.first?.number
  }

  /// The same by the message of older ones.
  private func oldInterval(_ talk: inout UBloxTalk) -> UInt16? {
    for case .cfgRATE(let rate)? in talk.poll(.cfgRATE).map(\.control) { return rate.interval }
    return nil
  }

  private func restart(_ talk: inout UBloxTalk) {
    talk.engine.add([Scenario.Event(from: talk.engine.now, to: talk.engine.now, .restart(.hot))])
    _ = talk.listen(.seconds(3))
  }

  @Test func `forgets what only RAM has when the power goes`() {
    var talk = told(.ublox9, .ram)
    #expect(interval(&talk) == 500 && interval(&talk, .battery) == nil)
    restart(&talk)
    #expect(interval(&talk) == 1000)
  }

  @Test func `keeps what its battery and its flash have`() {
    for layers: ConfigurationLayers in [[.ram, .battery], [.ram, .flash], .all] {
      var talk = told(.ublox9, layers)
      restart(&talk)
      #expect(interval(&talk) == 500)
    }
    // A u-blox 10 has no flash: it takes the value, and does not keep it there.
    var ten = told(.ublox10, [.ram, .flash])
    #expect(interval(&ten, .flash) == nil)
    restart(&ten)
    #expect(interval(&ten) == 1000)
  }

  @Test func `tells a layer only what was set there, and what it was built with`() {
    var talk = told(.ublox9, [.ram, .flash])
    #expect(interval(&talk, .battery) == nil)
    #expect(interval(&talk, .flash) == 500)
    #expect(interval(&talk, .builtIn) == 1000)
    #expect(talk.tell(CfgVALDEL { ($0.keys, $0.layers) = ([.measurementInterval], .flash) }) == true)
    #expect(interval(&talk, .flash) == nil && interval(&talk) == 500)
  }

  @Test func `of u-blox 8 keeps by CFG-CFG, and is as built after it`() {
    var talk = UBloxTalk(.ublox8)
    #expect(talk.tell(CfgRATE { ($0.interval, $0.measurementsPerFix) = (500, 1) }) == true)
    #expect(talk.tell(CfgCFG { $0.save = .usual }) == true)
    restart(&talk)
    #expect(oldInterval(&talk) == 500)
    #expect(talk.tell(CfgCFG { ($0.forget, $0.load) = (.all, .all) }) == true)
    #expect(oldInterval(&talk) == 1000)
  }

  @Test func `of a u-blox 7 without a battery keeps nothing, and says yes`() {
    var talk = UBloxTalk(.ublox7)
    #expect(talk.tell(CfgRATE { ($0.interval, $0.measurementsPerFix) = (500, 1) }) == true)
    #expect(talk.tell(CfgCFG { $0.save = .usual }) == true)
    restart(&talk)
    #expect(oldInterval(&talk) == 1000)
  }

  @Test func `greets after each start, and keeps its settings when only navigation starts again`() {
    var talk = told(.ublox9, .ram)
    let greets = { (bytes: [UInt8]) in lines(bytes).contains { $0.contains("u-blox AG") } }
    talk.engine.receive(CfgRST { ($0.forget, $0.mode) = (.cold, .navigation) }.encoded().span)
    #expect(!greets(talk.listen(.seconds(2))))
    #expect(talk.engine.lastEpoch?.hasFix == false)
    #expect(interval(&talk) == 500)
    talk.engine.receive(CfgRST { ($0.forget, $0.mode) = (.hot, .hardwareNow) }.encoded().span)
    #expect(greets(talk.listen(.seconds(3))))
    #expect(interval(&talk) == 1000)
  }

  @Test func `of a faulty one forgets, keeps the old value, is deaf once, or loses its answers`() {
    let rate = CfgRATE { ($0.interval, $0.measurementsPerFix) = (500, 1) }
    var notKept = UBloxTalk(.ublox8) { $0.receiverFaults = [.notKept] }
    #expect(notKept.tell(rate) == true && oldInterval(&notKept) == 1000)
    var deaf = UBloxTalk(.ublox8) { $0.receiverFaults = [.deaf] }
    #expect(deaf.tell(rate) == nil && deaf.tell(rate) == true)
    var lost = UBloxTalk(.ublox8) { $0.receiverFaults = [.ackLost] }
    #expect(lost.tell(rate) == nil && oldInterval(&lost) == 500)
    var refusing = UBloxTalk(.ublox8) { $0.receiverFaults = [.nak] }
    #expect(refusing.tell(rate) == false && oldInterval(&refusing) == 1000)
    var forgetful = UBloxTalk(.ublox8) { $0.receiverFaults = [.forgets] }
    #expect(forgetful.tell(rate) == true && oldInterval(&forgetful) == 500)
    _ = forgetful.listen(.seconds(61))
    #expect(oldInterval(&forgetful) == 1000)
  }

  @Test func `of its antenna is told where it is watched`() {
    let state = { (talk: inout UBloxTalk) -> AntennaState? in
      for case .monRF(let radio) in talk.poll(.monRF) { return radio.blocks.first?.antennaState }
      return nil
    }
    var short = UBloxTalk(.ublox9) { $0.receiverFaults = [.antennaShort] }
    #expect(state(&short) == .short && short.engine.lastEpoch?.hasFix == false)
    var open = UBloxTalk(.ublox9) { $0.receiverFaults = [.antennaOpen] }
    #expect(state(&open) == .ok)
    #expect(open.tell(CfgVALSET { $0.values = [ConfigurationPair(.antennaOpen, bits: 1)] }) == true)
    #expect(state(&open) == .open)
  }

  @Test func `tells of jamming and of forgery`() throws {
    var jammed = UBloxTalk(.ublox9) {
      $0.events = [Scenario.Event(from: .zero, .fault(.jamming(decibels: 32)))]
    }
    _ = jammed.listen(.seconds(30))
    guard case .monRF(let radio)? = jammed.poll(.monRF).first else { throw Unexpected() }
    #expect((radio.blocks.first?.interference ?? 0) >= 128 && radio.blocks.first?.jamming == .unknown)
    #expect(jammed.tell(CfgVALSET { $0.values = [ConfigurationPair(.watchInterference, bits: 1)] }) == true)
    guard case .secSIG(let watched)? = jammed.poll(.secSIG).first else { throw Unexpected() }
    #expect(watched.jamming == .critical)
    var forged = UBloxTalk(.ublox9) {
      $0.events = [Scenario.Event(from: .zero, .fault(.spoofing(drift: 8, timeJump: 37)))]
    }
    guard case .secSIG(let security)? = forged.poll(.secSIG).first else { throw Unexpected() }
    #expect(security.spoofing == .indicated)
  }
}
