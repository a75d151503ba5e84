import Glibc

/// A program that opens a port and reads from it without waiting.
package final class PortPeer {
  private let descriptor: CInt

  /// Opens a port; nil if this fails.
  package init?(_ path: String) {
    descriptor = unsafe open(path, O_RDWR | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Returns the text received since the last call.
  package func heard() -> String {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: all, as: UTF8.self) }
      all += buffer[..<count]
    }
  }

  /// Writes text to the port.
  package func say(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe write(descriptor, bytes, bytes.count)
  }

  /// Sets a speed, given as a kernel constant.
  package func setSpeed(_ speed: UInt32) -> Bool {
    var settings = termios()
    guard unsafe tcgetattr(descriptor, &settings) == 0 else { return false }
    unsafe cfsetspeed(&settings, speed)
    return unsafe tcsetattr(descriptor, TCSANOW, &settings) == 0
  }
}
