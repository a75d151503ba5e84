import GPSEventRuntime
import GPSBridge
import Glibc
import GPSSystemCalls
import SerialPorts
import TestSupport

/// Many receivers on pseudo-terminals at ten epochs a second, which another process plays: nothing lost, nothing out of
/// order, and what reading them takes.
func measureTheCrowdOfPorts(receivers count: Int, seconds: Int) async throws {
  print("receiver: \(count) ports at ten epochs a second for \(seconds) s, played by another process")
  let player = try Player(receivers: count, seconds: seconds)
  let heard = Guarded((epochs: 0, faults: 0))
  let isOpen = Guarded(0)
  let receivers = player.paths.map { Receiver(SerialDevice(.node($0), speed: 115_200)) }
  let listenings = receivers.map { receiver in
    let last = Guarded(0)
    return receiver.onReport { report in
      switch report {
      case .event(let event): if case .opened = event.kind { isOpen.withLock { $0 += 1 } }
      case .epoch(let epoch):
        let before = last.withLock { last in
          defer { last = epoch.fix.epoch }
          return last
        }
        heard.withLock { $0 = ($0.epochs + 1, $0.faults + (epoch.fix.epoch == before + 1 ? 0 : 1)) }
      default: break
      }
    }
  }
  while isOpen.withLock({ $0 < count }) { try await Task.sleep(for: .milliseconds(10)) }
  let before = processorTime()
  player.begin()
  let said = count * seconds * 10
  let end = ContinuousClock.now + .seconds(seconds + 5)
  while heard.withLock({ $0.epochs < said }), .now < end { try await Task.sleep(for: .milliseconds(100)) }
  let spent = processorTime() - before
  let (epochs, faults) = heard.withLock { $0 }
  print("  said \(said) epochs, heard \(epochs), out of order \(faults)")
  print(
    "  \(Int(spent / Double(seconds) * 1000) / 10) % of one core, \(Int(spent / Double(said) * 1e6)) µs an epoch, "
      + "\(peakMemory() / 1024) MB at the most, \(threadCount()) threads")
  for listening in listenings { listening.cancel() }
  player.end()
}

/// Plays the receivers in a process of its own: prints the paths, waits for a line, speaks, and waits for the end.
func playTheCrowd(receivers count: Int, seconds: Int) async throws {
  let terminals = try (0..<count).map { _ in try PseudoTerminal() }
  for terminal in terminals { print(terminal.path) }
  fflush(nil)
  guard readLine() != nil else { return }
  let start = ContinuousClock.now
  for tenth in 0..<(seconds * 10) {
    let bytes = epoch(tenth)
    for terminal in terminals { try terminal.write(bytes) }
    try await Task.sleep(until: start + .milliseconds(100 * (tenth + 1)))
  }
  _ = readLine()
}

/// The other process.
private final class Player {
  let paths: [String]
  private let child: pid_t
  private let input: CInt

  init(receivers count: Int, seconds: Int) throws {
    var (to, from) = ([CInt](repeating: 0, count: 2), [CInt](repeating: 0, count: 2))
    guard unsafe pipe(&to) == 0, unsafe pipe(&from) == 0 else { throw SystemFailure() }
    for descriptor in to + from { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, to[0], STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, from[1], STDOUT_FILENO)
    var words: [UnsafeMutablePointer<CChar>?] = unsafe []
    for text in ["gpsbridge-benchmark", "receiver", "play", "\(count)", "\(seconds)"] {
      unsafe words.append(strdup(text))
    }
    unsafe words.append(nil)
    var child = pid_t()
    let failure = unsafe posix_spawn(&child, "/proc/self/exe", &actions, nil, words, environ)
    guard failure == 0 else { throw SystemFailure(number: failure) }
    close(to[0])
    close(from[1])
    self.child = child
    input = to[1]
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while text.count(where: { $0 == 10 }) < count {
      let more = unsafe read(from[0], &buffer, buffer.count)
      guard more > 0 else { throw SystemFailure() }
      text += buffer[..<more]
    }
    close(from[0])
    paths = String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  func begin() { _ = unsafe write(input, "\n", 1) }

  func end() {
    close(input)
    waitpid(child, nil, 0)
  }
}
