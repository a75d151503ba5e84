import GPSFormats
import TestSupport
import Testing

@testable import GPSWeb

private let start = ContinuousClock.now

private func record(_ text: String, _ type: RecordType = .fix) -> ReportRecord {
  ReportRecord(type, Array((text + "\n").utf8))
}

/// All that a listener gets now, in rooms of a size.
private func drain(_ cursor: inout EventCursor, _ ring: RecordRing, room size: Int = 100) -> (
  String, BodyStep
) {
  var bytes: [UInt8] = []
  while true {
    var room = [UInt8](repeating: 0, count: size)
    let step = unsafe room.withUnsafeMutableBytes { unsafe cursor.fill($0, from: ring, at: start) }
    guard case .wrote(let count) = step else { return (String(decoding: bytes, as: UTF8.self), step) }
    bytes += room[..<count]
  }
}

@Suite struct `The ring of records` {
  @Test func `numbers records from 1 and frames each as an event`() {
    var ring = RecordRing(boot: "abcd")
    ring.append(record("{\"n\":1}"), from: 0, at: start)
    #expect(ring[1]?.frame == Array("id: abcd-1\ndata: {\"n\":1}\n\n".utf8))
    #expect(ring.oldest == 1 && ring.next == 2 && ring[2] == nil && ring[0] == nil)
  }

  @Test func `keeps no more bytes than its bound, and always the newest`() {
    var ring = RecordRing(boot: "abcd", bounds: .init(bytes: 20_000, age: .seconds(600)))
    for number in 0..<5000 {
      ring.append(record(String(repeating: "x", count: number % 700)), from: 0, at: start)
      #expect(ring.byteCount <= 20_000)
      #expect(ring[ring.next - 1] != nil && ring[ring.oldest] != nil && ring[ring.oldest - 1] == nil)
    }
    #expect(ring.next == 5001 && ring.oldest > 4800)
  }

  @Test func `lets go of what is too old`() {
    var ring = RecordRing(boot: "abcd", bounds: .init(bytes: 1 << 20, age: .seconds(10)))
    for second in 0..<30 { ring.append(record("\(second)"), from: 0, at: start + .seconds(second)) }
    #expect(ring.oldest == 20)
  }
}

@Suite struct `A listener's place` {
  @Test func `gets the greeting and each record once, whatever the size of the room`() {
    var ring = RecordRing(boot: "abcd")
    for size in [1, 2, 7, 64, 4096] {
      var cursor = EventCursor(EventFilter(), greeting: Array("hi\n\n".utf8), next: ring.next, at: start)
      var expected = "hi\n\n"
      for number in 0..<20 {
        let entry = ring.append(record("record \(number)"), from: 0, at: start)
        expected += String(decoding: entry.frame, as: UTF8.self)
      }
      let (text, step) = drain(&cursor, ring, room: size)
      #expect(text == expected && step == .wait)
    }
  }

  @Test func `is left behind when its next record has gone`() {
    var ring = RecordRing(boot: "abcd", bounds: .init(bytes: 2000, age: .seconds(600)))
    var cursor = EventCursor(EventFilter(), greeting: [], next: ring.next, at: start)
    for _ in 0..<100 { ring.append(record("a record of some length"), from: 0, at: start) }
    #expect(drain(&cursor, ring).1 == .leftBehind)
  }

  @Test func `passes over what was not asked for`() {
    var ring = RecordRing(boot: "abcd")
    var filter = EventFilter()
    (filter.types, filter.receiver) = ([.sky], 1)
    var cursor = EventCursor(filter, greeting: [], next: 1, at: start)
    ring.append(record("a"), from: 1, at: start)
    ring.append(record("b", .sky), from: 0, at: start)
    ring.append(record("c", .sky), from: 1, at: start)
    #expect(drain(&cursor, ring).0 == "id: abcd-3\ndata: c\n\n")
  }

  @Test func `is told nothing of its own in the middle of a record`() {
    var ring = RecordRing(boot: "abcd")
    ring.append(record("a long record"), from: 0, at: start)
    var cursor = EventCursor(EventFilter(), greeting: [], next: 1, at: start)
    var room = [UInt8](repeating: 0, count: 5)
    let step = unsafe room.withUnsafeMutableBytes { unsafe cursor.fill($0, from: ring, at: start) }
    #expect(step == .wrote(5))
    let wasSaid = cursor.say(Array("tick".utf8))
    #expect(!wasSaid)
  }
}

@Suite struct `The id that a listener had last` {
  private var ring: RecordRing {
    var ring = RecordRing(boot: "abcd", bounds: .init(bytes: 1 << 20, age: .seconds(5)))
    for second in 1...20 { ring.append(record("\(second)"), from: 0, at: start + .seconds(second)) }
    return ring
  }

  @Test(arguments: [
    (nil, EventStart.new), ("", .new), ("abcd-20", .resumed(next: 21, missed: nil)),
    ("abcd-14", .resumed(next: 15, missed: nil)), ("abcd-3", .resumed(next: 15, missed: 4..<15)),
    ("abcd-21", .unknownID), ("abce-20", .unknownID), ("abcd-", .unknownID), ("abcd--4", .unknownID),
    ("abcd-99999999999999999999999", .unknownID), ("nonsense", .unknownID), ("ü", .unknownID),
  ]) func `says where it goes on, and what it has missed`(last: String?, start: EventStart) {
    #expect(EventStart(last, in: ring) == start)
  }
}
