/// A line of a shell as a page shows it, taken apart as far as it must be to find the commands in it.
///
/// Quotes, comments, pipes, redirections and what stands between `$(` and `)`; no variables, and nothing that pages have no
/// need of.
struct ShellLine {
  /// The commands, each as its words.
  private(set) var commands: [[String]] = []
  private var words: [String] = []
  private var word: String?

  init(_ line: some StringProtocol) {
    var rest = Substring(line)
    while let character = rest.popFirst() {
      switch character {
      case " ": endWord()
      case "#" where word == nil: rest = ""
      case "'", "\"":
        word = (word ?? "") + rest.prefix { $0 != character }
        rest = rest.drop { $0 != character }.dropFirst()
      case "\\":
        word = (word ?? "") + rest.prefix(1)
        rest = rest.dropFirst()
      case "|", ";", "&", ")": endCommand()
      case ">", "<":
        // What stands in front of it is a descriptor, and behind it a file.
        if word != "2" { endWord() }
        word = nil
        rest = rest.drop { $0 == ">" || $0 == "&" || $0 == " " }
        rest = rest.drop { !" |;)".contains($0) }
      case "$" where rest.hasPrefix("("):
        rest = rest.dropFirst()
        endCommand()
      default: word = (word ?? "") + String(character)
      }
    }
    endCommand()
  }

  private mutating func endWord() {
    if let word { words.append(word) }
    word = nil
  }

  private mutating func endCommand() {
    endWord()
    // Not a part of the command: a prompt, `sudo`, what is set for it, and the words of a loop.
    let start = words.firstIndex { word in
      !["$", "sudo", "if", "then", "do", "while", "until", "!"].contains(word) && !word.isAssignment
    }
    if let start { commands.append(Array(words[start...])) }
    words = []
  }
}

extension String {
  fileprivate var isAssignment: Bool {
    guard let sign = firstIndex(of: "="), sign > startIndex else { return false }
    return self[..<sign].allSatisfy { $0.isUppercase || $0 == "_" || $0.isNumber }
  }
}
