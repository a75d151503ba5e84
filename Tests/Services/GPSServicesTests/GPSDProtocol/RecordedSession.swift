import GPSSystemCalls
import TestSupport

/// Something that was said in a recorded session.
enum Said: Hashable {
  case client(String)
  case server(String)
}

/// A conversation with a real gpsd, as it was noted.
struct RecordedSession {
  /// The line above it.
  let title: String
  let said: [Said]

  /// The sessions of a file; nil where the shared data are not there.
  static func all(in name: String) -> [RecordedSession]? {
    let root = ProjectFolder.path
    let path = "\(root)/../shared/knowledge/gpsd-sessions/\(name)"
    guard let text = Kernel.text(path, limit: 1 << 24) else { return nil }
    var sessions: [RecordedSession] = []
    var title = ""
    var said: [Said] = []
    func end() {
      if !said.isEmpty { sessions.append(RecordedSession(title: title, said: said)) }
      said = []
    }
    for line in text.split(separator: "\n").map(String.init) {
      if line.hasPrefix("# ") { title = line }
      guard let mark = line.firstIndex(of: ">"), line.hasPrefix(" ") else { continue }
      let words = String(line[line.index(mark, offsetBy: 2)...])
      let isClient = line[line.index(before: mark)] == "C"
      // The first line of each.
      if !isClient, words.hasPrefix(#"{"class":"VERSION""#), line.hasPrefix("  0.0") { end() }
      said.append(isClient ? .client(unescaped(words)) : .server(words))
    }
    end()
    return sessions
  }

  private static func unescaped(_ words: String) -> String {
    words.replacing("\\r", with: "\r").replacing("\\n", with: "\n")
  }
}
