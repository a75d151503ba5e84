import Glibc
import GPSSystemCalls

/// Detects changes to a path given by the user, or to a link that it leads through.
///
/// The kernel reports changes in the folders that contain the path and its links. A replaced folder further
/// up is not noticed as long as the port exists.
@safe package final class PathWatch {
  /// Readable when there are notifications.
  package let descriptor: CInt
  private let path: String
  /// The relevant names, by the watch descriptor of their folder.
  private var names: [CInt: Set<String>] = [:]

  /// The kernel's limit for a chain of links.
  private static let mostLinks = 40

  /// By default, all programs of a user share 128 such descriptors.
  static let most = 16
  private static let inUse = Guarded(0)

  /// Returns nil if this process already has too many of them.
  package init?(_ path: String) {
    let hasRoom = Self.inUse.withLock { inUse in
      guard inUse < Self.most else { return false }
      inUse += 1
      return true
    }
    guard hasRoom else { return nil }
    let descriptor = inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else {
      Self.inUse.withLock { $0 -= 1 }
      return nil
    }
    (self.descriptor, self.path) = (descriptor, path)
  }

  deinit {
    try? Kernel.close(descriptor)
    Self.inUse.withLock { $0 -= 1 }
  }

  /// Watches everything that the path leads through; returns whether all of it can be watched.
  package func follow() -> Bool {
    let before = names
    names = [:]
    var next: String? = Kernel.normalized(path)
    var isWhole = !path.utf8.contains(0)
    for _ in 0..<Self.mostLinks where isWhole {
      guard let place = next else { break }
      isWhole = watch(place)
      next = Kernel.destination(ofLink: place)
    }
    for (folder, _) in before where names[folder] == nil { inotify_rm_watch(descriptor, folder) }
    return isWhole
  }

  private func watch(_ place: String) -> Bool {
    guard let slash = place.lastIndex(of: "/") else { return false }
    let folder = slash == place.startIndex ? "/" : String(place[..<slash])
    let mask =
      IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
      | IN_ONLYDIR
    let number = unsafe inotify_add_watch(descriptor, folder, UInt32(mask))
    guard number >= 0 else { return false }
    names[number, default: []].insert(String(place[place.index(after: slash)...]))
    return true
  }

  /// Reads the pending notifications without waiting; returns whether any concern the path.
  package func hasNews() -> Bool {
    FolderNews.read(descriptor).contains { news in
      news.isIncomplete || news.name.isEmpty || names[news.watch]?.contains(news.name) == true
    }
  }
}
