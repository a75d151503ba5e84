import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `The distance of two words` {
  private func distance(_ a: String, _ b: String) -> Int {
    NearestName.distance(Array(a.utf8), Array(b.utf8))
  }

  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("kitten", "sitting", 3), ("watch", "wacth", 1), ("ab", "ba", 1),
    ("abc", "cab", 2), ("ca", "abc", 3), ("export", "exprot", 1), ("fix", "fox", 1),
  ]) func `counts letters put in, left out, changed, and swapped`(a: String, b: String, count: Int) {
    #expect(distance(a, b) == count)
  }

  @Test func `is the same both ways, none only for equals, and never longer than the longer word`() {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    func word() -> String {
      String(
        (0..<Int.random(in: 0...8, using: &random)).map { _ in "abc".randomElement(using: &random) ?? "a" })
    }
    for _ in 0..<2000 {
      let (a, b) = (word(), word())
      let count = distance(a, b)
      #expect(count == distance(b, a) && (count == 0) == (a == b), "\(a) \(b), seed \(seed)")
      #expect(count <= max(a.utf8.count, b.utf8.count), "\(a) \(b), seed \(seed)")
      #expect(count >= abs(a.utf8.count - b.utf8.count), "\(a) \(b), seed \(seed)")
    }
  }

  @Test func `of a long text is beyond all words`() {
    let long = String(repeating: "x", count: 65)
    #expect(distance(long, "x") == .max && distance("x", long) == .max)
    #expect(distance(String(long.dropLast()), "x") == 63)
  }
}

@Suite struct `The name that was meant` {
  @Test(
    arguments: [
      // One that was begun comes before one that is only near.
      ("sim", ["sum", "simulate"], "simulate"), ("conf", ["config", "configure"], "config"),
      // It is not guessed from a letter or two.
      ("s", ["stats", "simulate"], nil), ("", ["stats"], nil),
      // It may have an error in three letters, and one in a short word.
      ("fx", ["fix"], "fix"), ("fo", ["fix"], nil), ("dveicse", ["devices"], "devices"),
      ("xxxices", ["devices"], nil), ("watch", [], nil),
    ] as [(String, [String], String?)])
  func `is the one that was begun, or one with few errors`(written: String, names: [String], meant: String?) {
    #expect(NearestName.find(to: written, among: names) == meant)
  }

  @Test func `of each verb is that verb, with any letter missing`() {
    let verbs = CommandTable.gpsbridge.shownCommands.map(\.name)
    for verb in verbs where verb.utf8.count > 3 {
      for index in verb.indices {
        var word = verb
        word.remove(at: index)
        guard !verbs.contains(word) else { continue }
        let found = NearestName.find(to: word, among: verbs)
        // What is left may be the beginning of another one.
        #expect(found == verb || found?.hasPrefix(word) == true, "\(word): \(found ?? "nothing")")
      }
    }
  }
}
