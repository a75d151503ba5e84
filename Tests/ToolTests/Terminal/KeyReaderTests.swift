import TestSupport
import Testing

@testable import GPSBridgeTool
@testable import TerminalKit

@Suite struct `The reader of keys` {
  private func keys(_ text: String) -> [Key] {
    var reader = KeyReader()
    return reader.take(Array(text.utf8))
  }

  @Test func `knows letters, and keys that have names`() {
    #expect(keys("q?") == [.character("q"), .character("?")])
    #expect(keys("\t\r\n\u{7F}\u{C}") == [.tab, .enter, .enter, .backspace, .refresh])
    #expect(keys("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D") == [.up, .down, .right, .left])
    #expect(keys("\u{1B}OA\u{1B}OH\u{1B}[Z") == [.up, .home, .backTab])
    #expect(keys("\u{1B}[5~\u{1B}[6~\u{1B}[1~\u{1B}[4~") == [.pageUp, .pageDown, .home, .end])
    #expect(keys("\u{1B}[1;5C") == [.right])
  }

  @Test func `knows letters of several bytes`() {
    #expect(keys("é漢😀") == [.character("é"), .character("漢"), .character("😀")])
  }

  @Test func `waits for the rest of a sequence, however it is cut`() {
    var reader = KeyReader()
    #expect(reader.take([0x1B]) == [])
    #expect(reader.isWaiting)
    #expect(reader.take([0x5B]) == [])
    #expect(reader.take([0x41, 0x71]) == [.up, .character("q")])
    #expect(!reader.isWaiting)
  }

  @Test func `takes a lone escape for the key of that name, after a pause`() {
    var reader = KeyReader()
    #expect(reader.take([0x1B]) == [])
    #expect(reader.pause() == [.escape])
    #expect(!reader.isWaiting)
    #expect(reader.pause() == [])
    #expect(reader.take([0x1B, 0x1B]) == [.escape])
    #expect(reader.pause() == [.escape])
  }

  @Test func `drops what is no key as a whole`() {
    #expect(keys("\u{1B}[15~q") == [.character("q")])
    #expect(keys("\u{1B}xq") == [.character("q")])
    #expect(keys("\u{1B}[[Aq") == [.character("q")])
    #expect(keys("\u{1}\u{2}\u{1A}q") == [.character("q")])
    #expect(keys("\u{1B}]11;rgb:0\u{7}x") == [.character("x")])
  }

  @Test func `holds a few bytes only, whatever comes`() {
    var reader = KeyReader()
    _ = reader.take(Array("\u{1B}[".utf8))
    for _ in 0..<1000 { #expect(reader.take(Array("1;2;3;4;".utf8)) == []) }
    // The end of the monster, and then a key.
    #expect(reader.take(Array("mq".utf8)) == [.character("q")])
  }

  @Test(arguments: 0..<20)
  func `survives any bytes, and then knows a key again`(_ round: UInt64) {
    let seed = 77 + round
    var random = SeededGenerator(seed: seed)
    var reader = KeyReader()
    for _ in 0..<2000 {
      _ = reader.take([UInt8.random(in: 0...255, using: &random)])
    }
    _ = reader.pause()
    #expect(reader.take([0x71]) == [.character("q")], "seed \(seed)")
  }
}
