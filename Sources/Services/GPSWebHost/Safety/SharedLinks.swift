internal import Glibc

/// Links that show one item without the token until a given time.
///
/// A link is `/shared/SUBJECT~UNTIL~CODE`: its subject, seconds since 1970, and a code that requires a key.
/// Links are not stored: all end with the service, or with a new key.
struct SharedLinks: Sendable {
  private var key = Secret.random()
  private let utc: @Sendable () -> Int

  static let path = "/shared/"

  /// - Parameter utc: Returns the seconds since 1970.
  init(utc: @escaping @Sendable () -> Int = { time(nil) }) { self.utc = utc }

  /// Makes a link.
  ///
  /// - Parameters:
  ///   - subject: Its subject, in letters, digits, and `.,+-`.
  ///   - seconds: How long it lasts.
  /// - Returns: Its path, and the second since 1970 in which it ends.
  func link(to subject: String, seconds: Int) -> (path: String, until: Int) {
    let until = utc() + seconds
    return ("\(Self.path)\(subject)~\(until)~\(code(subject, String(until)))", until)
  }

  /// The subject of the link at a path, and its end; nil unless the link is valid.
  func subject(of path: String) -> (text: String, until: Int)? {
    guard path.hasPrefix(Self.path) else { return nil }
    let parts = path.dropFirst(Self.path.count).split(separator: "~", omittingEmptySubsequences: false)
      .map(String.init)
    guard parts.count == 3, Secret(Array(code(parts[0], parts[1]).utf8)).matches(parts[2]),
      let until = Int(parts[1]), until > utc()
    else { return nil }
    return (parts[0], until)
  }

  mutating func end() { key = .random() }

  private func code(_ subject: String, _ until: String) -> String {
    SHA256.code(of: "gpsbridge link \(subject) \(until)", key: key.reveal())
  }
}
