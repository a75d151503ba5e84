import FoundationEssentials
import TestSupport
import Testing

@testable import GPSBridge

/// How many conversations are made up: `JOIN_ROUNDS`.
private let rounds = ProcessInfo.processInfo.environment["JOIN_ROUNDS"].flatMap(Int.init) ?? 400

@Suite struct `Any conversation with a gpsd` {
  /// What gpsds say, and what none says.
  private static let lines = [
    #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#,
    #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyUSB0","activated":"2026-11-21T04:47:47.001Z"}]}"#,
    #"{"class":"DEVICES","devices":[{"path":"/dev/ttyUSB0","activated":1},{"path":"/dev/ttyUSB1"}]}"#,
    #"{"class":"DEVICES","devices":[]}"#,
    #"{"class":"DEVICE","path":"/dev/ttyUSB0","activated":0}"#,
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
