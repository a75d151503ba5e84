import GPSSystemCalls
import Testing
import TestSupport

@testable import GPSSockets

@Suite struct `What waits for a slow client` {
  private func line(_ text: String, _ length: Int = 100) -> [UInt8] {
    Array(text.utf8) + Array(repeating: UInt8(ascii: "."), count: max(0, length - text.utf8.count - 2)) + [
      13, 10,
    ]
  }

  /// Sends as far as there is room; what came.
  private func flush(_ outbox: inout Outbox, room: Int) throws -> [UInt8] {
    var came: [UInt8] = []
    var room = room
    _ = try outbox.flush { (bytes: ArraySlice<UInt8>) throws(Errno) in
      guard room > 0 else { throw .wouldBlock }
      let taken = min(room, bytes.count)
      came += bytes.prefix(taken)
      room -= taken
      return taken
    }
    return came
  }

  @Test func `goes out in its order, however small the room`() throws {
    var outbox = Outbox()
    let lines = (0..<20).map { line("\($0) ") }
    for line in lines { outbox.add(line, .report) }
    var came: [UInt8] = []
    while !outbox.isEmpty { came += try flush(&outbox, room: 7) }
    #expect(came == lines.flatMap(\.self))
    #expect(outbox.waiting == 0 && outbox.dropped == 0)
  }

  @Test func `loses its oldest reports, whole ones, and no answer`() throws {
    var outbox = Outbox()
    outbox.add(line("begun "), .report)
    #expect(try flush(&outbox, room: 50).count == 50)
    outbox.add(line("answer "), .answer)
    for number in 0..<2000 { outbox.add(line("\(number) "), .report) }
    #expect(outbox.waiting <= Outbox.mostBytes)
    let came = String(decoding: try flush(&outbox, room: .max), as: UTF8.self).split(separator: "\r\n")
    #expect(came[0].allSatisfy { $0 == "." }, "the rest of what had begun")
    #expect(came[1].hasPrefix("answer "))
    #expect(came.last?.hasPrefix("1999 ") == true)
    let numbers = came.dropFirst(2).compactMap { Int($0.prefix { $0 != " " }) }
    #expect(numbers == Array((2000 - numbers.count)..<2000), "the newest ones, without a gap")
    #expect(outbox.dropped == 2000 - numbers.count)
  }

  @Test func `may begin with what its sender could not send, and never loses that`() throws {
    var outbox = Outbox()
    let first = line("first ")
    outbox.begin(first, .report, taken: 30)
    #expect(outbox.isBegun && outbox.waiting == 70 && Array(outbox.restOfBegun) == Array(first[30...]))
    for number in 0..<2000 { outbox.add(line("\(number) "), .report) }
    #expect(outbox.waiting <= Outbox.mostBytes && outbox.dropped > 0)
    let came = try flush(&outbox, room: .max)
    #expect(came.starts(with: first[30...]) && outbox.isEmpty && outbox.waiting == 0)
  }

  @Test func `of one who only asks is full, and nothing of it is lost`() throws {
    var outbox = Outbox()
    for _ in 0..<700 { outbox.add(line("answer "), .answer) }
    #expect(outbox.isFull)
    #expect(try flush(&outbox, room: .max).count == 70_000)
    #expect(!outbox.isFull)
  }

  @Test(arguments: UInt64(1)...6) func `is never more than a piece beyond its bound, and always whole lines`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    var outbox = Outbox()
    var came: [UInt8] = []
    for number in 0..<3000 {
      outbox.add(line("\(number) ", Int.random(in: 8...3000, using: &random)), .report)
      #expect(outbox.waiting <= Outbox.mostBytes + 3000)
      came += try flush(&outbox, room: Int.random(in: 0...1500, using: &random))
    }
    came += try flush(&outbox, room: .max)
    let numbers = String(decoding: came, as: UTF8.self).split(separator: "\r\n").compactMap {
      Int($0.prefix { $0 != " " })
    }
    #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
    #expect(numbers.count + outbox.dropped == 3000)
  }

  @Test func `is given up where the connection is`() {
    var outbox = Outbox()
    outbox.add(line("x"), .answer)
    #expect(throws: Errno.brokenPipe) {
      try outbox.flush { (_: ArraySlice<UInt8>) throws(Errno) in throw .brokenPipe }
    }
  }
}
