import TestSupport
import UBX

/// A stream of all that a line may carry, good and broken, side by side.
struct RandomStream {
  private var generator: SeededGenerator
  private(set) var bytes: [UInt8] = []

  private static let bodies = [
    "GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
    "GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W,A",
    "GNRMC,,V,,,,,,,,,,N", "GPGLL,4916.45,N,12311.12,W,225444,A", "GPVTG,054.7,T,034.4,M,005.5,N,010.2,K",
    "GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1",
    "GPGSV,2,1,08,01,40,083,46,02,17,308,41,12,07,344,39,14,22,228,45",
    "GNGNS,103600.01,5114.51176,N,00012.29380,W,ANNN,07,1.18,111.5,45.6,,,V",
    "GPGST,172814.0,0.006,0.023,0.020,273.6,0.023,0.020,0.031", "GPZDA,160012.71,11,03,2004,-1,00",
    "GPGGA,123519, 4807.038,N,01131.000,E,1, 8,0.9,545.4,M,,M,,,,,,", "PGRMZ,246,f,3",
    "GPTXT,01,01,02,a*b*42!",
    "PUBX,00,081350.00,4717.113210,N,00833.915187,E,546.589,G3,2.1,2.0,0.007,77.52,0.007,,0.92,1.19,0.77,9,0,0",
    "GPGGA,999999,9907.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,", "GPGGA", "", "PASHR,POS,0,0", "PRHS ,1",
  ]

  init(seed: UInt64, parts: Int) {
    generator = SeededGenerator(seed: seed)
    for _ in 0..<parts { add() }
  }

  /// Sizes of pieces to cut a stream into.
  static func pieces(seed: UInt64) -> [Int] {
    var generator = SeededGenerator(seed: seed)
    let most = [1, 3, 20, 200, 3000].randomElement(using: &generator) ?? 1
    return (0..<50).map { _ in Int.random(in: 1...most, using: &generator) }
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  private mutating func noise(_ count: Int) -> [UInt8] {
    // Bytes that mean something come more often than they would by chance.
    let telling = Array("$!#\\*,0AGP\r\n".utf8) + [0xB5, 0x62, 0xD3, 0x00, 0x01]
    return (0..<count).map { _ in
      number(0...1) == 0 ? UInt8(number(0...255)) : telling[number(0...(telling.count - 1))]
    }
  }

  private mutating func sentence() -> [UInt8] {
    let body = Self.bodies[number(0...(Self.bodies.count - 1))]
    let ends: [[UInt8]] = [[0x0D, 0x0A], [0x0A], [0x0D, 0x0D, 0x0A], [], [0x20, 0x0D, 0x0A]]
    return wire(body).dropLast(2) + ends[number(0...(ends.count - 1))]
  }

  private mutating func message() -> [UInt8] {
    let payload = noise(number(0...60))
    return (try? Message.unknown(MessageKind(0x01, UInt8(number(0...99))), payload: payload).encoded()) ?? []
  }

  /// Takes bytes away, puts others in, or changes some.
  private mutating func damaged(_ whole: [UInt8]) -> [UInt8] {
    guard whole.count > 2 else { return whole }
    var bytes = whole
    let place = number(0...(whole.count - 1))
    switch number(0...4) {
    case 0: bytes.removeSubrange(place...)
    case 1: bytes.removeSubrange(..<place)
    case 2: bytes.insert(contentsOf: noise(number(1...3)), at: place)
    // Zeros leave a sentence's checksum right.
    case 3: bytes.insert(0, at: place)
    default: bytes[place] = noise(1)[0]
    }
    return bytes
  }

  private mutating func add() {
    switch number(0...15) {
    case 0...5: bytes += sentence()
    case 6, 7:
      let whole = sentence()
      bytes += damaged(whole)
    case 8: bytes += message()
    case 9:
      let whole = message()
      bytes += damaged(whole)
    case 10: bytes += correction(noise(number(0...80)))
    case 11:
      let whole = correction(noise(number(0...80)))
      bytes += damaged(whole)
    case 12: bytes += block()
    case 13: bytes += Array("# \(number(0...9)) Grüße\r\n".utf8)
    case 14: bytes += noise(number(1...40))
    default:
      let whole = Array("$PASHR,MCA,".utf8) + noise(number(0...30)) + [0x0D, 0x0A]
      bytes += number(0...1) == 0 ? damaged(whole) : whole
    }
  }

  private mutating func block() -> [UInt8] {
    let body = Array("s:station\(number(0...9)),c:1577836800".utf8)
    let whole = [0x5C] + wire(body).dropFirst().dropLast(2) + [0x5C]
    return number(0...2) == 0 ? damaged(whole) : whole
  }
}
