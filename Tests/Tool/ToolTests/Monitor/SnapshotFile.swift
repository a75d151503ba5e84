import TestSupport
import Glibc

@testable import GPSBridgeTool

/// A screen, or another text, that was looked at and found right, in a file.
///
/// `GPSBRIDGE_SNAPSHOTS=write` puts what is drawn now in its place, except in CI: look at the difference before you commit it.
struct SnapshotFile {
  let path: String

  /// A screen of the monitor's.
  init(_ name: String) {
    self.init(name, in: #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined())
  }

  /// Any other text; its folder is that of the tests that compare it.
  init(_ name: String, in folder: String) { path = "\(folder)/Snapshots/\(name).txt" }

  static var isWriting: Bool {
    unsafe getenv("GPSBRIDGE_SNAPSHOTS").map { unsafe String(cString: $0) } == "write" && getenv("CI") == nil
  }

  /// The lines that are kept; in writing, those that are given, from now on.
  func lines(replacingWith drawn: [String]) throws -> [String] {
    if Self.isWriting {
      let file = unsafe fopen(path, "w")
      guard let file = unsafe file else { throw SystemFailure() }
      unsafe fputs(drawn.joined(separator: "\n") + "\n", file)
      unsafe fclose(file)
      return drawn
    }
    let text = String(decoding: try Places.bytes(of: path), as: UTF8.self)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}
