internal import Glibc
internal import GPSSystemCalls

/// A symbolic link that names a pseudo-terminal; it can be created, moved and removed.
///
/// Files and links of other programs are never changed, neither on creation nor on removal; only a link to a
/// pseudo-terminal that no longer exists is replaced.
struct NameLink: Sendable {
  let path: String
  /// The target; nil while the link does not exist.
  private(set) var target: String?

  init(_ path: String) { self.path = path }

  /// Creates the link, or changes its target.
  mutating func lead(to target: String) throws(SimulationError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw SimulationError(
        .noName, "the name for the receiver is empty or has a NUL in it; give a path, such as /tmp/gps0")
    }
    remove()
    var result = unsafe symlink(target, path)
    var number = errno
    if result != 0, number == EEXIST, Self.isLeftBehind(path), unsafe unlink(path) == 0 {
      result = unsafe symlink(target, path)
      number = errno
    }
    guard result != 0 else {
      self.target = target
      return
    }
    switch number {
    case EEXIST:
      throw SimulationError(
        .nameTaken,
        "\(path) already exists\(Self.leads(path)); remove it if it is yours, or choose another name",
        Errno(number))
    case ENOENT, ENOTDIR:
      throw SimulationError(
        .noName, "\(path) cannot be created: its folder does not exist; create it, or choose another",
        Errno(number))
    case EACCES, EPERM, EROFS:
      throw SimulationError(
        .permissionDenied,
        "\(path) cannot be created: you may not write there; choose a folder of your own, such as /tmp",
        Errno(number))
    default:
      throw SimulationError(.noName, "\(path) cannot be created: \(Errno(number).words)", Errno(number))
    }
  }

  /// Whether a link remains from a simulated receiver that was killed.
  ///
  /// The target of such a link is gone, or is a newer terminal with the same number. Other links are kept.
  private static func isLeftBehind(_ path: String) -> Bool {
    guard let target = Kernel.link(path), target.hasPrefix("/dev/pts/") else { return false }
    let number = target.dropFirst("/dev/pts/".count)
    guard !number.isEmpty, number.allSatisfy({ $0.isASCII && $0.isNumber }) else { return false }
    guard let terminal = Kernel.identity(target), let link = Kernel.identity(path, ofLink: true) else {
      return unsafe access(target, F_OK) != 0 && errno == ENOENT
    }
    return terminal.isMadeAfter(link)
  }

  /// Removes the link, if it still has our target.
  mutating func remove() {
    guard let target else { return }
    if Kernel.link(path) == target { unsafe unlink(path) }
    self.target = nil
  }

  /// The target of a link, as text for an error message.
  private static func leads(_ path: String) -> String {
    Kernel.link(path).map { ", and leads to \($0)" } ?? ""
  }
}
