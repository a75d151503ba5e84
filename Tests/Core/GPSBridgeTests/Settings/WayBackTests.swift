import GNSS
import Testing

@testable import GPSBridge

/// A receiver on the bench that speaks its maker's messages, or sentences, or both.
private struct Talker {
  var run: ExchangeRun
  private var evidence = SpeedEvidence()
  private let language: BinaryProtocol

  init(
    _ language: BinaryProtocol, _ line: LineCondition = .ready(.found(57_600)), profile: [SettingValue] = []
  ) {
    self.language = language
    run = ExchangeRun(nil, line, profile: profile)
  }

  /// An epoch of so many messages and sentences; nobody has said what speed they come at.
  mutating func epoch(messages: Int = 4, sentences: Int = 0) {
    evidence.bytes += 300
    evidence.messages += messages
    evidence.sentences += sentences
    if messages > 0 { evidence.spoken = language }
    run.hear(evidence)
    run.epoch(1000, sentences > 0 ? ["GPRMC,,V,,,,,,,,,,N"] : [])
  }

  /// The line has another speed.
  mutating func begin() { evidence = SpeedEvidence() }
}

@Suite struct `The way back to sentences` {
  private static let wish = Setting.language(.nmea)

  @Test func `is one message to a SiRF, and a whole sentence at the usual speed proves it`() throws {
    var talker = Talker(.sirf)
    talker.epoch()
    #expect(talker.run.events.contains(.dialect(.siRF)))
    let request = talker.run.set(Self.wish)
    let sent = try #require(talker.run.bytes.first)
    #expect(sent == SiRFSentenceMode(speed: 4800)?.encoded)
    talker.run.sent(request)
    // Its old words are still on the wire.
    talker.epoch()
    #expect(talker.run.speeds == [.trySpeed(4800)] && talker.run.answers.isEmpty)
    talker.begin()
    talker.run.say("GPRMC,,V,,,,,,,,,,N")
    #expect(talker.run.speeds == [.trySpeed(4800), .keepSpeed(4800)] && talker.run.isDone(request))
    talker.epoch(messages: 0, sentences: 4)
    #expect(talker.run.confirmed.contains(Self.wish))
    #expect(talker.run.confirmed.filter { $0.kind == .baudRate }.last == Setting.baudRate(4800))
    // And its commands are sentences again.
    _ = talker.run.set(Setting.enabledSentences([.rmc]))
    #expect(talker.run.written.last?.hasPrefix("$PSRF103,") == true)
  }

  @Test func `that no sentence proves leads to the old speed, and is no success`() {
    var talker = Talker(.sirf)
    talker.epoch()
    let request = talker.run.send(Self.wish)
    talker.run.wait(.seconds(10))
    #expect(talker.run.speeds == [.trySpeed(4800), .returnToSpeed(57_600)])
    #expect(talker.run.error(request)?.code == .settingTimedOut)
  }

  @Test func `is all that a SiRF can be told in its messages`() {
    var talker = Talker(.sirf)
    talker.epoch()
    for wish in [
      ReceiverRequest.Work.set(Setting.baudRate(38_400)), .set(Setting.enabledSentences([.rmc])),
      .restart(.cold), .plan(Setting.baudRate(9600)), .set(Setting.language(.ubx)),
    ] {
      let request = talker.run.ask(wish)
      #expect(talker.run.error(request)?.code == .unsupported, "\(wish)")
    }
    #expect(talker.run.written.isEmpty)
    let request = talker.run.ask(.plan(Self.wish))
    #expect(talker.run.isDone(request) && talker.run.written.isEmpty)
  }

  @Test func `sends nothing to a SiRF that says sentences`() {
    var talker = Talker(.sirf)
    talker.run.say("PSRFTXT,Version")
    talker.epoch(messages: 0, sentences: 4)
    let request = talker.run.send(Self.wish)
    talker.epoch(messages: 0, sentences: 4)
    talker.epoch(messages: 0, sentences: 4)
    #expect(talker.run.isDone(request))
    #expect(talker.run.bytes.filter { !$0.isEmpty } == [])
    #expect(talker.run.speeds.isEmpty)
  }

  @Test(arguments: [0, 5]) func `is a message to a CASIC, proved by epochs of sentences alone`(
    sentencesBefore: Int
  ) throws {
    var talker = Talker(.casic, .ready(.fixed(115_200)))
    talker.epoch(sentences: sentencesBefore)
    let request = talker.run.set(Self.wish)
    let frame = try #require(talker.run.bytes.last)
    #expect(CASICFrame.recognize(frame.span) == .frame(length: frame.count))
    let payload: [UInt8] = [255, 0x23, 0xC0, 0x08, 0x00, 0xC2, 0x01, 0x00]
    #expect(frame == CASICFrame.wrap(.cfgPRT, payload))
    talker.run.sent(request)
    talker.epoch(sentences: 5)
    talker.epoch(messages: 0, sentences: 5)
    #expect(talker.run.answers.isEmpty)
    talker.epoch(messages: 0, sentences: 5)
    #expect(talker.run.isDone(request))
  }

  @Test func `that a CASIC does not go is told with what it speaks instead`() {
    var talker = Talker(.casic, .ready(.found(9600)))
    talker.epoch(sentences: 5)
    let request = talker.run.send(Self.wish)
    for _ in 0..<12 { talker.epoch(sentences: 5) }
    #expect(talker.run.error(request)?.code == .settingTimedOut)
    #expect(talker.run.error(request)?.message.contains("it sends CASIC") == true)
  }

  @Test func `is gone at each plug-in where a profile wants it`() {
    var talker = Talker(.sirf, profile: [Self.wish])
    talker.epoch()
    #expect(talker.run.bytes.first == SiRFSentenceMode(speed: 4800)?.encoded)
  }

  @Test func `leads from no other speed than a given one, if it is one that SiRF has`() throws {
    var slow = Talker(.sirf, .ready(.fixed(38_400)))
    slow.epoch()
    let request = slow.run.set(Self.wish)
    #expect(slow.run.bytes.first == SiRFSentenceMode(speed: 38_400)?.encoded)
    slow.run.sent(request)
    slow.epoch(messages: 0, sentences: 4)
    slow.epoch(messages: 0, sentences: 4)
    #expect(slow.run.isDone(request) && slow.run.speeds.isEmpty)
    var fast = Talker(.sirf, .ready(.fixed(57_600)))
    fast.epoch()
    let refused = fast.run.set(Self.wish)
    #expect(fast.run.error(refused)?.code == .unsupported && fast.run.written.isEmpty)
  }
}
