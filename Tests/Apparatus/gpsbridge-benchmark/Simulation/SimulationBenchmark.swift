import Glibc
import SimulatedGPS

/// How fast simulated receivers run, and what they send.
///
/// The arguments after `gpsbridge-benchmark simulation` are one of these lists:
///
/// - `SCENARIO RECEIVERS SECONDS` runs so many receivers for so many simulated seconds, a tenth of a second at a time, on one
///   core, and prints how much faster than real time that was.
/// - `SCENARIO SECONDS` prints what one of them sends, and what happens to it on the error output.
/// - `faces SCENARIO RECEIVERS SECONDS` runs the same number of them, each opened in process as the library opens a port.
/// - `pace SPEED SECONDS` measures how near to its pace a pseudo-terminal comes whose line is never idle.
enum SimulationBenchmark {
  static func run(_ all: [String]) -> CInt {
    var arguments = all
    if arguments.count == 3, arguments[0] == "pace", let speed = Int(arguments[1]),
      let seconds = Int(arguments[2]), speed > 0, seconds > 0
    {
      return measurePace(speed: speed, seconds: seconds)
    }
    let hasFaces = arguments.count == 4 && arguments[0] == "faces"
    if hasFaces { arguments.removeFirst() }
    guard arguments.count == 2 || arguments.count == 3, let seconds = Int(arguments[arguments.count - 1]),
      let receivers = arguments.count == 3 ? Int(arguments[1]) : 1, seconds > 0, receivers > 0
    else {
      print("usage: gpsbridge-benchmark simulation sim:NAME?key=value [RECEIVERS] SECONDS")
      return 2
    }
    let scenario: Scenario
    do { scenario = try Scenario(parsing: arguments[0]) } catch {
      print("\(error)")
      return 2
    }
    if hasFaces {
      measureCrowd(scenario, receivers: receivers, seconds: seconds)
      return 0
    }
    if arguments.count == 2 { return printOne(scenario, seconds: seconds) }
    measureEngines(scenario, receivers: receivers, seconds: seconds)
    return 0
  }

  private static func printOne(_ scenario: Scenario, seconds: Int) -> CInt {
    var engine = SimulatedReceiverMachine(scenario)
    for second in 1...seconds {
      for emission in engine.advance(to: .seconds(second)) {
        if case .bytes(let chunk) = emission {
          guard unsafe write(STDOUT_FILENO, chunk.bytes, chunk.bytes.count) == chunk.bytes.count else {
            return 1
          }
        } else {
          let line = Array("\(emission)\n".utf8)
          guard unsafe write(STDERR_FILENO, line, line.count) == line.count else { return 1 }
        }
      }
    }
    return 0
  }

  private static func measureEngines(_ scenario: Scenario, receivers: Int, seconds: Int) {
    var engines = (0..<receivers).map { number in
      var own = scenario
      own.seed &+= UInt64(number)
      return SimulatedReceiverMachine(own)
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
    print(
      "nanoseconds-per-epoch=\(core * 1e9 / Double(max(1, epochs))) by-the-clock=\(Double(seconds) / taken)")
    print("times-real-time-on-one-core=\(Double(seconds) / core)")
  }
}

/// Seconds of a core that this program has used, whatever else runs on the machine.
func secondsOfCore() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
