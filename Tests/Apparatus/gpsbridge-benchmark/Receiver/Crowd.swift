import GPSDelivery
import GPSBridge
import Glibc
import GPSSystemCalls
import NMEA

/// Many receivers at ten epochs a second in one process: nothing lost, nothing out of order, and what it takes.
func measureTheCrowd(receivers count: Int, seconds: Int) async {
  print("receiver: \(count) receivers at ten epochs a second for \(seconds) s")
  let talkers = (0..<count).map { Talker("talker\($0)") }
  let receivers = talkers.map { Receiver($0) }
  let faults = Guarded(0)
  let listeners = receivers.map { receiver in
    let fixes = receiver.fixes.subscribe(.unbounded)
    return Task {
      var last = 0
      for await fix in fixes {
        if fix.epoch != last + 1 { faults.withLock { $0 += 1 } }
        last = fix.epoch
        if last == seconds * 10 { break }
      }
      return last
    }
  }
  while !talkers.allSatisfy(\.isOpen) { await Task.yield() }
  let before = processorTime()
  let start = ContinuousClock.now
  for tenth in 0..<(seconds * 10) {
    let bytes = epoch(tenth)
    for talker in talkers { talker.say(bytes) }
    try? await Task.sleep(until: start + .milliseconds(100 * (tenth + 1)))
  }
  // The last epoch ends like the others: by its last sentence.
  var heard = 0
  for listener in listeners { heard += await listener.value }
  let spent = processorTime() - before
  let said = count * seconds * 10
  print("  said \(said) epochs, heard \(heard) fixes, out of order \(faults.withLock { $0 })")
  print("  \(Int(spent / Double(seconds) * 1000) / 10) % of one core, \(peakMemory() / 1024) MB at the most")
  withExtendedLifetime(receivers) {}
}

/// Seconds that this process has computed.
func processorTime() -> Double {
  var usage = rusage()
  unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
  func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
  return seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

/// Kilobytes of memory at the most.
func peakMemory() -> Int {
  var usage = rusage()
  unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
  return usage.ru_maxrss
}

/// How many threads this process has.
func threadCount() -> Int {
  guard let folder = unsafe opendir("/proc/self/task") else { return 0 }
  defer { unsafe closedir(folder) }
  var count = -2
  while unsafe readdir(folder) != nil { count += 1 }
  return count
}
