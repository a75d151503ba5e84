import TestSupport
import Testing

@testable import GPSTrackRows

/// The bytes with their checksum.
private func sealed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
  let sum = TrackColumns.checksum(bytes)
  return bytes + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
}

@Suite struct `A packed track` {
  @Test func `of a drive takes at most 11.2 bytes a fix`() throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      let entries = SampleRows.drive(380, seed: seed)
      let bytes = TrackColumns.pack(entries)
      #expect(Double(bytes.count) / 380 <= 11.2, "\(bytes.count) bytes, seed \(seed)")
      #expect(try TrackColumns.unpack(bytes) == entries)
    }
  }

  @Test func `gives back any rows, also NULLs and extremes`() throws {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let entries = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        TrackColumns.Entry(
          number: [.min, .max, 0, .random(in: .min ... .max, using: &random)].randomElement(using: &random)
            ?? 0,
          monotonic: .random(in: .min ... .max, using: &random), row: SampleRows.any(&random))
      }
      #expect(try TrackColumns.unpack(TrackColumns.pack(entries)) == entries, "seed \(seed)")
    }
  }

  @Test func `that is cut anywhere is damage`() {
    let bytes = TrackColumns.pack(SampleRows.drive(60, seed: 1))
    for count in 0..<bytes.count {
      #expect(throws: TrackColumns.Damage.self) { try TrackColumns.unpack(Array(bytes[..<count])) }
    }
    #expect(throws: TrackColumns.Damage.self) { try TrackColumns.unpack(bytes + [0]) }
    let plain = Array(bytes.dropLast(4))
    for count in 0..<plain.count {
      #expect(throws: TrackColumns.Damage.self) { try TrackColumns.unpack(sealed(plain[..<count])) }
    }
    #expect(throws: TrackColumns.Damage.self) { try TrackColumns.unpack(sealed(plain + [0])) }
  }

  @Test func `with a turned bit is damage`() throws {
    let bytes = TrackColumns.pack(SampleRows.drive(60, seed: 1))
    for bit in 0..<(8 * bytes.count) {
      var turned = bytes
      turned[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: TrackColumns.Damage.self, "bit \(bit)") { try TrackColumns.unpack(turned) }
    }
    // The usual CRC-32, of no rows: the version, their number and a column of NULLs each.
    let columns = [UInt8](repeating: 16, count: TrackRow.columnCount + 2)
    #expect(TrackColumns.pack([]) == [1, 0] + columns + [0x95, 0xA7, 0x07, 0xCE])
  }

  @Test func `with turned bits and a right checksum is damage or rows, and never a trap`() {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    let whole = TrackColumns.pack(
      (0..<30).map { number in
        TrackColumns.Entry(number: number, monotonic: number * 1000, row: SampleRows.any(&random))
      })
    for _ in 0..<3000 {
      var bytes = whole.dropLast(4)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[.random(in: bytes.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      if let rows = try? TrackColumns.unpack(sealed(bytes)) {
        #expect(rows.count <= TrackColumns.mostRows, "seed \(seed)")
      }
    }
  }

  @Test func `of a number of rows that no packer writes is refused before memory is taken`() {
    // 2⁶³ rows, in ten bytes.
    let bytes: [UInt8] = [1] + [UInt8](repeating: 0x80, count: 9) + [0]
    #expect(throws: TrackColumns.Damage.self) { try TrackColumns.unpack(sealed(bytes[...])) }
    #expect(throws: TrackColumns.Damage.self) { try TrackColumns.unpack(sealed([1, 0x81, 0x80, 0x04])) }
  }

  @Test func `keeps its form: a store of today is read by programs of later`() throws {
    let bytes = TrackColumns.pack(SampleRows.drive(3, seed: 7))
    #expect(try TrackColumns.unpack(bytes).count == 3 && bytes[0] == 1 && bytes[1] == 3)
    for version in [0, 2, 255] as [UInt8] {
      let other = sealed([version] + bytes.dropFirst().dropLast(4))
      #expect(throws: TrackColumns.Damage(offset: 0)) { try TrackColumns.unpack(other) }
    }
  }
}
