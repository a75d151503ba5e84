import Foundation

/// A package of somebody else, whose targets are the published texts: `make outside` names its folder in the environment,
/// and builds it as its author would.
struct OutsidePackage {
  static let ofEnvironment = ProcessInfo.processInfo.environment["GPSBRIDGE_OUTSIDE"]
    .map { OutsidePackage(folder: URL(filePath: $0)) }

  let folder: URL

  /// Adds a target with these files.
  func add(_ target: String, _ texts: [String: String]) throws {
    let place = folder.appending(path: "Sources/\(target)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    for (name, text) in texts {
      try text.write(to: place.appending(path: name + ".swift"), atomically: true, encoding: .utf8)
    }
  }
}
