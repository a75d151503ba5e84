import CGPSSerial
import Glibc
import TestSupport

@testable import SerialPorts

// The system's side of the tests, in a file without suites: there, `import Glibc` does not compile.

/// A terminal opened as any program would: without a lock, and never closed by itself.
struct OtherProgram {
  let descriptor: CInt

  init(descriptor: CInt) { self.descriptor = descriptor }

  init?(_ path: String) {
    descriptor = unsafe open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    if descriptor < 0 { return nil }
  }

  /// Takes the terminal for itself, as gpsd does.
  func takeExclusively() -> Bool { ioctl(descriptor, UInt(TIOCEXCL)) == 0 }

  func isTakenExclusively() -> Bool {
    var exclusive: CInt = 0
    return unsafe gpsbridge_get_exclusive(descriptor, &exclusive) == 0 && exclusive != 0
  }

  /// Waits until there is something to read: what a device has written takes a moment through the kernel.
  func waitForInput() -> Bool { isReadable(descriptor) }

  func end() { close(descriptor) }
}

/// A second descriptor for the same, as a child process has that is just being started.
func copy(_ descriptor: CInt) -> OtherProgram { OtherProgram(descriptor: dup(descriptor)) }

/// Waits until a descriptor can be read; false if that takes half a minute.
func isReadable(_ descriptor: CInt) -> Bool {
  var asked = pollfd(fd: descriptor, events: CShort(POLLIN), revents: 0)
  return unsafe poll(&asked, 1, 30_000) == 1
}

/// Whether this process is let through `TIOCEXCL`, as root is outside of most containers.
func isLetThroughLocks(_ path: String) -> Bool {
  guard let first = OtherProgram(path), first.takeExclusively() else { return false }
  defer {
    _ = ioctl(first.descriptor, UInt(TIOCNXCL))
    first.end()
  }
  guard let second = OtherProgram(path) else { return false }
  second.end()
  return true
}

/// Makes a link to a path under a new name, gives it to the closure, and removes it.
func withLink<Value>(to path: String, _ body: (String) throws -> Value) throws -> Value {
  let folder = try TestFolder()
  try folder.link("link", to: path)
  return try withExtendedLifetime(folder) { try body(folder.file("link")) }
}

extension PseudoTerminal {
  /// Whether the last close lowers DTR, where there is one.
  func setHangUpOnClose() throws { try change { $0.c_cflag |= tcflag_t(HUPCL) } }
}

struct SystemError: Error { var errno: CInt }

/// Sets who may open a path.
func setRights(_ path: String, mode: UInt32, group: UInt32) -> Bool {
  unsafe chmod(path, mode) == 0 && chown(path, 0, group) == 0
}

/// Makes this process one of a user without rights, for ever: only in a child.
func becomeNobody() -> Bool { setgroups(0, nil) == 0 && setgid(65_534) == 0 && setuid(65_534) == 0 }

var isRoot: Bool { geteuid() == 0 }
var ownProcess: Int { Int(getpid()) }

/// A process of another program, which says "ready" and then keeps what it has open until it is ended.
///
/// A shell waits with `read` from its standard input: one that stops itself goes on when somebody lets it.
final class Child {
  let process: pid_t
  /// The other end of its standard input.
  private let input: CInt

  /// Starts a program that prints a line when it is ready.
  init(_ path: String, _ arguments: [String]) throws {
    let ends = try TestSupport.OtherProgram.pipe()
    defer { close(ends.output) }
    input = ends.input
    let (process, output) = try TestSupport.OtherProgram.start(path, arguments, input: ends.output)
    defer { close(output) }
    self.process = process
    var byte: UInt8 = 0
    // Its first byte, or its end, which the limit brings.
    let limit = ChildLimit(process, seconds: 60)
    defer { limit.end() }
    while unsafe read(output, &byte, 1) < 0, errno == EINTR {}
    guard byte == UInt8(ascii: "r") else { throw SystemError(errno: 0) }
  }

  deinit {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    close(input)
  }
}

/// Opens a port, and ends this program as `exit` does, with the port still open: only in a child.
func openAndEnd(_ path: String) -> Never {
  guard let port = try? SerialPort(path: path, settings: LineSettings(speed: 115_200)) else { exit(1) }
  exit(port.report.fileLock == .inEffect ? 0 : 2)
}

/// Opens a port without the right to, and ends with 7 if it was told so: only in a child.
func openAsNobody() -> Never {
  do throws(SerialPortError) {
    guard let device = try? PseudoTerminal(), setRights(device.path, mode: 0o660, group: 20), becomeNobody()
    else {
      exit(1)
    }
    try SerialPort(path: device.path).close()
  } catch {
    let isTold = error.code == .permissionDenied && error.errno == EACCES
    exit(isTold && error.remedy?.contains("usermod -aG") == true ? 7 : 2)
  }
  exit(3)
}

/// Bytes without a pattern, ten million of them made quickly: a block of random ones again and again, whose length is
/// a prime, so that no buffer's size can hide a shift.
struct RandomBytes: Sendable {
  private static let length = 65_521
  private let twice: [UInt8]

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let block = (0..<Self.length).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    twice = block + block
  }

  /// The first of the bytes.
  func first(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + Self.length)
    while bytes.count < count { bytes += twice[..<Self.length] }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// Whether bytes, at most a block of them, are those at a place.
  func has(_ bytes: Span<UInt8>, at place: Int) -> Bool {
    let start = place % Self.length
    guard bytes.count <= Self.length else { return false }
    return unsafe bytes.withUnsafeBytes { some in
      unsafe twice.withUnsafeBytes { all in
        guard let one = some.baseAddress, let other = all.baseAddress else { return true }
        return unsafe memcmp(one, other + start, some.count) == 0
      }
    }
  }
}

/// Opens the terminal of a shell as a user without rights, and ends with 7 if it was refused for that: only in a child.
func openShellsTerminalAsNobody() -> Never {
  guard let terminal = try? PseudoTerminal(), setRights(terminal.path, mode: 0o666, group: 0),
    let shell = try? Child(
      "/bin/sh", ["-c", "exec setsid -c sh -c 'echo ready; read line' 0<>'\(terminal.path)'"]),
    becomeNobody()
  else { exit(1) }
  do throws(SerialPortError) {
    try SerialPort(path: terminal.path).close()
  } catch {
    let isRefused = error.code == .foreignTerminal && error.found.contains("sh (process \(shell.process))")
    exit(isRefused && !error.description.contains("kill") ? 7 : 2)
  }
  exit(3)
}
