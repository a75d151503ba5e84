/// Lines of code that compile, and whether a piece of a page is among them.
///
/// How far a line is indented makes no difference: what a page shows at its margin stands in a function here.
struct Snippets {
  private var places: [String: [(file: Int, line: Int)]] = [:]
  private var files: [[String]] = []

  init(_ sources: [SourceFile]) {
    for source in sources {
      let lines = Self.normalized(source.lines.map(String.init))
      for (number, line) in lines.enumerated() { places[line, default: []].append((files.count, number)) }
      files.append(lines)
    }
  }

  /// Whether all lines of a piece stand in one file, one behind the other.
  func contain(_ piece: [String]) -> Bool {
    let lines = Self.normalized(piece)
    guard let first = lines.first else { return false }
    return (places[first] ?? []).contains { place in files[place.file][place.line...].starts(with: lines) }
  }

  private static func normalized(_ lines: [String]) -> [String] {
    lines.map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
  }
}
