import TestSupport
import Testing
import UBX

@Suite struct `A NAV-PVT message` {
  /// The sample's payload with some bytes changed: offset, then the bytes from there on.
  private func changed(_ changes: (Int, [UInt8])...) throws -> NavPVT {
    var payload = Sample.navPVTPayload
    for (offset, bytes) in changes { payload.replaceSubrange(offset..<offset + bytes.count, with: bytes) }
    return try #require(navPVT(payload))
  }

  @Test func `is read in its old form of 84 bytes, and takes nothing from the reserved ones`() throws {
    var old = [UInt8](Sample.navPVTPayload[..<84])
    #expect(navPVT(old) == navPVT(Sample.navPVTPayload))
    for index in [22, 78, 79, 80, 83] { old[index] = 0xFF }
    #expect(navPVT(old) == navPVT(Sample.navPVTPayload))
  }

  @Test func `may have grown`() {
    let longer = Sample.navPVTPayload + [1, 2, 3, 4]
    #expect(navPVT(longer) == navPVT(Sample.navPVTPayload))
  }

  @Test(arguments: [0, 1, 83, 85, 91]) func `of another length is none`(length: Int) {
    #expect(navPVT(Sample.navPVTPayload[..<length]) == nil)
  }

  @Test func `is read as it was written`() throws {
    var random = SeededGenerator()
    for _ in 0..<1000 {
      let solution = random.solution()
      let bytes = solution.encoded()
      guard case .message(let frame) = recognize(bytes) else {
        throw Unexpected("No frame, seed \(seed): \(bytes)")
      }
      #expect(message(frame, bytes) == .navPVT(solution), "seed \(seed)")
    }
  }

  @Test func `is written again byte for byte, with its reserved bits and in its own length`() throws {
    var payload = Sample.navPVTPayload
    for (place, byte) in [(11, 0xF7), (22, 0x1F), (79, 0xC0), (80, 1), (81, 2), (82, 3), (83, 4)] {
      payload[place] = UInt8(byte)
    }
    #expect(try #require(navPVT(payload)).payload == payload)
    #expect(navPVT(payload) == navPVT(Sample.navPVTPayload))
    #expect(try #require(navPVT(payload[..<84])).payload == [UInt8](payload[..<84]))
    #expect(try #require(navPVT(payload + [5, 6])).payload == payload + [5, 6])
  }

  @Test func `keeps the date when its time is set, though a fraction led over midnight`() throws {
    var solution = try changed((8, [0, 0, 0]), (16, bytes("FFFFFFFF")))
    #expect(solution.date == NavPVT.CalendarDate(year: 2024, month: 3, day: 23))
    solution.time = NavPVT.TimeOfDay(hour: 1, minute: 2, second: 3)
    #expect(solution.date == NavPVT.CalendarDate(year: 2024, month: 3, day: 23))
    solution = try changed((8, [0, 0, 0]), (16, bytes("FFFFFFFF")))
    solution.date = NavPVT.CalendarDate(year: 2025, month: 1, day: 1)
    #expect(solution.date == NavPVT.CalendarDate(year: 2025, month: 1, day: 1))
    #expect(solution.time == NavPVT.TimeOfDay(hour: 23, minute: 59, second: 59, nanosecond: 999_999_999))
  }

  @Test func `is written with the nearest value where one does not fit`() throws {
    let solution = NavPVT {
      $0.groundSpeed = .infinity
      $0.velocityDown = -.infinity
      $0.velocityNorth = .nan
      $0.satellitesUsed = 1000
      $0.horizontalAccuracy = 1e30
      $0.verticalAccuracy = -1
      $0.positionDilution = 1e9
    }
    let read = try #require(navPVT(solution.payload))
    #expect(read.groundSpeed == 2_147_483.647 && read.velocityDown == -2_147_483.648)
    #expect(read.velocityNorth == 0 && read.satellitesUsed == 255)
    #expect(read.horizontalAccuracy == 4_294_967.294 && read.verticalAccuracy == 0)
    #expect(read.positionDilution == 655.35)
  }
}
