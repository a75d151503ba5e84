import TestSupport
import Testing

@testable import GPSBridgeTool
@testable import TerminalKit

private func keys(_ text: String) -> [Key] {
  var reader = KeyReader()
  return reader.take(Array(text.utf8))
}

@Suite struct `The reader of keys` {
  @Test func `knows letters of one or several bytes, and keys that have names`() {
    #expect(keys("q?") == [.character("q"), .character("?")])
    #expect(keys("é漢😀") == [.character("é"), .character("漢"), .character("😀")])
    #expect(keys("\t\r\n\u{7F}\u{C}") == [.tab, .enter, .enter, .backspace, .refresh])
  }

  @Test func `takes a lone escape for the key of that name, after a pause`() {
    var reader = KeyReader()
    #expect(reader.take([0x1B]) == [] && reader.pause() == [.escape] && !reader.isWaiting)
    #expect(reader.pause() == [] && reader.take([0x1B, 0x1B]) == [.escape] && reader.pause() == [.escape])
  }

  @Test func `holds a few bytes only, whatever comes`() {
    var reader = KeyReader()
    _ = reader.take(Array("\u{1B}[".utf8))
    for _ in 0..<1000 { #expect(reader.take(Array("1;2;3;4;".utf8)) == []) }
    // The end of the monster, and then a key.
    #expect(reader.take(Array("mq".utf8)) == [.character("q")])
  }

  @Test(arguments: 0..<20) func `survives any bytes, and then knows a key again`(_ round: UInt64) {
    let seed = 77 + round
    var random = SeededGenerator(seed: seed)
    var reader = KeyReader()
    for _ in 0..<2000 { _ = reader.take([UInt8.random(in: 0...255, using: &random)]) }
    _ = reader.pause()
    #expect(reader.take([0x71]) == [.character("q")], "seed \(seed)")
  }
}

@Suite struct `A sequence of a terminal` {
  /// What xterm, the Linux console, rxvt, screen and tmux send for the keys that mean something here.
  @Test(arguments: [
    ("[A", Key.up), ("OA", .up), ("[B", .down), ("OB", .down), ("[C", .right), ("[D", .left), ("OD", .left),
    ("[H", .home), ("OH", .home), ("[1~", .home), ("[7~", .home), ("[F", .end), ("OF", .end), ("[4~", .end),
    ("[8~", .end), ("[5~", .pageUp), ("[6~", .pageDown), ("[Z", .backTab), ("[1;2A", .up), ("[1;5D", .left),
  ]) func `is the key that sends it, byte by byte or at once`(_ sequence: String, _ key: Key) {
    let bytes = Array("\u{1B}\(sequence)".utf8)
    #expect(keys("\u{1B}\(sequence)") == [key])
    var slow = KeyReader()
    #expect(bytes.flatMap { slow.take([$0]) } == [key] && !slow.isWaiting)
  }

  @Test(arguments: [
    "[2~", "[3~", "[11~", "[15~", "[200~", "x", "[[A", "OP", "[I", "[O", "[?1;2c", "[24;80R", "[[E",
    "[<0;3;4M", "[9999~",
  ]) func `that is no key of ours is silent, and the next key is heard`(_ sequence: String) {
    #expect(keys("\u{1B}\(sequence)q") == [.character("q")])
  }

  @Test(arguments: ["]", "P", "_", "^", "X"], ["qqq\u{7}", "qqq\u{1B}\\", "q\u{1B}q\u{1B}\u{1B}\\"])
  func `that is a text ends with a bell, or with an escape and a backslash`(_ kind: String, _ text: String) {
    #expect(keys("\u{1B}\(kind)\(text)u") == [.character("u")])
  }

  @Test func `that never ends is given up after a pause`() {
    var reader = KeyReader()
    #expect(reader.take(Array("\u{1B}]0;title".utf8)) == [] && reader.isWaiting && reader.pause() == [])
    #expect(!reader.isWaiting && reader.take(Array("q".utf8)) == [.character("q")])
  }

  @Test func `that is cut after its bracket is no escape key`() {
    var reader = KeyReader()
    #expect(reader.take(Array("\u{1B}[".utf8)) == [] && reader.pause() == [])
    #expect(reader.take(Array("A".utf8)) == [.character("A")])
  }

  @Test func `behind the escape key is a key of its own`() {
    #expect(keys("\u{1B}\u{1B}[A") == [.escape, .up])
  }

  @Test(arguments: ["\u{0}", "\u{1}", "\u{3}", "\u{1A}", "\u{1F}", "\u{202E}"])
  func `is not what a control character is, nor one that turns writing around`(_ control: String) {
    #expect(keys("a\(control)b") == [.character("a"), .character("b")])
  }

  @Test(arguments: [[0xFF], [0x80], [0xC0, 0x71], [0xC3, 0x28], [0xED, 0xA0, 0x80]] as [[UInt8]])
  func `of bytes that are no text is no letter`(_ bytes: [UInt8]) {
    var reader = KeyReader()
    let keys = reader.take(bytes) + reader.pause()
    #expect(keys.allSatisfy { $0 == .character("q") } && reader.take([0x75]) == [.character("u")])
  }
}
