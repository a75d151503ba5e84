import GPSEventRuntime
import GPSBridge
import GPSSystemCalls
import SimulatedGPS

/// So many receivers on one manual time, each opened as the library opens a port, for so many simulated seconds.
func measureCrowd(_ scenario: Scenario, receivers: Int, seconds: Int) {
  let time = ManualTime()
  let heard = Guarded(0)
  let loop = EventLoop.shared
  var kept: [(SimulatedReceiver, any ByteSource)] = []
  for number in 0..<receivers {
    var own = scenario
    own.seed &+= UInt64(number)
    let receiver = SimulatedReceiver(own, time: time)
    do {
      let source = try receiver.open(receiver.place, speed: nil, on: loop)
      source.start(bytes: { bytes, _ in heard.withLock { $0 += bytes.count } }, end: { _ in })
      kept.append((receiver, source))
    } catch {
      print("\(error)")
      return
    }
  }
  let before = secondsOfCore()
  for _ in 1...seconds { time.jump(by: .seconds(1)) }
  let core = secondsOfCore() - before
  for (_, source) in kept { source.close() }
  print("receivers=\(receivers) simulated=\(seconds) s bytes=\(heard.withLock { $0 })")
  print("times-real-time-on-one-core=\(Double(seconds) / core)")
}
