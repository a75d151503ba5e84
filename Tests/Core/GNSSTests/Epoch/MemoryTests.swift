import Foundation
import GNSS
import TestSupport
import Testing

/// Memory is bounded, whatever a stream claims to see.
///
/// By itself it takes 200 000 satellites, so that an unoptimised build is done in a second or two. A nightly run
/// takes ten million: `GPSBRIDGE_SATELLITES=10000000 swift test --filter memory`.
@Suite(.serialized) struct `The memory of a fix decoder` {
  private static let satellites =
    ProcessInfo.processInfo.environment["GPSBRIDGE_SATELLITES"].flatMap { Int($0) } ?? 200_000

  /// Bytes that are in memory, shared pages among them.
  private func residentBytes() throws -> Int {
    let text = try String(contentsOf: URL(filePath: "/proc/self/statm"), encoding: .utf8)
    let pages = try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    return pages * 4096
  }

  /// Appends a sentence with its checksum; no text in between, for the sake of unoptimised builds.
  private func append(_ body: String, to bytes: inout [UInt8]) {
    var sum: UInt8 = 0
    bytes.append(UInt8(ascii: "$"))
    for byte in body.utf8 {
      sum ^= byte
      bytes.append(byte)
    }
    let hex: StaticString = "0123456789ABCDEF"
    bytes += [UInt8(ascii: "*"), digit(sum >> 4, hex), digit(sum & 15, hex), 0x0D, 0x0A]
  }

  private func digit(_ value: UInt8, _ hex: StaticString) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  @Test(.disabled(if: Sanitizer.isLooking, "memory is not given back under a sanitizer"))
  func `does not grow with the satellites, talkers and signals that ever new sentences name`() throws {
    var random = SeededGenerator(seed: 1)
    var decoder = FixDecoder(.recording())
    var most = 0
    let before = try residentBytes()
    var bytes: [UInt8] = []
    var told = 0
    var second = 0
    while told < Self.satellites {
      bytes.removeAll(keepingCapacity: true)
      append("GPRMC,\(120_000 + second % 60),A,4807.038,N,01131.000,E,5.0,84.4,201126,,,A", to: &bytes)
      second += 1
      for _ in 0..<250 {
        let bits = random.next()
        let talker = [bits % 26, bits / 26 % 26].map { Character(Unicode.Scalar(UInt8(65 + $0))) }
        let four = (0..<4).map { "\(1 + Int(bits >> 16 & 0xFFF) + $0),40,083,46" }.joined(separator: ",")
        let signal = String(bits >> 40 & 15, radix: 16)
        append("\(String(talker))GSV,1,1,04,\(four),\(signal)", to: &bytes)
        told += 4
      }
      decoder.decode(bytes.span) {
        if case .sky(let sky) = $0 { most = max(most, sky.satellites.count) }
      }
    }
    let growth = try residentBytes() - before
    #expect(growth < 16 << 20, "\(growth) bytes more after \(told) satellites")
    #expect(most > 0)
    #expect(most <= 40 * 64)
  }

  @Test func `holds the sky of a receiver that comes after a storm of false sets`() {
    var storm = (0..<200).map { index in
      let letters = Character(Unicode.Scalar(UInt8(65 + index / 16)))
      return "X\(letters)GSV,2,1,04,5,40,083,46,\(String(index % 16, radix: 16))"
    }
    for second in 0..<20 {
      storm += [
        "GPRMC,1200\(10 + second),A,4807.038,N,01131.000,E,5.0,84.4,201126,,,A",
        "GPGSV,1,1,01,07,40,083,46",
      ]
    }
    #expect(fixes(storm).last?.satellites.map(\.identity) == [SatelliteIdentity(.gps, 7)])
  }
}
