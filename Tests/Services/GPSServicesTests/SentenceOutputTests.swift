import GPSBridge
import GPSFormats
import Testing

@testable import GPSServices

@Suite struct `An output of sentences` {
  @Test(arguments: [
    "tcp:10110", "tcp:127.0.0.1:10110", "tcp:*:10110",
    "tcp:[::1]:10110,from=fix,talker=GP,only=RMC+GGA,rate=5",
    "udp:127.0.0.1:10110", "udp:255.255.255.255:10110", "udp:239.192.0.4:10110,ttl=1,if=lo",
    "udp:[ff02::1]:10110,ttl=2", "udp:localhost:1,coarse=1km", "unix:/tmp/nmea.sock", "unix:@nmea,only=PUBX",
  ]) func `is read from its text`(text: String) throws {
    _ = try ServiceOutput.nmea(text)
  }

  @Test(arguments: [
    ("", "tcp:HOST:PORT"), ("10110", "tcp:HOST:PORT"), ("tcp:/tmp/x", "a port after tcp:"),
    ("unix:10110", "a path after unix:"), ("tcp:example.org:1", "a numeric address"),
    ("udp:example.org:1", "a numeric address"), ("udp:10110", "a numeric address"),
    ("udp:1.2.3.4:0", "a numeric"), ("udp:*:10110", "a numeric address"),
    ("tcp:1,ttl=1", "udp: if ttl is given"), ("udp:1.2.3.4:1,ttl=0", "ttl=1"),
    ("udp:1.2.3.4:1,if=", "the name of an interface"), ("tcp:1,from=here", "from=fix"),
    ("tcp:1,talker=gp", "two capital"), ("tcp:1,only=", "names of sentences"),
    ("tcp:1,only=RMC,GGA", "from=, talker="), ("tcp:1,rate=0", "epochs a second"),
    ("tcp:1,rate=inf", "epochs a second"), ("tcp:1,coarse=1", "a size from 10m"),
    ("tcp:1,", "from=, talker="),
  ]) func `says what is wrong with its text`(text: String, expected: String) {
    let fault = #expect(throws: ServiceFault.self) { try ServiceOutput.nmea(text) }
    #expect(
      fault?.code == .malformed && fault?.reason.contains("expected: \(expected)") == true, "\(fault as Any)")
  }

  @Test(arguments: ["", ",only=RMC", "/tmp/a\0b"]) func `has a path where it is a port`(text: String) {
    #expect(throws: ServiceFault.self) { try ServiceOutput.port(link: text) }
  }

  @Test func `lets as many epochs through as it is asked for, and an early one is not lost`() {
    var pace = Pace(rate: 1)
    let start = ContinuousClock.now
    let tenths = (0..<50).filter { pace.takes(at: start + .milliseconds($0 * 100)) }
    #expect(tenths == [0, 10, 20, 30, 40])
    let later = start + .seconds(100)
    let early = [0, 990, 1995, 2980, 4000].filter { pace.takes(at: later + .milliseconds($0)) }
    #expect(early.count == 5)
  }
}

@Suite struct `The feed of an output` {
  private let now = ContinuousClock.now

  private func epoch(_ change: (inout Fix) -> Void = { _ in }) -> Epoch {
    var fix = Fix()
    fix.mode = .threeDimensional
    fix.coordinate = Coordinate(latitude: 48.1173, longitude: 11.5167)
    fix.time = UTC(secondsSince1970: 1_795_158_480)
    change(&fix)
    return Epoch(fix, LocationUpdate(lastKnown: nil, freshness: .lost, age: nil), received: now)
  }

  private func feed(_ text: String = "tcp:1", coarse: CoarseCell? = nil) throws -> SentenceFeed {
    SentenceFeed(try SentenceOutput(text).filter, coarse: coarse)
  }

  private func names(_ batch: [UInt8]) -> [String] {
    batch.split(separator: 0x0A).map { ReceivedSentences.name(of: Array($0)) }
  }

  private let said = ["$GPRMC,1*00", "$GPGGA,2*00", "$PUBX,00,3*00", "$GPTXT,4*00"].map { Array($0.utf8) }

  @Test func `passes on the receiver's own sentences, as they are`() throws {
    var feed = try feed()
    let text = feed.epoch(epoch(), .sentences(said), at: now).bytes
    #expect(text == said.flatMap { $0 + [13, 10] })
    var some = try self.feed("tcp:1,only=GGA+PUBX")
    #expect(names(some.epoch(epoch(), .sentences(said), at: now).bytes) == ["GGA", "PUBX"])
  }

  @Test func `makes sentences where the receiver speaks none, or where they are asked for`() throws {
    var feed = try feed()
    #expect(feed.epoch(epoch(), .unknown, at: now).isEmpty)
    #expect(
      names(feed.epoch(epoch(), .nothing, at: now).bytes) == ["RMC", "VTG", "GGA", "GSA", "GLL", "ZDA"])
    var made = try self.feed("tcp:1,from=fix,only=GGA+RMC")
    #expect(names(made.epoch(epoch(), .sentences(said), at: now).bytes) == ["RMC", "GGA"])
  }

  @Test func `says once a second that there is no fix`() throws {
    var feed = try feed("tcp:1,from=fix")
    let void = epoch { $0 = Fix() }
    let told = (0..<30).filter { !feed.epoch(void, .nothing, at: now + .milliseconds(100 * $0)).isEmpty }
    #expect(told == [0, 10, 20])
    let text = String(decoding: feed.silence().bytes, as: UTF8.self)
    #expect(text.hasPrefix("$GNRMC,,V,,,,,,,,,,N,V*37\r\n$GNGGA,,,,,,0,,,,M,,M,,*"), "\(text)")
  }

  @Test func `tells nothing of a position that nobody may believe`() throws {
    var feed = try feed("tcp:1,from=fix,only=GLL+RMC")
    var forged = epoch()
    forged.isSuspect = true
    #expect(names(feed.epoch(forged, .nothing, at: now).bytes) == ["RMC"])
  }

  @Test func `tells a coarse place, and nothing as it was received`() throws {
    let cell = try CoarseCell("10km")
    var feed = try feed("tcp:1,only=GGA+GST+VTG", coarse: cell)
    #expect(!feed.wantsReceived)
    let text = String(decoding: feed.epoch(epoch(), .sentences(said), at: now).bytes, as: UTF8.self)
    #expect(!text.contains("GST") && text.contains(",99.90,,M,,M,,*"), "\(text)")
    #expect(!text.contains(",4807.0380"))
  }
}

@Suite struct `The sentences of a receiver` {
  private func heard(_ text: String, _ instant: ContinuousClock.Instant) -> ReceivedSentence {
    ReceivedSentence(Array(text.utf8), received: instant)
  }

  /// The sentences of an epoch; nil if the receiver speaks another language.
  private func own(_ received: inout ReceivedSentences, at instant: ContinuousClock.Instant) -> [[UInt8]]? {
    if case .sentences(let own) = received.takeEpoch(at: instant) { own } else { nil }
  }

  @Test func `count as its language while they tell positions`() {
    var received = ReceivedSentences()
    let now = ContinuousClock.now
    guard case .unknown = received.takeEpoch(at: now) else {
      return #expect(Bool(false), "half an epoch was heard")
    }
    received.add(heard("$GPTXT,01,01,02,hello*00", now))
    guard case .nothing = received.takeEpoch(at: now) else {
      return #expect(Bool(false), "a text is no position")
    }
    received.add(heard("$GNRMC,1*00", now))
    #expect(own(&received, at: now)?.count == 1)
    #expect(own(&received, at: now + .seconds(4)) == [], "it has not changed its language")
    guard case .nothing = received.takeEpoch(at: now + .seconds(6)) else {
      return #expect(Bool(false), "it has")
    }
  }

  @Test func `are bounded, and forgotten at silence`() {
    var received = ReceivedSentences()
    let now = ContinuousClock.now
    for _ in 0..<5000 { received.add(heard("$GNRMC," + String(repeating: "1", count: 60) + "*00", now)) }
    #expect(own(&received, at: now).map { $0.count < 1000 } == true)
    received.add(heard("$GNRMC,1*00", now))
    received.forget()
    #expect(own(&received, at: now) == [])
  }
}
