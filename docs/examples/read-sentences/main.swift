// Reads a log from standard input, and prints its broken lines, its sentence types and its range of heights.
// Of gpsbridge, it uses only `NMEA`.
//
//     swift run read-sentences < walk.nmea

import NMEA

var counts: [String: Int] = [:]
var heights: [Double] = []
var number = 0
while let line = readLine() {
  number += 1
  guard line.hasPrefix("$") else { continue }
  do {
    let sentence = try Sentence(line.utf8)
    let name = line.dropFirst().prefix { $0 != "," }
    counts[String(name), default: 0] += 1
    if case .gga(let fix) = sentence, let height = fix.altitude { heights.append(height) }
  } catch {
    print("line \(number): \(error)")
  }
}
for (name, count) in counts.sorted(by: { $0.key < $1.key }) { print(name, count) }
if let lowest = heights.min(), let highest = heights.max() {
  print("heights: \(Int(lowest)) m to \(Int(highest)) m")
}
