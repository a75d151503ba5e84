import Dispatch
import Glibc
import TestSupport

/// The least that a program can do: a thread of its own that polls and reads, at the same pace.
///
/// What it takes is the machine's: the terminal, and a thread that is woken from idleness.
func measureTheLeast(epochs: Int) async throws {
  let terminal = try PseudoTerminal()
  let port = unsafe open(terminal.path, O_RDWR | O_NOCTTY | O_NONBLOCK)
  guard port >= 0 else { return }
  var settings = termios()
  unsafe tcgetattr(port, &settings)
  unsafe cfmakeraw(&settings)
  unsafe tcsetattr(port, TCSANOW, &settings)
  let watch = Stopwatch()
  DispatchQueue(label: "least").async { read(port, epochs: epochs, watch) }
  for tenth in 0..<epochs {
    watch.write()
    try terminal.write(epoch(tenth))
    try await Task.sleep(for: .milliseconds(100))
  }
  terminal.unplug()
  close(port)
  print("  poll and read, nothing else    " + percentiles(watch.times()))
}

private func read(_ port: CInt, epochs: Int, _ watch: Stopwatch) {
  var bytes = [UInt8](repeating: 0, count: 4096)
  var asked = pollfd(fd: port, events: CShort(POLLIN), revents: 0)
  for tenth in 0..<epochs {
    var left = epoch(tenth).count
    while left > 0 {
      guard unsafe poll(&asked, 1, -1) > 0 else { return }
      let count = unsafe Glibc.read(port, &bytes, bytes.count)
      guard count > 0 else { return }
      left -= count
    }
    watch.hear()
  }
}
