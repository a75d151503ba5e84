import Dispatch
import GPSEventRuntime
import Glibc
import GPSSystemCalls
import SerialPorts

/// Now, in nanoseconds of the clock that all processes share.
func nanoseconds() -> UInt64 {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// Our side: reads a port with a connection, and prints how long each eight bytes took to the handler.
func listen(_ path: String, _ count: Int) throws {
  struct State: Sendable {
    var kept: [UInt8] = []
    var taken: [UInt64] = []
  }
  let state = Guarded(State())
  let isDone = DispatchSemaphore(value: 0)
  let connection = SerialConnection(try SerialPort(path: path), on: EventLoop.shared)
  try connection.start { bytes, _ in
    let arrival = nanoseconds()
    let chunk = bytes.indices.map { bytes[$0] }
    let enough = state.withLock { state in
      state.kept += chunk
      while state.kept.count >= 8 {
        let sent = state.kept.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        state.kept.removeFirst(8)
        state.taken.append(arrival - sent)
      }
      return state.taken.count >= count
    }
    if enough { isDone.signal() }
  } end: { _ in
    isDone.signal()
  }
  print("ready")
  fflush(nil)
  isDone.wait()
  connection.close()
  for time in state.withLock({ $0.taken }) { print(time) }
}
