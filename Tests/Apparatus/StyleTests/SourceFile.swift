import FoundationEssentials

/// A text file of the project, by its path from the project's root.
struct SourceFile: Sendable, Hashable {
  var path: String
  var text: String

  /// The module that a file in `Sources` belongs to: the name of its folder, there or in a group of modules.
  var module: String? {
    var parts = path.split(separator: "/")[...]
    guard parts.popFirst() == "Sources" else { return nil }
    if let group = parts.first, Manifest.ours.groups.contains(String(group)) { parts.removeFirst() }
    return parts.count > 1 ? parts.first.map(String.init) : nil
  }

  var ending: String { path.split(separator: ".").last.map(String.init) ?? "" }

  /// The lines, as `wc` counts them.
  var lines: [Substring] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// The lines without what is said in comments.
  var code: [Substring] { lines.map(withoutComment) }
}

/// A line up to its `//`, unless that stands in a text, as in `"https://"`.
func withoutComment(_ line: Substring) -> Substring {
  var isText = false
  var previous: Character = " "
  for index in line.indices {
    let character = line[index]
    if character == "\"", previous != "\\" { isText.toggle() }
    if character == "/", previous == "/", !isText { return line[..<line.index(before: index)] }
    previous = character
  }
  return line
}

/// The files of this project as they lie on the disk.
enum SourceTree {
  /// The project's folder, found by where this file lies.
  static let root = #filePath.split(separator: "/").dropLast(4).reduce(into: "") { $0 += "/" + $1 }

  /// The text of one file.
  static func text(of path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: root + "/" + path)), as: UTF8.self)
  }

  /// Files under a folder that end so.
  static func files(in folder: String, ending endings: Set<String>) throws -> [SourceFile] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root + "/" + folder)
    let files = paths.sorted().map { SourceFile(path: folder + "/" + $0, text: "") }
    return try files.filter { endings.contains($0.ending) }.map {
      let bytes = try Data(contentsOf: URL(filePath: root + "/" + $0.path))
      return SourceFile(path: $0.path, text: String(decoding: bytes, as: UTF8.self))
    }
  }
}
