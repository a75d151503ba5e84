import Testing

@testable import GPSBridgeTool
@testable import TerminalKit

@Suite struct `The width of a character` {
  @Test(arguments: [
    ("a", 1), ("°", 1), ("█", 1), ("⣿", 1), ("│", 1), ("●", 1), ("…", 1), ("±", 1), ("é", 1), ("Ж", 1),
    ("ﬁ", 1), ("漢", 2), ("한", 2), ("あ", 2), ("Ａ", 2), ("😀", 2), ("🛰", 1), ("⌚", 2), ("𠀀", 2), ("\u{301}", 0),
    ("\u{200B}", 0), ("\u{1B}", 0), ("\u{0}", 0), ("\u{7F}", 0), ("\u{AD}", 0), ("\u{1160}", 0),
  ]) func `is what terminals make of it`(_ text: String, _ width: Int) throws {
    let scalar = try #require(text.unicodeScalars.first)
    #expect(CharacterWidth.of(scalar) == width && CharacterWidth.of(text) == width)
  }

  @Test func `adds up in a text`() {
    #expect(CharacterWidth.of("plain") == 5 && CharacterWidth.of("漢字 e\u{301}") == 6)
    #expect(CharacterWidth.of("") == 0)
  }
}

@Suite struct `Folded text` {
  @Test(
    arguments: [
      ("one two three", 7, ["one two", "three"]), ("one two three", 6, ["one", "two", "three"]), ("", 6, []),
      ("a /dev/serial/by-id", 6, ["a", "/dev/s", "erial/", "by-id"]), ("漢字漢字", 5, ["漢字", "漢字"]),
    ] as [(String, Int, [String])])
  func `breaks at blanks, or in a word that is longer than a line`(
    _ text: String, width: Int, lines: [String]
  ) {
    #expect(TextFolding.lines(text, width: width) == lines)
  }

  @Test func `says that it was cut where it has more lines than allowed`() {
    #expect(TextFolding.lines("one two three four", width: 8, most: 2) == ["one two", "three…"])
    #expect(TextFolding.lines("one twotwo three", width: 6, most: 2) == ["one", "twotw…"])
    #expect(TextFolding.lines("one", width: 0) == [])
  }
}
