// simulation-benchmark SCENARIO RECEIVERS SECONDS: lets so many simulated receivers live for so many simulated seconds,
// a tenth of a second at a time, on one core, and prints how much faster than real time that was.
// simulation-benchmark SCENARIO SECONDS: prints what one of them says, and beside it what happens.
// simulation-benchmark faces SCENARIO RECEIVERS SECONDS: the same number of them, each behind its face in process.
// simulation-benchmark pace SPEED SECONDS: how near to its pace a pseudo-terminal comes whose line is never idle.

import Glibc
import SimulatedGPS

var arguments = CommandLine.arguments
if arguments.count == 4, arguments[1] == "pace", let speed = Int(arguments[2]),
  let seconds = Int(arguments[3]),
  speed > 0, seconds > 0
{
  exit(measurePace(speed: speed, seconds: seconds))
}
let hasFaces = arguments.count == 5 && arguments[1] == "faces"
if hasFaces { arguments.remove(at: 1) }
guard arguments.count == 3 || arguments.count == 4, let seconds = Int(arguments[arguments.count - 1]),
  let receivers = arguments.count == 4 ? Int(arguments[2]) : 1, seconds > 0, receivers > 0
else {
  print("usage: simulation-benchmark sim:NAME?key=value [RECEIVERS] SECONDS")
  exit(2)
}

let scenario: Scenario
do {
  scenario = try Scenario(parsing: arguments[1])
} catch {
  print("\(error)")
  exit(2)
}

if hasFaces {
  measureCrowd(scenario, receivers: receivers, seconds: seconds)
  exit(0)
}
if arguments.count == 3 {
  var engine = SimulatedReceiverEngine(scenario)
  for second in 1...seconds {
    for emission in engine.advance(to: .seconds(second)) {
      if case .bytes(let chunk) = emission {
        guard unsafe write(STDOUT_FILENO, chunk.bytes, chunk.bytes.count) == chunk.bytes.count else {
          exit(1)
        }
      } else {
        let line = Array("\(emission)\n".utf8)
        guard unsafe write(STDERR_FILENO, line, line.count) == line.count else { exit(1) }
      }
    }
  }
  exit(0)
}

var engines = (0..<receivers).map { number in
  var own = scenario
  own.seed &+= UInt64(number)
  return SimulatedReceiverEngine(own)
}
/// Seconds that this program has had of a core: what others do on the machine does not count.
func secondsOfCore() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

var bytes = 0
let coreBefore = secondsOfCore()
let time = ContinuousClock().measure {
  for tenth in 1...(seconds * 10) {
    for index in engines.indices {
      for case .bytes(let chunk) in engines[index].advance(to: .milliseconds(tenth * 100)) {
        bytes += chunk.bytes.count
      }
    }
  }
}
let taken = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
let epochs = engines.reduce(0) { $0 + ($1.lastEpoch?.number ?? 0) }
print("receivers=\(receivers) simulated=\(seconds) s epochs=\(epochs) bytes=\(bytes) seconds=\(taken)")
let core = secondsOfCore() - coreBefore
print("nanoseconds-per-epoch=\(core * 1e9 / Double(max(1, epochs))) by-the-clock=\(Double(seconds) / taken)")
print("times-real-time-on-one-core=\(Double(seconds) / core)")
