import TestSupport
import Testing

@testable import GPSBridgeTool

/// The built program on a real terminal: whatever ends it, the terminal is given back as it was.
@Suite(.serialized) struct `The monitor on a terminal` {
  private static let leaving = "\u{1B}[?25h\u{1B}[?1049l"

  private func begun(_ width: UInt16 = 80, _ height: UInt16 = 24) throws -> TerminalRun {
    let run = try TerminalRun("monitor", "sim:walk", width: width, height: height)
    try run.wait(for: "\u{1B}[?1049h")
    try run.wait(for: "quit")
    #expect(try !run.terminal.isInLines())
    #expect(try !run.terminal.isEchoing())
    return run
  }

  private func expectRestored(_ run: TerminalRun) throws {
    #expect(run.text.contains(Self.leaving))
    #expect(try run.terminal.isInLines())
    #expect(try run.terminal.isEchoing())
  }

  @Test func `ends with 0 when somebody presses q`() throws {
    let run = try begun()
    try run.type("q")
    #expect(try run.end() == 0)
    try expectRestored(run)
  }

  @Test func `ends by the interrupt when somebody presses Ctrl-C`() throws {
    let run = try begun()
    try run.type("\u{3}")
    #expect(try run.end() == 130)
    try expectRestored(run)
  }

  @Test(arguments: [Signals.interrupt, Signals.terminate, Signals.hangUp])
  func `ends by a signal as if it had not been caught`(_ number: CInt) throws {
    let run = try begun()
    run.send(number)
    #expect(try run.end() == 128 + number)
    try expectRestored(run)
  }

  @Test(
    arguments: [
      Signals.abort, Signals.fault, Signals.trap, Signals.quit, Signals.second, Signals.alarm,
      Signals.profile,
      Signals.poll, Signals.power, Signals.realTime,
    ])
  func `gives the terminal back for every signal that can end it and be caught`(_ number: CInt) throws {
    let run = try begun()
    run.send(number)
    #expect(try run.end() == 128 + number)
    try expectRestored(run)
  }

  @Test func `leaves the screen for Ctrl-Z, and draws all of it anew behind`() throws {
    let run = try begun()
    try run.type("\u{1A}")
    // A session's leader cannot be stopped by a key, and goes on at once.
    try run.wait(for: Self.leaving)
    try run.wait(for: "\u{1B}[?1049h")
    try run.wait(for: "quit")
    #expect(try !run.terminal.isInLines())
    try run.type("q")
    #expect(try run.end() == 0)
  }

  @Test func `outlives a storm of sizes, and fits the last one`() throws {
    let run = try begun()
    for step in 0..<400 { try run.resize(UInt16(20 + step * 7 % 180), UInt16(1 + step * 5 % 70)) }
    try run.resize(60, 12)
    // The last line is where the keys are, unless the storm's middle is drawn still.
    try run.wait(for: "\u{1B}[12;2H")
    try run.type("q")
    #expect(try run.end() == 0)
    try expectRestored(run)
  }

  @Test func `shows another part when its key is pressed, and goes back with escape`() throws {
    let run = try begun()
    try run.type("?")
    try run.wait(for: "HELP")
    try run.type("\u{1B}")
    try run.wait(for: "SIGNALS")
    try run.type("q")
    #expect(try run.end() == 0)
  }
}
