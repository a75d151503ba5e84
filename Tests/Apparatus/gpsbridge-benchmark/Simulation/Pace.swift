import Glibc
import SimulatedGPS

/// How near to its pace a receiver behind a pseudo-terminal comes: a line that is never idle, read as a program reads it.
func measurePace(speed: Int, seconds: Int) -> CInt {
  var engine = SimulatedReceiverMachine(.drive)
  var bytes: [UInt8] = []
  while bytes.count < speed / 10 * seconds { bytes += engine.advance(to: engine.now + .seconds(60)).bytes }
  bytes.removeLast(bytes.count - speed / 10 * seconds)
  let receiver: PseudoTerminalReceiver
  do {
    receiver = try PseudoTerminalReceiver(
      playing: Simulation.Replay(Simulation.Recording([(time: .zero, bytes: bytes)]), pace: .line(speed)))
  } catch {
    print("\(error)")
    return 1
  }
  guard let path = receiver.path else { return 1 }
  let port = unsafe open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC)
  guard port >= 0 else { return 1 }
  var buffer = [UInt8](repeating: 0, count: 65_536)
  var count = 0
  var first: ContinuousClock.Instant?
  var last = ContinuousClock.now
  var counted = 0
  var worst = Duration.zero
  while count < bytes.count {
    let got = unsafe read(port, &buffer, buffer.count)
    guard got > 0 else { break }
    count += got
    let now = ContinuousClock.now
    if first == nil {
      // What was on its way before the clock was started does not count.
      first = now
    } else {
      counted += got
      worst = max(worst, now - last)
    }
    last = now
  }
  guard let first else { return 1 }
  let taken = (last - first) / .seconds(1)
  print(
    "speed=\(speed) bytes=\(count) of \(bytes.count) lost=\(receiver.status.lost) seconds=\(taken) longest-pause=\(worst)"
  )
  print("pace-to-promise=\(Double(counted) * 10 / taken / Double(speed))")
  return count == bytes.count ? 0 : 1
}
