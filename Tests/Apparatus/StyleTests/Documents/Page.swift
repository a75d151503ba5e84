/// A page of Markdown, taken apart as far as its readers can stumble: headings, links, and blocks of code.
struct Page: Sendable {
  /// A piece of code between two fences.
  struct Block: Sendable, Hashable {
    var language: String
    var lines: [String]
    /// Where it begins: the number of the line behind the fence.
    var line: Int
  }

  /// A word that leads somewhere.
  struct Link: Sendable, Hashable {
    var target: String
    var line: Int
  }

  var path: String
  var blocks: [Block] = []
  var links: [Link] = []
  /// What stands between back ticks.
  var spans: [String] = []
  /// Where a `#` of a link may lead, as GitHub names its headings.
  var anchors: Set<String> = []

  init(_ file: SourceFile) {
    path = file.path
    var block: Block?
    var prose: [String] = []
    for (number, line) in zip(1..., file.lines) {
      let trimmed = line.drop { $0 == " " }
      if trimmed.hasPrefix("```") {
        if let done = block {
          blocks.append(done)
          block = nil
        } else {
          block = Block(language: String(trimmed.dropFirst(3)), lines: [], line: number + 1)
        }
        prose.append("")
      } else if block != nil {
        block?.lines.append(String(line))
        prose.append("")
      } else {
        if trimmed.hasPrefix("#") { addAnchor(String(trimmed.drop { $0 == "#" }.drop { $0 == " " })) }
        let parts = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        spans += parts.filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
        // There, nothing is a link.
        prose.append(
          parts.map { $0.offset.isMultiple(of: 2) ? String($0.element) : "" }.joined(separator: "`"))
      }
    }
    // A fence that nobody closes takes the rest of the page with it.
    if let open = block { blocks.append(open) }
    findLinks(in: prose)
  }

  /// The folder that it lies in, from the project's root; empty for the root itself.
  var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }

  /// What a relative path means on this page, from the project's root; nil if it leads out of the project.
  func path(of relative: String) -> String? {
    guard !relative.isEmpty else { return path }
    var parts = relative.hasPrefix("/") ? [] : folder.split(separator: "/")
    for part in relative.split(separator: "/") where part != "." {
      if part != ".." { parts.append(part) } else if parts.popLast() == nil { return nil }
    }
    return parts.joined(separator: "/")
  }

  private mutating func addAnchor(_ heading: String) {
    var name = ""
    for character in heading.lowercased() {
      if character.isLetter || character.isNumber || character == "-" || character == "_" {
        name.append(character)
      }
      if character == " " { name.append("-") }
    }
    var count = 0
    while !anchors.insert(count == 0 ? name : "\(name)-\(count)").inserted { count += 1 }
  }

  /// Finds `](target)`, whose words may begin on an earlier line.
  private mutating func findLinks(in prose: [String]) {
    for (number, line) in zip(1..., prose) {
      for piece in line.components(between: "](", and: ")") {
        let target = piece.prefix { $0 != " " }
        links.append(Link(target: String(target), line: number))
      }
    }
  }
}

/// Links of pages that lead nowhere.
///
/// `exists` says whether there is a file or a folder of that path.
func brokenLinks(in pages: [Page], exists: (String) -> Bool) -> [String] {
  let anchors = Dictionary(pages.map { ($0.path, $0.anchors) }) { first, _ in first }
  return pages.flatMap { page in
    page.links.compactMap { link -> String? in
      let place = "\(page.path):\(link.line): \(link.target)"
      if link.target.hasPrefix("https://") { return nil }
      if link.target.contains(":") { return "\(place) is neither a path nor https" }
      let parts = link.target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      guard let path = page.path(of: String(parts[0])) else { return "\(place) leaves the project" }
      guard path == "" || exists(path) else { return "\(place): there is no \(path)" }
      guard parts.count > 1 else { return nil }
      guard let known = anchors[path] else { return "\(place): \(path) is no page" }
      return known.contains(String(parts[1])) ? nil : "\(place): no heading is called that"
    }
  }
}
