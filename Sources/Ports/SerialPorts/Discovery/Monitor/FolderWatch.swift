import Glibc
import GPSSystemCalls

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
  func hasNews() -> Bool { FolderNews.read(descriptor).contains(where: Self.concernsPorts) }

  static func concernsPorts(_ news: FolderNews) -> Bool {
    news.isIncomplete || PortNames.isPlausible(news.name)
  }
}
