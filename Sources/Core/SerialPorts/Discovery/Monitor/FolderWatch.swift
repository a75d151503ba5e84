import Glibc
import GPSSystemCalls

/// Detects when files in the folder of device nodes appear, disappear, or change their permissions.
@safe final class FolderWatch {
  /// Readable when there are notifications.
  let descriptor: CInt

  /// Watches a folder, or throws the reason why it can't.
  init(_ folder: String) throws(Errno) {
    let descriptor = inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { throw Errno.last }
    // A node is created first and gets its permissions afterward, which IN_ATTRIB reports.
    let mask = IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO | IN_ONLYDIR
    guard unsafe inotify_add_watch(descriptor, folder, UInt32(mask)) >= 0 else {
      let failure = Errno.last
      try? Kernel.close(descriptor)
      throw failure
    }
    self.descriptor = descriptor
  }

  deinit { try? Kernel.close(descriptor) }

  /// Reads the pending notifications without waiting; returns whether any may concern a serial port.
  func hasNews() -> Bool { FolderNews.read(descriptor).contains(where: Self.concernsPorts) }

  static func concernsPorts(_ news: FolderNews) -> Bool {
    news.isIncomplete || PortNames.isPlausible(news.name)
  }
}
