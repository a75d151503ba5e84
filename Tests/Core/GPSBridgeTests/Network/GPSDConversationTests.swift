import FoundationEssentials
import GNSS
import GPSBase
import TestSupport
import Testing

@testable import GPSBridge

@Suite struct `The lines of a gpsd` {
  private let sentence = "$GPRMC,044748.000,A,4807.16137,N,01131.10869,E,42.765,30.00,211126,,,A*5E\r\n"

  private func lines(_ pieces: [[UInt8]]) -> [GPSDLineReader.Line] {
    var reader = GPSDLineReader()
    var lines: [GPSDLineReader.Line] = []
    for piece in pieces { reader.take(piece[...]) { lines.append($0) } }
    return lines
  }

  private func lines(_ text: String) -> [GPSDLineReader.Line] { lines([Array(text.utf8)]) }

  @Test func `are what the receiver said, as it said it`() {
    #expect(lines(sentence) == [.data(Array(sentence.utf8))])
    #expect(lines("# a comment\n") == [.data(Array("# a comment\n".utf8))])
  }

  @Test(arguments: ["b56201070000", "B56201070000"])
  func `are packets again where they are digits`(digits: String) {
    #expect(lines(digits + "\r\n") == [.data([0xB5, 0x62, 1, 7, 0, 0])])
  }

  @Test(arguments: ["b5620", "b562 01", "b562g1"])
  func `are text where not all of it is pairs of digits`(text: String) {
    #expect(lines(text + "\n") == [.data(Array((text + "\n").utf8))])
  }

  @Test func `are gpsd's own where they begin with a brace, and without their end`() {
    let version = #"{"class":"VERSION"}"#
    #expect(
      lines(version + "\r\n" + sentence) == [.object(Array(version.utf8)), .data(Array(sentence.utf8))])
  }

  @Test func `are the same however they are cut`() {
    let all = Array((#"{"class":"DEVICES"}"# + "\r\n" + sentence + "b56201\r\n" + "\r\n" + sentence).utf8)
    let whole = lines([all])
    #expect(whole.count == 5)
    for cut in all.indices { #expect(lines([Array(all[..<cut]), Array(all[cut...])]) == whole) }
    #expect(lines(all.map { [$0] }) == whole)
  }

  @Test func `are told once where they are too long, and what follows is read`() {
    let long = Array(repeating: UInt8(ascii: "x"), count: 5 * GPSDLineReader.longest)
    for pieces in [[long + [0x0A]], long.map { [$0] } + [[0x0A]]] {
      #expect(lines(pieces + [Array(sentence.utf8)]) == [.tooLong, .data(Array(sentence.utf8))])
    }
  }

  @Test func `are passed over where they are gpsd's own and too long, as a sky of many satellites`() {
    let sky =
      Array(#"{"class":"SKY",""#.utf8) + Array(repeating: 0x20, count: 3 * GPSDLineReader.longest) + [0x0A]
    #expect(lines([sky, Array(sentence.utf8)]) == [.data(Array(sentence.utf8))])
  }
}

@Suite struct `A conversation with a gpsd` {
  static let version =
    #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"# + "\r\n"
  static let watching =
    #"{"class":"WATCH","enable":true,"json":true,"nmea":false,"raw":1,"scaled":false,"timing":false,"split24":false,"pps":false}"#
    + "\r\n"
  static let sentence = "$GPVTG,30.00,T,,M,42.765,N,79.20,K,A*30\r\n"
  static let asking = Array(#"?WATCH={"enable":true,"raw":1,"json":true};"#.utf8) + [0x0A]

  static func device(_ path: String, isOpen: Bool = true) -> String {
    let opened = isOpen ? #","driver":"NMEA0183","activated":"2026-11-21T04:47:47.001Z","flags":1"# : ""
    return #"{"class":"DEVICE","path":"\#(path)"\#(opened)}"#
  }

  static func devices(_ devices: String...) -> String {
    #"{"class":"DEVICES","devices":[\#(devices.joined(separator: ","))]}"# + "\r\n"
  }

  private func conversation(_ text: String = "gpsd://localhost") throws -> GPSDConversation {
    GPSDConversation(try NetworkAddress(text))
  }

  private func hear(_ text: String, _ conversation: inout GPSDConversation) -> [GPSDConversation.Answer] {
    conversation.take(Array(text.utf8)[...])
  }

  /// The error that an answer carries.
  private func fault(_ answer: GPSDConversation.Answer?) -> LocationError? {
    switch answer {
    case .absent(let error), .leave(let error): error
    case .send, .present, .data, nil: nil
    }
  }

  @Test func `begins with its name, and asks for what the receiver says`() throws {
    var talk = try conversation()
    #expect(hear(Self.version, &talk) == [.send(Self.asking)])
    #expect(
      hear(Self.devices(Self.device("/dev/ttyUSB0")) + Self.watching + Self.sentence + Self.sentence, &talk)
        == [
          .present(path: "/dev/ttyUSB0", release: "3.22"), .data(Array((Self.sentence + Self.sentence).utf8)),
        ])
  }

  @Test func `asks for the receiver that was named`() throws {
    var talk = try conversation("gpsd://localhost/dev/tty%22x")
    #expect(
      hear(Self.version, &talk) == [
        .send(Array(#"?WATCH={"enable":true,"raw":1,"json":true,"device":"/dev/tty\"x"};"#.utf8) + [0x0A])
      ])
  }

  @Test func `says why where the receiver that was named is not known`() throws {
    var talk = try conversation("gpsd://localhost/dev/ttyUSB7")
    _ = hear(Self.version, &talk)
    let answers = hear(#"{"class":"ERROR","message":"No such device as /dev/ttyUSB7"}"# + "\r\n", &talk)
    guard case .leave(let error)? = answers.first else { throw Unexpected("\(answers)") }
    #expect(error.code == .notServed)
    #expect(error.message == #"gpsd at localhost:2947 has no receiver "/dev/ttyUSB7""#)
  }

  @Test func `waits where there is none, and tells of the first that comes`() throws {
    var talk = try conversation()
    _ = hear(Self.version, &talk)
    #expect(
      fault(hear(Self.devices() + Self.watching, &talk).first)?.message
        == "gpsd at localhost:2947 has no receiver")
    #expect(
      hear(Self.device("/dev/ttyACM0") + "\r\n", &talk) == [.present(path: "/dev/ttyACM0", release: "3.22")])
    let gone = hear(#"{"class":"DEVICE","path":"/dev/ttyACM0","activated":0}"# + "\r\n", &talk)
    #expect(fault(gone.first)?.message == #""/dev/ttyACM0" of gpsd at localhost:2947 is gone"#)
    #expect(
      hear(Self.device("/dev/ttyACM0") + "\r\n", &talk) == [.present(path: "/dev/ttyACM0", release: "3.22")])
  }

  @Test func `waits where the only one is listed and not open, until it speaks`() throws {
    var talk = try conversation("gpsd://localhost/dev/gps0")
    _ = hear(Self.version, &talk)
    #expect(fault(hear(Self.devices(Self.device("/dev/gps0", isOpen: false)), &talk).first) != nil)
    #expect(
      hear(Self.sentence, &talk) == [
        .present(path: "/dev/gps0", release: "3.22"), .data(Array(Self.sentence.utf8)),
      ])
  }

  @Test func `never mixes two receivers`() throws {
    var talk = try conversation()
    _ = hear(Self.version, &talk)
    let both = Self.devices(Self.device("/dev/ttyUSB0"), Self.device("/dev/ttyUSB1"))
    let error = fault(hear(both, &talk).first)
    #expect(error?.code == .deviceAmbiguous)
    #expect(error?.message.contains(#""/dev/ttyUSB0", "/dev/ttyUSB1""#) == true)
    #expect(error?.remedy?.contains("gpsd://localhost/dev/ttyUSB0") == true)
    // Where that gpsd is, and in a form that leads to that receiver.
    var far = try conversation("gpsd://[::1]:2948")
    _ = hear(Self.version, &far)
    let simulated = Self.devices(Self.device("sim:walk?seed=1"), Self.device("sim:drive"))
    let remedy = try #require(fault(hear(simulated, &far).first)?.remedy)
    #expect(remedy == "Name one of them, as in gpsd://[::1]:2948/sim:walk%3Fseed%3D1.")
    #expect(try NetworkAddress("gpsd://[::1]:2948/sim:walk%3Fseed%3D1").device == "sim:walk?seed=1")
    // One that comes later is kept out.
    var other = try conversation()
    _ = hear(Self.version + Self.devices(Self.device("/dev/ttyUSB0")), &other)
    let answers = hear(Self.device("/dev/ttyUSB1") + "\r\n" + Self.device("/dev/ttyUSB1") + "\r\n", &other)
    #expect(answers == [.send(GPSDConversation.watch("/dev/ttyUSB0"))])
    #expect(hear(both + Self.sentence, &other) == [.data(Array(Self.sentence.utf8))])
  }

  @Test(arguments: ["$GPRMC,,V,,,,,,,,,,N*53\r\n", "HTTP/1.1 400 Bad Request\r\n", "SSH-2.0-OpenSSH\n"])
  func `is none where something else answers, and quotes it`(text: String) throws {
    var talk = try conversation()
    let error = fault(hear(text, &talk).first)
    #expect(error?.code == .notServed && error?.message.contains(text.prefix(8)) == true)
    #expect(error?.remedy?.contains("tcp://") == true)
    #expect(hear(Self.version, &talk) == [])
  }

  @Test func `passes nothing on before it is said whose it is, nor any report of gpsd's`() throws {
    var talk = try conversation()
    let report = #"{"class":"TPV","device":"/dev/ttyUSB0","mode":3,"lat":48.0,"lon":11.0}"# + "\r\n"
    let sky = #"{"class":"SKY","device":"/dev/ttyUSB0","satellites":[]}"# + "\r\n"
    #expect(hear(Self.version + Self.sentence, &talk) == [.send(Self.asking)])
    _ = hear(Self.devices(Self.device("/dev/ttyUSB0")), &talk)
    #expect(hear(report + sky + "{half\r\n{\"class\":\"NEW\"}\r\n", &talk) == [])
  }

  @Test func `takes gpsd's positions where it passes on nothing that they are made of`() throws {
    var talk = try conversation()
    _ = hear(Self.version + Self.devices(Self.device("/dev/ttyUSB0")), &talk)
    func report(_ second: Int) -> String {
      #"{"class":"TPV","device":"/dev/ttyUSB0","mode":3,"time":"2026-11-21T04:47:\#(second).000Z","lat":48.5,"lon":11.25}"#
        + "\r\n"
    }
    for second in 10..<29 { #expect(hear(report(second), &talk) == []) }
    let told = texts(hear(report(29), &talk))
    #expect(told.contains("TXT") && told.contains("RMC,044729.000,A,4830.0000000,N,01115.0000000,E"))
    // The same time again is no new epoch, and another receiver's position is not this one's.
    #expect(hear(report(29), &talk) == [])
    #expect(hear(report(30).replacing("USB0", with: "USB1"), &talk) == [])
    let next = texts(hear(report(30), &talk))
    #expect(next.contains("RMC,044730.000,A") && !next.contains("TXT"))
    // What the receiver says is better, whenever it comes.
    #expect(hear(Self.sentence, &talk) == [.data(Array(Self.sentence.utf8))])
    for second in 31..<59 { #expect(hear(report(second), &talk) == []) }
    // One sentence shows that they come.
    var other = try conversation()
    _ = hear(Self.version + Self.devices(Self.device("/dev/ttyUSB0")) + Self.sentence, &other)
    for second in 10..<59 { #expect(hear(report(second), &other) == []) }
  }

  @Test func `takes no position for one that is measured where gpsd only repeats it`() throws {
    var talk = try conversation()
    _ = hear(Self.version + Self.devices(Self.device("/dev/ttyUSB0")), &talk)
    let dead =
      #"{"class":"TPV","device":"/dev/ttyUSB0","mode":3,"time":"2026-11-21T04:47:29.000Z","lat":48.5,"lon":11.25}"#
    for _ in 0..<100 { #expect(hear(dead + "\r\n", &talk) == []) }
    let next = dead.replacing("47:29", with: "47:30") + "\r\n"
    #expect(texts(hear(next, &talk)).contains("RMC,044730.000,A"))
  }

  private func texts(_ answers: [GPSDConversation.Answer]) -> String {
    answers.map { answer in
      if case .data(let bytes) = answer { String(decoding: bytes, as: UTF8.self) } else { "\(answer)" }
    }.joined()
  }

  @Test func `ends where a line has no end`() throws {
    var talk = try conversation()
    _ = hear(Self.version + Self.devices(Self.device("/dev/ttyUSB0")), &talk)
    let error = fault(hear(String(repeating: "x", count: 20_000), &talk).first)
    #expect(error?.message == "gpsd at localhost:2947 sent a line of more than 16384 bytes")
  }

  @Test func `is told with gpsd's last words where gpsd has ended it`() throws {
    var talk = try conversation()
    #expect(talk.reasonOfEnd().message.contains("before it identified itself"))
    _ = hear(Self.version, &talk)
    #expect(talk.reasonOfEnd().message == "gpsd at localhost:2947 has ended the connection")
    _ = hear(#"{"class":"ERROR","message":"closed: \u001b[31mslow"}"# + "\r\n", &talk)
    let words = talk.reasonOfEnd().message
    #expect(words.contains("closed: ") && !words.unicodeScalars.contains("\u{1B}"))
  }
}

/// How many conversations are made up: `JOIN_ROUNDS`.
private let rounds = ProcessInfo.processInfo.environment["JOIN_ROUNDS"].flatMap(Int.init) ?? 400

@Suite struct `Any conversation with a gpsd` {
  /// What gpsds say, and what none says.
  private static let lines = [
    #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#,
    #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyUSB0","activated":"2026-11-21T04:47:47.001Z"}]}"#,
    #"{"class":"DEVICES","devices":[{"path":"/dev/ttyUSB0","activated":1},{"path":"/dev/ttyUSB1"}]}"#,
    #"{"class":"DEVICES","devices":[]}"#, #"{"class":"DEVICE","path":"/dev/ttyUSB0","activated":0}"#,
    #"{"class":"DEVICE","path":"/dev/ttyUSB1","activated":"2026-11-21T04:47:47.001Z"}"#,
    #"{"class":"WATCH","enable":true,"json":true,"raw":1}"#,
    #"{"class":"TPV","device":"/dev/ttyUSB0","mode":3,"time":"2026-11-21T04:47:49.000Z","lat":48.1,"lon":11.5}"#,
    #"{"class":"TPV","device":"/dev/ttyUSB0","mode":1}"#,
    #"{"class":"ERROR","message":"No such device as /dev/ttyUSB0"}"#,
    #"{"class":"SKY","satellites":[{"PRN":5,"el":10,"az":20,"ss":30,"used":true}]}"#,
    "$GPRMC,044748.000,A,4807.16137,N,01131.10869,E,42.765,30.00,211126,,,A*5E", "b56201070000",
    #"{"class":"#, "", "\u{1B}[31m", "HTTP/1.1 400 Bad Request",
  ]

  private func made(_ random: inout SeededGenerator) -> [UInt8] {
    var text: [UInt8] = []
    if Int.random(in: 0..<8, using: &random) > 0 { text += Array((Self.lines[0] + "\r\n").utf8) }
    for _ in 0..<Int.random(in: 0..<60, using: &random) {
      var line = Array((Self.lines.randomElement(using: &random) ?? "").utf8)
      if Int.random(in: 0..<4, using: &random) == 0, !line.isEmpty {
        let place = Int.random(in: line.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: line[place] = UInt8.random(in: 0...255, using: &random)
        case 1: line.removeSubrange(place...)
        default: line.insert(contentsOf: line[place...], at: place)
        }
      }
      text += line + Array((Int.random(in: 0..<4, using: &random) == 0 ? "\n" : "\r\n").utf8)
    }
    return text
  }

  /// All answers, with what the receiver said in one piece where nothing came between.
  private func answers(_ bytes: [UInt8], piece length: (Int) -> Int) throws -> [GPSDConversation.Answer] {
    var talk = GPSDConversation(try NetworkAddress("gpsd://localhost"))
    var all: [GPSDConversation.Answer] = []
    var place = 0
    while place < bytes.count {
      let end = min(place + length(place), bytes.count)
      for answer in talk.take(bytes[place..<end]) {
        if case .data(let more) = answer, case .data(let before)? = all.last {
          all[all.count - 1] = .data(before + more)
        } else {
          all.append(answer)
        }
      }
      place = end
    }
    return all
  }

  @Test func `is the same however it is cut, ends once, and shows no strange character`() throws {
    var random = SeededGenerator()
    for round in 0..<rounds {
      let bytes = made(&random)
      let whole = try answers(bytes) { _ in bytes.count }
      #expect(try answers(bytes) { _ in 1 } == whole, "seed \(seed), round \(round)")
      #expect(try answers(bytes) { Int(bytes[$0] & 63) + 1 } == whole, "seed \(seed), round \(round)")
      var isThere = false
      for (place, answer) in whole.enumerated() {
        switch answer {
        case .present:
          #expect(!isThere, "seed \(seed), round \(round): a receiver comes once")
          isThere = true
        case .absent(let error):
          isThere = false
          expectHarmless(error, "seed \(seed), round \(round)")
        case .leave(let error):
          #expect(place == whole.count - 1, "seed \(seed), round \(round): nothing comes behind the end")
          expectHarmless(error, "seed \(seed), round \(round)")
        case .data: #expect(isThere, "seed \(seed), round \(round): what is said is said by a receiver")
        case .send(let request): #expect(request.last == 0x0A, "seed \(seed), round \(round)")
        }
      }
    }
  }

  private func expectHarmless(_ error: LocationError, _ note: Comment) {
    let text = error.message + (error.remedy ?? "")
    #expect(text.utf8.count < 1000, note)
    #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }, note)
  }
}

@Suite struct `Sentences of gpsd's positions` {
  /// The epochs that reports become, on the way of a cable.
  private func fixes(_ reports: [String]) throws -> [Fix] {
    var sentences = GPSDReportSentences(patience: 1)
    var decoder = FixDecoder(.recording())
    var fixes: [Fix] = []
    let take: (DecodedOutput) -> Void = { if case .fix(let fix) = $0 { fixes.append(fix) } }
    for report in reports {
      let bytes = try sentences.take(JSON5Reader.read(Array(report.utf8))) ?? []
      decoder.decode(bytes.span, take)
    }
    decoder.finish(take)
    return fixes
  }

  @Test func `say what gpsd 3.22 said`() throws {
    let fix = try #require(
      try fixes([
        #"""
        {"class":"TPV","device":"/dev/pts/3","status":2,"mode":3,"time":"2026-11-21T04:47:49.250Z","ept":0.005,
        "lat":48.117301234,"lon":-11.516667891,"altHAE":592.3000,"altMSL":545.4000,"alt":545.4000,"epx":19.6,"epy":9.8,
        "epv":39.2,"track":84.4000,"magvar":-3.1,"speed":11.524,"climb":0.000,"geoidSep":46.9,"eph":22.0,"sep":38.000}
        """#
      ]).first)
    #expect(fix.time == UTC(iso8601: "2026-11-21T04:47:49.25Z"))
    #expect(fix.mode == .threeDimensional && fix.quality == .differential)
    let place = try #require(fix.coordinate)
    #expect(abs(place.latitude - 48.117301234) < 1e-8 && abs(place.longitude + 11.516667891) < 1e-8)
    #expect(fix.altitude == 545.4 && fix.geoidSeparation == 46.9)
    #expect(abs((fix.speed ?? 0) - 11.524) < 0.001 && fix.course == 84.4 && fix.magneticVariation == -3.1)
    // Ten meters and five are standard deviations; of a circle of 68 % the radius is 1.515 times their middle.
    #expect(abs((fix.errors?.horizontal ?? 0) - 1.5152 * (62.5).squareRoot()) < 0.01)
    #expect(fix.errors?.vertical == 20 && fix.errors?.source == .gst)
  }

  @Test func `make one epoch of a time, however often it is said`() throws {
    let dead = #"{"class":"TPV","mode":3,"time":"2026-11-21T04:47:49.000Z","lat":48.1,"lon":11.5}"#
    #expect(try fixes([dead, dead, dead]).count == 1)
    let next = #"{"class":"TPV","mode":3,"time":"2026-11-21T04:47:50.000Z","lat":48.1,"lon":11.5}"#
    #expect(try fixes([dead, next, next, dead]).count == 2)
  }

  @Test(arguments: [
    #"{"class":"TPV","mode":1}"#, #"{"class":"TPV","mode":0,"time":"2026-11-21T04:47:49.000Z"}"#,
    #"{"class":"TPV","mode":1,"time":"2026-11-21T04:47:49.000Z","lat":48.1,"lon":11.5}"#,
    #"{"class":"TPV","mode":3,"time":"2026-11-21T04:47:49.000Z","lat":"x","lon":11.5}"#,
    #"{"class":"TPV","mode":3,"time":"2026-11-21T04:47:49.000Z","lat":1e300,"lon":11.5}"#,
    #"{"class":"TPV"}"#,
  ])
  func `have no fix where gpsd has none`(report: String) throws {
    let fix = try #require(try fixes([report]).first)
    #expect(!fix.isValid && fix.coordinate == nil)
  }

  @Test func `have no height of a plane fix`() throws {
    let plane =
      #"{"class":"TPV","mode":2,"time":"2026-11-21T04:47:49.000Z","lat":48.1,"lon":11.5,"alt":500.0}"#
    let fix = try #require(try fixes([plane]).first)
    #expect(fix.mode == .twoDimensional && fix.altitude == nil)
  }
}
