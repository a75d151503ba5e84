import GNSS
import Glibc
import NMEA

func iso(_ t: UTC) -> String {
  let d = t.date, k = t.timeOfDay
  func p(_ v: Int, _ w: Int = 2) -> String { let s = String(v); return String(repeating: "0", count: max(0, w - s.count)) + s }
  return "\(p(d.year,4))-\(p(d.month))-\(p(d.day))T\(p(Int(k.hour))):\(p(Int(k.minute))):\(p(Int(k.second))).\(p(Int(t.nanosecond)/1_000_000,3))Z"
}
let file = unsafe fopen(CommandLine.arguments[1], "rb")!
var decoder = FixDecoder(.recording())
var buffer = [UInt8](repeating: 0, count: 65536)
func show(_ o: DecodedOutput) {
  guard case .fix(let f) = o else { return }
  var s = "{\"class\":\"TPV\",\"mode\":\(f.mode.rawValue)"
  if let t = f.time { s += ",\"time\":\"\(iso(t))\"" }
  if let c = f.coordinate { s += ",\"lat\":\(c.latitude),\"lon\":\(c.longitude)" }
  if let a = f.altitude { s += ",\"altMSL\":\(a)" }
  if let a = f.ellipsoidalAltitude { s += ",\"altHAE\":\(a)" }
  if let a = f.speed { s += ",\"speed\":\(a)" }
  if let a = f.course { s += ",\"track\":\(a)" }
  print(s + "}")
}
while true {
  let n = unsafe fread(&buffer, 1, buffer.count, file)
  if n == 0 { break }
  decoder.decode(buffer.span.extracting(0..<n), show)
}
decoder.finish(show)
