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
  }

  @Test func `knows letters of several bytes`() {
    #expect(keys("é漢😀") == [.character("é"), .character("漢"), .character("😀")])
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
