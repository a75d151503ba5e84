internal import CGPSSerial
internal import Glibc
internal import GPSSystemCalls

/// The master side of a pseudo-terminal; contains only system calls.
///
/// While no program has the far side open, the kernel reports a hang-up; that is how we detect it.
final class TerminalMaster: Sendable {
  /// The path of the far side, which programs open.
  let path: String
  let descriptor: CInt

  /// Opens a pseudo-terminal; `speed` is its initial speed in bits per second.
  ///
  /// The far side begins in raw mode, so that `cat` shows the receiver's output with its own line ends.
  init(speed: Int) throws(SimulationError) {
    do throws(Errno) { (descriptor, path) = try Kernel.openPseudoTerminal() } catch {
      throw SimulationError(
        .noTerminal,
        "no pseudo-terminal is available: \(error.words); end some programs, or mount /dev/pts", error)
    }
    _ = gpsbridge_set_speed(descriptor, UInt32(clamping: max(1, speed)))
    forgetUnread()
  }

  deinit { try? Kernel.close(descriptor) }

  /// Whether a program has the far side open.
  var isOpen: Bool { (try? Kernel.isHungUp(descriptor)) == false }

  /// The speed that the program has set, in bits per second; nil if it cannot be read.
  var speed: Int? {
    var (input, output): (UInt32, UInt32) = (0, 0)
    // The host's input speed counts; zero means that it is the same as the output speed.
    guard unsafe gpsbridge_get_speed(descriptor, &input, &output) == 0 else { return nil }
    return Int(input == 0 ? output : input)
  }

  /// Sends as much as fits into the program's buffer; returns the number of bytes.
  func write(_ bytes: Span<UInt8>) -> Int {
    var sent = 0
    while sent < bytes.count {
      guard let count = try? Kernel.write(descriptor, bytes.extracting(sent...)), count > 0 else { break }
      sent += count
    }
    return sent
  }

  /// Reads the bytes that the program has written; nil when no program has it open.
  func read() -> [UInt8]? {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while bytes.count < 1 << 16 {
      do throws(Errno) {
        let count = try Kernel.read(descriptor, into: &piece)
        guard count > 0 else { return bytes }
        bytes += piece[0..<count]
      } catch { return error == .inputOutput && bytes.isEmpty ? nil : bytes }
    }
    return bytes
  }

  /// Discards bytes that the last program did not read; the next program must not get them.
  func forgetUnread() { Kernel.forgetUnread(inTerminal: path) }

  /// Opens the far side exclusively, so that other programs find it busy; pass the result to ``release(_:)``.
  func occupy() -> CInt? {
    guard let far = openFarSide() else { return nil }
    _ = ioctl(far, UInt(TIOCEXCL))
    try? Kernel.lock(far)
    return far
  }

  func release(_ far: CInt) {
    _ = ioctl(far, UInt(TIOCNXCL))
    try? Kernel.close(far)
  }

  /// Sets the permissions of the far side: accessible to its owner, or to no user.
  func permit(_ isPermitted: Bool) { unsafe chmod(path, isPermitted ? 0o620 : 0) }

  private func openFarSide() -> CInt? { try? Kernel.open(path, for: .device) }
}
