/// A page about a program or one of its verbs, printed as help and as a page of the manual.
package struct ProgramPage: Sendable {
  package struct Entry: Sendable {
    package let term, text: String

    package init(_ term: String, _ text: String) { (self.term, self.text) = (term, text) }
  }

  package struct Section: Sendable {
    package enum Content: Sendable {
      /// Text, to which the help adds no title.
      case paragraphs([String])
      /// Descriptions next to their terms.
      case columns([Entry])
      /// The same in groups, whose titles replace the section's title in the help.
      case groups([(title: String, entries: [Entry])])
      /// Descriptions below their terms, which are long.
      case rows([Entry])
    }

    let title: String
    let content: Content
    let isInHelp: Bool

    package init(_ title: String, _ content: Content, isInHelp: Bool = true) {
      (self.title, self.content, self.isInHelp) = (title, content, isInHelp)
    }
  }

  private let name: String
  private let summary: String
  private let usages: [String]
  private let sections: [Section]
  private let more: String
  private let related: [String]

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - name: The program, and its verb.
  ///   - summary: The description in one line.
  ///   - usages: The forms of its command line.
  ///   - sections: The sections, in the order of both outputs.
  ///   - more: The commands that print more, for the end of the help.
  ///   - related: The other pages of the manual, for the end of the page.
  package init(
    _ name: String, _ summary: String, usages: [String], sections: [Section], more: String, related: [String]
  ) {
    (self.name, self.summary, self.usages) = (name, summary, usages)
    (self.sections, self.more, self.related) = (sections, more, related)
  }

  package var manualName: String { name.with("-", inPlaceOf: " ") }

  /// The text for `--help`.
  package var help: String {
    var lines = ["\(name): \(summary)", ""]
    lines += usages.enumerated().map { ($0 == 0 ? "usage: " : "       ") + $1 }
    lines += sections.filter(\.isInHelp).flatMap(\.help)
    return (lines + ["", "more: \(more)", ""]).joined(separator: "\n")
  }

  /// The page in the language of `man`.
  package var manual: String {
    let title = "\(manualName.uppercased().roff) 1 \"\(Self.date)\" \"gpsbridge \(ProgramVersion.text)\""
    var lines = [".TH \(title) \"gpsbridge\"", ".SH NAME", "\(manualName.roff) \\- \(summary.roff)"]
    lines += [".SH SYNOPSIS", usages.map(\.roff).joined(separator: "\n.br\n")]
    lines += sections.flatMap(\.manual)
    lines += [".SH SEE ALSO", related.map { "\\fB\($0.roff)\\fR(1)" }.joined(separator: ",\n")]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The date of the last review of all pages.
  private static let date = "2026-11-30"
}

extension ProgramPage.Section {
  fileprivate var help: [String] {
    switch content {
    case .paragraphs(let texts): texts.flatMap { [""] + $0.wrapped(to: 80) }
    case .columns(let entries): Self.table([(title, entries)])
    case .groups(let groups): Self.table(groups)
    case .rows(let entries):
      ["", "\(title):"] + entries.flatMap { ["  \($0.term)"] + $0.text.wrapped(to: 74).map { "      \($0)" } }
    }
  }

  /// Two columns of one width in all groups, the second one wrapped.
  private static func table(_ groups: [(title: String, entries: [ProgramPage.Entry])]) -> [String] {
    let width = (groups.flatMap(\.entries).map(\.term.count).max() ?? 0) + 2
    return groups.flatMap { title, entries in
      ["", "\(title):"]
        + entries.flatMap { entry in
          entry.text.wrapped(to: 78 - width).enumerated().map { index, line in
            let start = index == 0 ? entry.term : ""
            return "  " + start + String(repeating: " ", count: width - start.count) + line
          }
        }
    }
  }

  fileprivate var manual: [String] {
    let lines: [String] =
      switch content {
      case .paragraphs(let texts): [texts.map(\.roff).joined(separator: "\n.PP\n")]
      case .columns(let entries), .rows(let entries): entries.flatMap(\.manual)
      case .groups(let groups): groups.flatMap { [".SS \($0.title.roff)"] + $0.entries.flatMap(\.manual) }
      }
    return [".SH \(title.uppercased().roff)"] + lines
  }
}

extension ProgramPage.Entry {
  fileprivate var manual: [String] { [".TP", "\\fB\(term.roff)\\fR", text.roff] }
}

extension String {
  /// The lines of a text, broken between words.
  package func wrapped(to width: Int) -> [String] {
    var lines = [""]
    for word in split(separator: " ") {
      if let line = lines.last, !line.isEmpty, line.count + 1 + word.count > width { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    return lines
  }

  /// Escaped for a manual page, so that nothing is a command and dashes can be copied.
  fileprivate var roff: String {
    var text = ""
    for character in self {
      switch character {
      case "\\": text += "\\e"
      case "-": text += "\\-"
      case "'": text += "\\(aq"
      case "~": text += "\\(ti"
      case "^": text += "\\(ha"
      case "`": text += "\\(ga"
      default: text.append(character)
      }
    }
    return text.hasPrefix(".") ? "\\&" + text : text
  }
}
