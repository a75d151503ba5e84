import GNSS
import TestSupport
import Testing

@Suite struct `The sentences of a decoder` {
  private let stream = wire([
    "GPGGA,120000,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,", "GPXXX,1,2,3",
    "GPGGA,120001,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
  ])

  private func sentences(asking: Bool, _ bytes: [UInt8]) -> [String] {
    var decoder = FixDecoder(.recording())
    decoder.givesSentences = asking
    var sentences: [String] = []
    decoder.decode(bytes.span) {
      if case .sentence(let bytes) = $0 { sentences.append(String(decoding: bytes, as: UTF8.self)) }
    }
    decoder.finish {
      if case .sentence(let bytes) = $0 { sentences.append(String(decoding: bytes, as: UTF8.self)) }
    }
    return sentences
  }

  @Test func `come whole and in order, from the dollar to the checksum`() {
    let lines = String(decoding: stream, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    #expect(sentences(asking: true, stream) == lines)
  }

  @Test func `come only when somebody asks`() {
    #expect(sentences(asking: false, stream).isEmpty)
  }

  @Test func `are only those with a right checksum`() {
    var broken = stream
    broken[10] ^= 1
    #expect(sentences(asking: true, broken).count == 2)
  }
}
