import Foundation

/// One of the published texts that this module is held against, where they are at hand: they are not ours to pass on.
struct ReferenceText {
  struct Failure: Error { let what: String }

  let text: String

  /// Nil where the texts are not at hand.
  init?(_ number: String) throws {
    let places = [
      Compiler.root.appending(path: "../shared/reference/seeds"),
      Compiler.root.appending(path: "../../shared/reference/seeds"),
    ]
    let manager = FileManager.default
    for place in places {
      let names = (try? manager.contentsOfDirectory(atPath: place.path)) ?? []
      guard let name = names.first(where: { $0.hasPrefix(number + "_") }) else { continue }
      text = try String(contentsOf: place.appending(path: name), encoding: .utf8)
      return
    }
    print(
      "skipped: text \(number) is not in \(places.map { $0.standardized.path }.joined(separator: " nor in "))"
    )
    return nil
  }

  /// The pieces of code between fences in which a word stands.
  func pieces(with word: String) throws -> [String] {
    let pieces = text.split(separator: "```swift\n").dropFirst().compactMap { piece in
      piece.firstRange(of: "```").map { String(piece[..<$0.lowerBound]) }
    }
    let found = pieces.filter { $0.contains(word) }
    guard !found.isEmpty else { throw Failure(what: "no piece of code has \(word)") }
    return found
  }

  /// What stands from one line to the next that begins so, in a text without fences.
  func lines(from first: String, before end: String) throws -> String {
    guard let start = text.firstRange(of: first), let stop = text[start.lowerBound...].firstRange(of: end)
    else { throw Failure(what: "nothing stands between \(first) and \(end)") }
    return String(text[start.lowerBound..<stop.lowerBound])
  }
}

/// A file of a program that has the code of a published text, with a comment at each line that the text does not have.
struct ReferenceFile {
  private static let mark = "  // Here: "

  let text: ReferenceText
  private(set) var code = ""

  init(_ text: ReferenceText) {
    self.text = text
    add(
      "import CoreLocation\nimport Foundation\nimport GPSDeliveryReactive\n",
      because: "the modules of this package")
  }

  /// Adds code of the text, each replacement in it with its reason.
  mutating func quote(_ piece: String, replacing changes: [(old: String, new: String, reason: String)] = [])
    throws
  {
    var piece = piece
    for change in changes {
      guard piece.contains(change.old) else {
        throw ReferenceText.Failure(what: "there is no \(change.old) to change")
      }
      let known = Set(piece.split(separator: "\n"))
      piece = Self.marked(piece.replacing(change.old, with: change.new), because: change.reason) {
        !known.contains($0)
      }
    }
    code += piece + "\n"
  }

  /// Adds code that the text does not show.
  mutating func add(_ piece: String, because reason: String = "the text does not show it") {
    code += Self.marked(piece, because: reason) { _ in true } + "\n"
  }

  private static func marked(_ piece: String, because reason: String, _ isNew: (Substring) -> Bool) -> String
  {
    piece.split(separator: "\n", omittingEmptySubsequences: false)
      .map { !$0.isEmpty && isNew($0) ? $0 + mark + reason : String($0) }.joined(separator: "\n")
  }

  /// The lines that differ from the text without a comment.
  var unmarked: [Substring] {
    code.split(separator: "\n").filter { !$0.contains(Self.mark) && !text.text.contains($0) }
  }
}
