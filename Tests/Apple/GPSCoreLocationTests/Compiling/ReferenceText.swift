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
    guard let start = text.firstRange(of: first),
      let stop = text[start.lowerBound...].firstRange(of: end)
    else { throw Failure(what: "nothing stands between \(first) and \(end)") }
    return String(text[start.lowerBound..<stop.lowerBound])
  }
}

extension String {
  /// Replaces something that must be there.
  func changing(_ old: String, to new: String) throws -> String {
    guard contains(old) else { throw ReferenceText.Failure(what: "there is no \(old) to change") }
    return replacing(old, with: new)
  }
}
