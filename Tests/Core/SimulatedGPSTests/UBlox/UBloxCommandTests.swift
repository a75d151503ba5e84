import GNSS
import NMEA
import TestSupport
import Testing
import UBX

@testable import SimulatedGPS

@Suite struct `A u-blox that is told something in UBX` {
  @Test(arguments: Dialect.ofUBlox) func `tells what it is`(dialect: Dialect) throws {
    var talk = UBloxTalk(dialect)
    let answers = talk.poll(.monVER)
    guard case .monVER(let answer)? = answers.first else { throw Unexpected() }
    let versions = ReceiverVersions(answer)
    #expect(versions.generation == dialect.chip?.generation)
    #expect(versions.hasFlash == (dialect == .ublox9))
    #expect(answers.isAccepted(.monVER) == nil)
  }

  @Test(arguments: Dialect.ofUBlox)
  func `hears frames among sentences and the questions of strangers, however they are cut`(
    dialect: Dialect
  ) throws {
    let question = try Message.unknown(.monVER, payload: []).encoded()
    let strangers: [UInt8] =
      Array("$PASHQ,RID*28\r\n@F0.3=1*67\r\n%dm%dm@51\r\n@@Cj)\r\n$PMTK605*31\r\n".utf8)
      + [0x10, 0x1F, 0x10, 0x03, 0x10, 0x02, 0x12, 0x8E, 0x7F, 0x10, 0x03]
    // A leader by chance, and one whose length no command has.
    let false1: [UInt8] = [0xB5, 0x62, 0x0A, 0x04, 0x00, 0x00, 0x11, 0x22]
    let false2: [UInt8] = [0xB5, 0x62, 0x0A, 0x04, 0xFF, 0xFF]
    let stream = strangers + question + false1 + question + false2 + wire("PUBX,00") + question
    for step in [1, 2, 3, 7, 64, stream.count] {
      var talk = UBloxTalk(dialect)
      for start in stride(from: 0, to: stream.count, by: step) {
        let piece = Array(stream[start..<min(stream.count, start + step)])
        talk.engine.receive(piece.span)
      }
      let answers = talk.listen(.milliseconds(600))
      #expect(messages(answers).count { $0.kind == .monVER } == 3, "\(step)")
      #expect(lines(answers).contains { $0.contains("$PUBX,00,") }, "\(step)")
    }
  }

  @Test(arguments: Dialect.ofUBlox) func `answers in order, behind what is being sent`(dialect: Dialect) {
    var talk = UBloxTalk(dialect) { $0.speed = 9600 }
    // In the middle of a burst that takes most of a second.
    _ = talk.listen(.milliseconds(400))
    var commands: [UInt8] = []
    let sent: [MessageKind] = [.cfgRXM, .monVER, .cfgPRT, .cfgRATE]
    for kind in sent { commands += (try? Message.unknown(kind, payload: []).encoded()) ?? [] }
    talk.engine.receive(commands.span)
    let heard = messages(talk.listen(.seconds(4))).compactMap { message -> MessageKind? in
      if case .acknowledgement(let answer) = message { return answer.message }
      return message.kind == .monVER ? .monVER : nil
    }
    #expect(heard == sent)
  }

  @Test(arguments: Dialect.ofUBlox) func `sets a rate by the old message, up to u-blox 9`(dialect: Dialect) {
    var talk = UBloxTalk(dialect)
    let isOld = dialect != .ublox10
    #expect(talk.tell(CfgRATE { ($0.interval, $0.measurementsPerFix) = (200, 1) }) == isOld)
    let epochs = lines(talk.listen(.seconds(4))).count { $0.contains("RMC") }
    #expect(isOld ? 18...21 ~= epochs : 4...5 ~= epochs)
    #expect(talk.tell(CfgRATE { ($0.interval, $0.measurementsPerFix) = (20, 1) }) == false)
  }

  @Test(arguments: [Dialect.ublox6, .ublox7, .ublox8, .ublox9])
  func `reads back what was set by old messages`(dialect: Dialect) throws {
    var talk = UBloxTalk(dialect) { $0.speed = 115_200 }
    let model = CfgNAV5 {
      $0.mask = [.model, .minimumElevation]
      $0.model = .automotive
      $0.minimumElevation = 10
    }
    #expect(talk.tell(model) == true)
    guard case .cfgNAV5(let read) = talk.poll(.cfgNAV5).first?.control else { throw Unexpected() }
    #expect(read.model == .automotive && read.minimumElevation == 10 && read.maximumPositionDilution == 25)
    guard case .cfgANT(var antenna) = talk.poll(.cfgANT).first?.control else { throw Unexpected() }
    antenna.watchesOpen = true
    #expect(talk.tell(antenna) == true)
    guard case .cfgANT(let watched) = talk.poll(.cfgANT).first?.control else { throw Unexpected() }
    #expect(watched.watchesOpen)
    for kind: MessageKind in [.cfgSBAS, .cfgNMEA, .cfgTP5, .cfgITFM, .cfgNAVX5, .cfgRXM, .cfgPM2] {
      let answers = talk.poll(kind)
      #expect(answers.first?.kind == kind && answers.isAccepted(kind) == true, "\(kind)")
      // Written back as it was read, it is taken.
      #expect(talk.accepts(kind, answers.first?.payload ?? []) == true, "\(kind)")
    }
    let systems = talk.poll(.cfgGNSS)
    #expect((systems.first?.kind == .cfgGNSS) == (dialect != .ublox6))
    #expect(systems.isAccepted(.cfgGNSS) == (dialect != .ublox6))
  }

  @Test func `switches messages and sentences on and off`() {
    var talk = UBloxTalk(.ublox8)
    for kind: MessageKind in [.navPVT, .navEOE] {
      let on = CfgMSG {
        ($0.message, $0.isForThisPort) = (kind, true)
        $0.rates[0] = 1
      }
      #expect(talk.tell(on) == true)
    }
    for identifier: UInt8 in 0...5 {
      let off = CfgMSG { ($0.message, $0.isForThisPort) = (MessageKind(0xF0, identifier), true) }
      #expect(talk.tell(off) == true)
    }
    let stream = talk.listen(.seconds(5))
    #expect(messages(stream).count { $0.kind == .navPVT } >= 4)
    #expect(!lines(stream).contains { $0.contains("RMC") })
    // A message that this generation does not have.
    let signals = CfgMSG {
      ($0.message, $0.isForThisPort) = (.navSIG, true)
      $0.rates[0] = 1
    }
    #expect(talk.tell(signals) == false)
  }

  @Test(arguments: [Dialect.ublox9, .ublox10]) func `sets values, all or none`(dialect: Dialect) throws {
    var talk = UBloxTalk(dialect)
    let rate = try #require(ConfigurationPair(.measurementInterval, 500))
    let set = { (pairs: [ConfigurationPair]) in CfgVALSET { $0.values = pairs } }
    #expect(talk.tell(set([rate])) == true)
    let unknown = ConfigurationPair(ConfigurationKey(rawValue: 0x2099_0001), bits: 1)
    let faster = try #require(ConfigurationPair(.measurementInterval, 250))
    #expect(talk.tell(set([faster, unknown])) == false)
    let impossible = ConfigurationPair(.measurementInterval, bits: 10)
    #expect(talk.tell(set([impossible])) == false)
    let read = talk.ask(CfgVALGET { $0.keys = [.measurementInterval] }.encoded())
    guard case .cfgVALGET(let answer) = read.first?.control else { throw Unexpected() }
    #expect(answer.values.map(\.number) == [500])
    #expect(lines(talk.listen(.seconds(4))).count { $0.contains("RMC") } >= 7)
    let isNine = dialect == .ublox9
    let usb = ConfigurationPair(.usbSpeaksUBX, bits: 1)
    #expect(talk.tell(set([usb])) == isNine)
  }

  @Test(arguments: [Dialect.ublox9, .ublox10]) func `tells all values, 64 at a time`(dialect: Dialect) throws
  {
    var talk = UBloxTalk(dialect) { $0.speed = 921_600 }
    var keys: [ConfigurationKey] = []
    while true {
      let question = CfgVALGET { ($0.position, $0.keys) = (UInt16(keys.count), [.everything]) }
      let answers = talk.ask(question.encoded())
      guard case .cfgVALGET(let answer) = answers.first?.control else { break }
      keys += answer.values.map(\.key)
      if answer.values.count < 64 { break }
    }
    #expect(keys.count > 300 && Set(keys).count == keys.count)
    #expect(keys.contains(.usbSpeaksNMEA) == (dialect == .ublox9))
    // A group, as ubxtool asks for it: with the size of one of its keys.
    let group = talk.ask(CfgVALGET { $0.keys = [ConfigurationKey(rawValue: 0x3021_FFFF)] }.encoded())
    guard case .cfgVALGET(let rates) = group.first?.control else { throw Unexpected() }
    #expect(rates.values.count == 4)
  }

  @Test func `refuses values before u-blox 9, and old settings from u-blox 10 on`() {
    var eight = UBloxTalk(.ublox8)
    let set = CfgVALSET { $0.values = [ConfigurationPair(.measurementInterval, bits: 500)] }
    #expect(eight.tell(set) == false)
    #expect(eight.tell(CfgVALGET { $0.keys = [.measurementInterval] }) == false)
    #expect(eight.tell(CfgVALDEL { ($0.keys, $0.layers) = ([.measurementInterval], .battery) }) == false)
    var ten = UBloxTalk(.ublox10)
    for kind: MessageKind in [.cfgPRT, .cfgRATE, .cfgNAV5, .cfgGNSS] {
      #expect(ten.accepts(kind, []) == false)
    }
    #expect(ten.tell(CfgCFG { $0.save = .usual }) == true)
  }

  @Test func `receives the systems that it is told to`() {
    var talk = UBloxTalk(.ublox8)
    let galileo = CfgGNSS {
      var block = CfgGNSS.Block()
      (block.system, block.isEnabled, block.signals, block.mostChannels) = (.galileo, true, 1, 8)
      $0.channelsToUse = 0xFF
      $0.blocks = [block]
    }
    #expect(talk.tell(galileo) == true)
    #expect(lines(talk.listen(.seconds(10))).contains { $0.hasPrefix("$GAGSV") })
    let beiDou = CfgGNSS {
      var block = CfgGNSS.Block()
      (block.system, block.isEnabled, block.signals) = (.beiDou, true, 1)
      $0.blocks = [block]
    }
    // Not beside GLONASS, in this generation.
    #expect(talk.tell(beiDou) == false)
  }

  @Test func `changes its speed at once`() {
    var talk = UBloxTalk(.ublox8) { $0.speed = 9600 }
    talk.engine.setHostSpeed(9600)
    _ = talk.listen(.milliseconds(300))
    let port = CfgPRT {
      ($0.port, $0.baudRate) = (.uart1, 38_400)
      ($0.input, $0.output) = ([.ubx, .nmea], [.ubx, .nmea])
    }
    talk.engine.receive(port.encoded().span)
    #expect(talk.engine.speed == 38_400)
    // The rest of the burst comes too fast for a host that listens as before, and so does the answer.
    #expect(!messages(talk.listen(.milliseconds(300))).contains { $0.kind == .ackACK })
    talk.engine.setHostSpeed(38_400)
    #expect(talk.poll(.cfgRATE).contains { $0.kind == .cfgRATE })
  }

  @Test func `is lost on it while its UBX input is off`() {
    var talk = UBloxTalk(.ublox8) { $0.speed = 9600 }
    let command = wire("PUBX,41,1,0002,0002,9600,0")
    talk.engine.receive(command.span)
    #expect(talk.poll(.monVER).isEmpty)
    let back = wire("PUBX,41,1,0003,0003,9600,0")
    talk.engine.receive(back.span)
    _ = talk.listen(.seconds(2))
    #expect(!talk.poll(.monVER).isEmpty)
  }

  @Test(arguments: Dialect.ofUBlox)
  func `by chance never breaks it`(dialect: Dialect) {
    var random = SeededGenerator(seed: 9)
    var talk = UBloxTalk(dialect)
    let kinds: [MessageKind] = [
      .cfgPRT, .cfgMSG, .cfgRATE, .cfgNAV5, .cfgGNSS, .cfgSBAS, .cfgNMEA, .cfgTP5, .cfgANT, .cfgITFM,
      .cfgNAVX5, .cfgCFG, .cfgRXM, .cfgPM2, .cfgTMODE2, .cfgTMODE3, .cfgVALSET, .cfgVALGET, .cfgVALDEL,
      .monVER, .navPVT, .secUNIQID,
    ]
    for _ in 0..<400 {
      let kind = kinds.randomElement(using: &random) ?? .monVER
      let length = [0, 1, 2, 3, 4, 6, 8, 12, 13, 20, 28, 32, 36, 40, 44].randomElement(using: &random) ?? 0
      let payload = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      _ = talk.poll(kind, payload)
    }
  }
}
