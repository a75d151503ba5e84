// gpsbridge-benchmark MODE FILE COUNT: goes the way COUNT times over a file that lies in memory, and prints what it
// took. The last line is for programs: sentences=N bytes=N seconds=S.

import Glibc

let arguments = CommandLine.arguments
guard arguments.count == 4, let mode = Mode(rawValue: arguments[1]), let count = Int(arguments[3]), count > 0,
  let bytes = File.bytes(of: arguments[2])
else {
  print("usage: gpsbridge-benchmark \(Mode.allCases.map(\.rawValue).joined(separator: "|")) FILE COUNT")
  exit(2)
}

var sentences = 0
var sum = 0.0
let allocationsBefore = Allocations.count
let time = ContinuousClock().measure {
  for _ in 0..<count {
    let result = mode.run(bytes.span)
    sentences += result.sentences
    sum += result.sum
  }
}
let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
if let before = allocationsBefore, let after = Allocations.count {
  print("allocations=\(after - before) per-sentence=\(Double(after - before) / Double(sentences))")
}
print("sum=\(sum)")
print("sentences=\(sentences) bytes=\(bytes.count * count) seconds=\(seconds)")
