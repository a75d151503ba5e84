import Glibc

/// A program that opens a port and reads what comes, without waiting.
package final class PortPeer {
  private let descriptor: CInt

  /// Opens a port; nil if that can't be.
  package init?(_ path: String) {
    descriptor = unsafe open(path, O_RDWR | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// What has come so far, as text.
  package func heard() -> String {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: all, as: UTF8.self) }
      all += buffer[..<count]
    }
  }

  /// Writes text into it.
  package func say(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe write(descriptor, bytes, bytes.count)
  }

  /// Sets a speed, by the kernel's number of it.
  package func setSpeed(_ speed: UInt32) -> Bool {
    var settings = termios()
    guard unsafe tcgetattr(descriptor, &settings) == 0 else { return false }
    unsafe cfsetspeed(&settings, speed)
    return unsafe tcsetattr(descriptor, TCSANOW, &settings) == 0
  }
}
