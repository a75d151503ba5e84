import NMEA
import Glibc

struct Sum: SentenceSink {
  var sum = 0.0
  mutating func receive(_ m: GGA) { sum += (m.latitude ?? 0) + (m.altitude ?? 0) }
  mutating func receive(_ m: RMC) { sum += (m.latitude ?? 0) }
  mutating func receive(_ m: GLL) { sum += (m.latitude ?? 0) }
  mutating func receive(_ m: VTG) { sum += (m.speed ?? 0) }
  mutating func receive(_ m: GSA) { sum += (m.horizontalDilution ?? 0) + Double(m.satellites[5] ?? 0) }
  mutating func receive(_ m: GSV) { sum += Double(m[0].number ?? 0) + Double(m[3].signalToNoise ?? 0) }
  mutating func receive(_ m: GNS) { sum += (m.latitude ?? 0) }
  mutating func receive(_ m: GST) { sum += (m.rangeResidual ?? 0) }
  mutating func receive(_ m: ZDA) { sum += Double(m.day ?? 0) }
}
let path = CommandLine.arguments[2]
let f = unsafe fopen(path, "rb")!
var bytes = [UInt8](repeating: 0, count: 200 << 20)
let n = unsafe bytes.withUnsafeMutableBytes { unsafe fread($0.baseAddress!, 1, $0.count, f) }
bytes.removeLast(bytes.count - n)
var sum = Sum()
var parser = SentenceParser()
let c = ContinuousClock()
let t = c.measure { for _ in 0..<3 { parser.parse(bytes.span, into: &sum) } }
print(parser.rejected, sum.sum)
print("sentences=\(parser.sentences) bytes=\(n*3) seconds=\(Double(t.components.attoseconds)/1e18 + Double(t.components.seconds))")
