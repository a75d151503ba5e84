import GPSDelivery
import Dispatch
import Glibc
import GPSSystemCalls
import TestSupport

/// The same with gpsd and a client over TCP, where gpsd is installed.
func measureTheOther(epochs: Int) async {
  let places: [String] = ["/usr/sbin/gpsd", "/usr/bin/gpsd"]
  guard let gpsd = places.first(where: { unsafe access($0, X_OK) == 0 }) else {
    print("  gpsd is not installed, passed over")
    return
  }
  guard let terminal = try? PseudoTerminal(), let port = freePort() else { return }
  var child = pid_t()
  let texts = ["gpsd", "-N", "-n", "-b", "-S", "\(port)", terminal.path]
  var words: [UnsafeMutablePointer<CChar>?] = unsafe []
  for text in texts { unsafe words.append(strdup(text)) }
  unsafe words.append(nil)
  guard unsafe posix_spawn(&child, gpsd, nil, nil, words, environ) == 0 else { return }
  defer {
    // It may wait for its device for long.
    kill(child, SIGKILL)
    waitpid(child, nil, 0)
  }
  guard let socket = await connect(port) else {
    print("  gpsd does not answer, passed over")
    return
  }
  let watch = Stopwatch()
  let queue = DispatchQueue(label: "client")
  let source = DispatchSource.makeReadSource(fileDescriptor: socket, queue: queue)
  let client = TPVCounter(socket, watch)
  source.setEventHandler { client.read() }
  source.activate()
  let wish = Array("?WATCH={\"enable\":true,\"json\":true};\n".utf8)
  unsafe send(socket, wish, wish.count, 0)
  try? await Task.sleep(for: .milliseconds(500))
  for tenth in 0..<epochs {
    watch.write()
    try? terminal.write(epoch(tenth))
    try? await Task.sleep(for: .milliseconds(100))
  }
  source.cancel()
  close(socket)
  print("  gpsd, and a client over TCP    " + percentiles(watch.times()))
}

/// Reads gpsd's answers and hears a position in each TPV that has one.
private final class TPVCounter: Sendable {
  private let socket: CInt
  private let watch: Stopwatch
  private let rest = Guarded<[UInt8]>([])

  init(_ socket: CInt, _ watch: Stopwatch) {
    self.socket = socket
    self.watch = watch
  }

  func read() {
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = unsafe recv(socket, &bytes, bytes.count, 0)
    guard count > 0 else { return }
    let lines = rest.withLock { rest in
      rest += bytes.prefix(count)
      var lines = rest.split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
      rest = lines.removeLast()
      return lines
    }
    for line in lines {
      let text = String(decoding: line, as: UTF8.self)
      if text.contains("\"class\":\"TPV\""), text.contains("\"lat\"") { watch.hear() }
    }
  }
}

private func address(_ port: UInt16) -> sockaddr_in {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  return address
}

private func withAddress(_ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt) -> CInt {
  var address = address(port)
  return unsafe withUnsafePointer(to: &address) { pointer in
    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
}

/// A port on which nobody listens at the moment.
private func freePort() -> UInt16? {
  (23_947..<24_047).first { port in
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    return unsafe withAddress(port) { unsafe bind(descriptor, $0, $1) } == 0
  }
}

private func connect(_ port: UInt16) async -> CInt? {
  for _ in 0..<100 {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    if unsafe withAddress(port, { unsafe Glibc.connect(descriptor, $0, $1) }) == 0 { return descriptor }
    close(descriptor)
    try? await Task.sleep(for: .milliseconds(50))
  }
  return nil
}
