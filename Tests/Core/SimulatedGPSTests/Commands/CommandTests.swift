import NMEA
import TestSupport
import Testing

@testable import SimulatedGPS

@Suite struct `A command` {
  private func count(_ lines: [String], _ name: String) -> Int { lines.count { $0.contains(name) } }

  /// A command, the beginning of its answer, and the epochs of four seconds behind it.
  @Test(
    arguments: [
      ("PMTK220,200", "$PMTK001,220,3*30", 17...21), ("PMTK220,50", "$PMTK001,220,2*31", 4...4),
      ("PMTK999,1", "$PMTK001,999,1", 4...4), ("PMTK605", "$PMTK705,AXN", 4...4),
      ("PMTK103", "$PMTK010,001", 0...5),
    ] as [(String, String, ClosedRange<Int>)])
  func `of MediaTek is obeyed or refused, and answered`(
    body: String, answer: String, epochs: ClosedRange<Int>
  ) {
    var talk = UBloxTalk(.mtk) { $0.speed = 115_200 }
    talk.say(body)
    let after = talk.lines(in: 4)
    #expect(after.contains { $0.hasPrefix(answer) } && epochs ~= count(after, "GGA"), "\(after)")
    #expect((talk.engine.lastEpoch?.hasFix == false) == (body == "PMTK103"), "it starts again")
  }

  @Test func `of MediaTek chooses sentences, and brings them back`() {
    var talk = UBloxTalk(.mtk)
    talk.say("PMTK314,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0")
    let only = talk.lines(in: 5)
    #expect(count(only, "RMC") == 5 && count(only, "GGA") == 0 && count(only, "GSA") == 0)
    talk.say("PMTK314,-1")
    #expect(count(talk.lines(in: 5), "GGA") == 5)
  }

  @Test func `changes the speed, and the bytes then come at that speed`() throws {
    var talk = UBloxTalk(.mtk)
    talk.say("PMTK251,38400")
    #expect(talk.engine.speed == 38_400)
    let emissions = talk.engine.advance(to: .milliseconds(9900))
    #expect(emissions.contains { if case .speedChanged(38_400, _) = $0 { true } else { false } })
    let chunk = try #require(
      emissions.compactMap { if case .bytes(let chunk) = $0 { chunk } else { nil } }.last)
    let perByte = (chunk.end - chunk.start) / chunk.bytes.count
    #expect(perByte > .nanoseconds(260_000) && perByte < .nanoseconds(260_900))
    // Nobody who still listens at the old speed understands a word.
    talk.engine.setHostSpeed(9600)
    #expect(!talk.lines(in: 8).contains { $0.contains("GGA") })
  }

  @Test func `is not understood at the wrong speed`() {
    var talk = UBloxTalk(.mtk) { $0.hostSpeed = 38_400 }
    talk.say("PMTK251,115200")
    #expect(talk.engine.speed == 9600)
    talk.engine.setHostSpeed(9600)
    talk.say("PMTK251,115200")
    #expect(talk.engine.speed == 115_200)
  }

  @Test func `of u-blox is obeyed in silence`() {
    var talk = UBloxTalk(.ublox9)
    talk.say("PUBX,40,GLL,0,0,0,0,0,0")
    talk.say("PUBX,40,ZDA,0,1,0,1,0,0")
    let after = talk.lines(in: 4)
    #expect(count(after, "GLL") == 0 && count(after, "ZDA") == 4)
    #expect(!after.contains { $0.hasPrefix("$P") })
  }

  @Test func `of u-blox asks for the whole fix`() {
    var talk = UBloxTalk(.ublox9)
    talk.say("PUBX,00")
    let answers = talk.lines(in: 3).filter { $0.hasPrefix("$PUBX,00,") }
    #expect(answers.count == 1 && answers.first?.contains(",G3,") == true)
  }

  @Test func `of u-blox about the speed means nothing on USB, and much behind a bridge`() {
    var usb = UBloxTalk(.ublox9)
    usb.say("PUBX,41,1,0007,0003,38400,0")
    #expect(usb.engine.speed == nil)
    var bridge = UBloxTalk(.ublox8) { $0.speed = 9600 }
    bridge.say("PUBX,41,1,0007,0003,38400,0")
    #expect(bridge.engine.speed == 38_400)
  }

  @Test func `of SiRF sets rates and asks once`() {
    var talk = UBloxTalk(.sirf)
    talk.say("PSRF103,02,00,00,01")
    talk.say("PSRF103,05,01,00,01")
    let after = talk.lines(in: 4)
    #expect(count(after, "GSA") <= 1)
    #expect(count(after, "VTG") == 1)
    talk.say("PSRF100,1,9600,8,1,0")
    #expect(talk.engine.speed == 9600)
  }

  @Test func `of CASIC changes rate, speed and sentences`() {
    var talk = UBloxTalk(.quectel) { $0.speed = 115_200 }
    talk.say("PCAS02,100")
    talk.say("PCAS03,1,0,0,0,1,0,0,0")
    _ = talk.lines(in: 1)
    let after = talk.lines(in: 3)
    #expect(28...31 ~= count(after, "GGA"))
    #expect(count(after, "GSV") == 0 && count(after, "TXT") == 0)
    talk.say("PCAS01,3")
    #expect(talk.engine.speed == 38_400)
  }

  @Test func `of one maker is lost on the receiver of another`() {
    var garmin = UBloxTalk(.garmin)
    garmin.say("PUBX,41,1,0007,0003,38400,0")
    #expect(garmin.engine.speed == 4800)
    var talk = UBloxTalk(.ublox9)
    talk.say("PMTK220,200")
    #expect(count(talk.lines(in: 3), "GGA") == 3)
  }

  @Test func `is answered with a no where the receiver refuses, and with nothing where it ignores`() {
    var refusing = UBloxTalk(.mtk) { $0.commandSupport = .refuses }
    refusing.say("PMTK220,200")
    let after = refusing.lines(in: 3)
    #expect(after.contains("$PMTK001,220,2*31") && count(after, "GGA") == 3)
    var ignoring = UBloxTalk(.mtk) { $0.commandSupport = .ignores }
    ignoring.say("PMTK220,200")
    #expect(!ignoring.lines(in: 3).contains { $0.hasPrefix("$PMTK") })
  }

  @Test func `must have a right checksum, may come in pieces and among noise`() {
    var reader = CommandReader()
    func bodies(_ text: String) -> [String] {
      let bytes = Array(text.utf8)
      return reader.take(bytes.span).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(bodies("$PMTK605*32\r\n") == [])
    #expect(bodies("noise$PMTK6") == [])
    #expect(bodies("05*31\r") == ["PMTK605"])
    #expect(bodies("\n$PMTK$PMTK605*31\n$PMTK605*31\r\n") == ["PMTK605", "PMTK605"])
    #expect(bodies("$" + String(repeating: "x", count: 10_000) + "\r\n") == [])
    #expect(bodies("$*31\n$\n*\n$PMTK605*3\n$PMTK605*zz\n") == [])
  }

  @Test func `of chance never breaks a receiver`() {
    var random = SeededGenerator(seed: 6)
    for dialect in Dialect.all {
      var talk = UBloxTalk(dialect)
      for _ in 0..<300 {
        let tag =
          [
            "PMTK220", "PMTK314", "PMTK251", "PUBX,40", "PUBX,41", "PSRF100", "PSRF103", "PCAS02", "PCAS03",
            "PCAS01",
          ].randomElement(using: &random) ?? ""
        let fields = (0..<Int.random(in: 0...21, using: &random)).map { _ in
          "\(Int.random(in: -99999...99999, using: &random))"
        }
        talk.say(([tag] + fields).joined(separator: ","))
        _ = talk.lines(in: 1)
      }
    }
  }
}
