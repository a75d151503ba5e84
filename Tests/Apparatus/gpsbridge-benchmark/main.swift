// gpsbridge-benchmark PART [ARGUMENT]... measures a part of the library. Each part's file explains its arguments.
//
// parse, stream, decode   from text in memory to sentences or fixes
// accuracy                how many positions lie inside the radius that their accuracy states
// cable                   from a write to a pseudo-terminal to the handler of a connection
// delivery                broadcasts beside an AsyncStream for each consumer
// receiver                from a receiver's bytes to a program's code
// simulation              how much faster than real time simulated receivers run

import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
let rest = Array(arguments.dropFirst())
switch arguments.first {
case "accuracy": exit(AccuracyBenchmark.run(rest))
case "cable": exit(try CableBenchmark.run(rest))
case "delivery": await DeliveryBenchmark.run(rest)
case "receiver": exit(try await ReceiverBenchmark.run(rest))
case "simulation": exit(SimulationBenchmark.run(rest))
default:
  guard let mode = arguments.first.flatMap(Mode.init(rawValue:)) else {
    let parts = Mode.allCases.map(\.rawValue) + ["accuracy", "cable", "delivery", "receiver", "simulation"]
    print("usage: gpsbridge-benchmark \(parts.joined(separator: "|")) [ARGUMENT]...")
    exit(2)
  }
  exit(ParsingBenchmark.run(mode, rest))
}
