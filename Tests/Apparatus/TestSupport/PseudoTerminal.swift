import CGPSSerial
import Glibc
import GPSSystemCalls

/// A serial port in software: this is the device's side; programs open the port at ``path``.
///
/// ```swift
/// let device = try PseudoTerminal()
/// let port = try SerialPort(path: device.path)
/// try device.write([0x24])
/// device.unplug()
/// ```
///
/// The device can read the program's settings, including the speed. To simulate the garbage of a wrong speed,
/// use the `UARTModel` of SimulatedGPS.
public final class PseudoTerminal: Sendable {
  /// The reason why an operation on the device's side failed.
  public enum Failure: Error, Hashable, Sendable {
    /// A system call failed with this error number.
    case call(String, errno: CInt)
    /// The timeout passed without further bytes.
    case timedOut(got: Int, of: Int)
    /// The device is unplugged.
    case unplugged
  }

  /// The path at which programs open the port.
  public let path: String
  private let master: Guarded<CInt?>
  private let waiting: Duration

  /// Creates the device.
  ///
  /// - Parameter waiting: How long reads and writes wait for the program before they fail.
  /// - Throws: If the kernel can't create a pseudo-terminal.
  public init(waiting: Duration = .seconds(30)) throws {
    var name = [CChar](repeating: 0, count: 64)
    let master = unsafe gpsbridge_open_pseudo_terminal(&name, name.count)
    guard master >= 0 else { throw Failure.call("gpsbridge_open_pseudo_terminal", errno: errno) }
    path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    _ = fcntl(master, F_SETFL, O_RDWR | O_NONBLOCK)
    self.master = Guarded(master)
    self.waiting = waiting
  }

  deinit { unplug() }

  /// Unplugs the device: the program receives a hang-up, and the path disappears.
  public func unplug() {
    let descriptor = master.withLock { master in
      defer { master = nil }
      return master
    }
    if let descriptor { _ = Glibc.close(descriptor) }
  }

  /// The descriptor of the device's side.
  public func descriptor() throws -> CInt {
    guard let descriptor = master.withLock({ $0 }) else { throw Failure.unplugged }
    return descriptor
  }

  /// Sends bytes to the program, and waits while it does not read.
  public func write(_ bytes: [UInt8]) throws {
    let descriptor = try descriptor()
    var written = 0
    while written < bytes.count {
      let rest = bytes[written...]
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      let error = errno
      if count > 0 {
        written += count
      } else if count < 0, error != EAGAIN, error != EINTR {
        throw Failure.call("write", errno: error)
      } else if try !isReady(descriptor, POLLOUT) {
        throw Failure.timedOut(got: written, of: bytes.count)
      }
    }
  }

  /// Sends text to the program.
  public func write(_ text: String) throws { try write(Array(text.utf8)) }

  /// Waits for this many bytes from the program.
  public func read(_ count: Int) throws -> [UInt8] {
    let descriptor = try descriptor()
    var bytes: [UInt8] = []
    while bytes.count < count {
      let more = try readNow(atMost: count - bytes.count)
      bytes += more
      if more.isEmpty, try !isReady(descriptor, POLLIN) {
        throw Failure.timedOut(got: bytes.count, of: count)
      }
    }
    return bytes
  }

  /// Returns the bytes that the program has written, without waiting.
  public func readNow(atMost limit: Int = 65_536) throws -> [UInt8] {
    let descriptor = try descriptor()
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
    }
    let error = errno
    // EIO: no program has the port open.
    if count < 0, error != EAGAIN, error != EINTR, error != EIO { throw Failure.call("read", errno: error) }
    return Array(bytes.prefix(max(0, count)))
  }

  private func isReady(_ descriptor: CInt, _ events: CInt) throws -> Bool {
    var asked = pollfd(fd: descriptor, events: CShort(events), revents: 0)
    let (seconds, attoseconds) = waiting.components
    let milliseconds = CInt(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    while true {
      let count = unsafe poll(&asked, 1, milliseconds)
      let error = errno
      guard count < 0 else { return count > 0 && CInt(asked.revents) & events != 0 }
      if error != EINTR { throw Failure.call("poll", errno: error) }
    }
  }
}
