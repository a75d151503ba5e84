import Glibc
import SystemCalls

/// Notices when a file in the folder of device nodes comes, goes, or changes its permissions.
@safe final class FolderWatch {
  /// Readable when something has happened.
  let descriptor: CInt

  /// Watches a folder; the error says why that cannot be.
  init(_ folder: String) throws(Errno) {
    let descriptor = inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { throw Errno.last }
    // A node is made first and given its permissions afterwards, which is what IN_ATTRIB tells.
    let mask = IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO | IN_ONLYDIR
    guard unsafe inotify_add_watch(descriptor, folder, UInt32(mask)) >= 0 else {
      let failure = Errno.last
      try? Kernel.close(descriptor)
      throw failure
    }
    self.descriptor = descriptor
  }

  deinit { try? Kernel.close(descriptor) }

  /// Reads what has happened, never waiting; whether any of it may be about a serial port.
  func hasNews() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    var isNews = false
    while true {
      guard let count = try? Kernel.read(descriptor, into: &buffer), count > 0 else { return isNews }
      if Self.concernsPorts(buffer[..<count]) { isNews = true }
    }
  }

  /// Looks through records as the kernel writes them: watch, mask, cookie and length of the name, four bytes
  /// each, then the name, filled up with zeros.
  static func concernsPorts(_ records: ArraySlice<UInt8>) -> Bool {
    var rest = records
    while rest.count >= 16 {
      let word = { (place: Int) -> UInt32 in
        let first = rest.startIndex + place
        let bytes = rest[first..<(first + 4)]
        #if _endian(little)
        return bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
        #else
        return bytes.reduce(0) { $0 << 8 | UInt32($1) }
        #endif
      }
      // The queue of the kernel overflowed: anything may have happened.
      if word(4) & UInt32(IN_Q_OVERFLOW) != 0 { return true }
      let name = rest.dropFirst(16).prefix(Int(word(12))).prefix { $0 != 0 }
      if PortNames.isPlausible(String(decoding: name, as: UTF8.self)) { return true }
      rest = rest.dropFirst(16 + Int(word(12)))
    }
    return false
  }
}
