import Glibc
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
    #expect(try !run.terminal.isInLines() && !run.terminal.isEchoing())
    return run
  }

  private func expectEnd(_ run: TerminalRun, _ exit: CInt) throws {
    #expect(try run.end() == exit && run.text.contains(Self.leaving) && run.terminal.isInLines())
    #expect(try run.terminal.isEchoing())
  }

  @Test(arguments: [("q", 0), ("\u{3}", 130)] as [(String, CInt)])
  func `ends with 0 when somebody presses q, and by the interrupt for Ctrl-C`(_ key: String, _ exit: CInt)
    throws
  {
    let run = try begun()
    try run.type(key)
    try expectEnd(run, exit)
  }

  @Test(arguments: [
    SIGINT, SIGTERM, SIGHUP, SIGABRT, SIGSEGV, SIGTRAP, SIGQUIT, SIGUSR2, SIGALRM, SIGPROF, SIGPOLL, SIGPWR,
    // A real-time signal.
    40,
  ]) func `ends by each signal that can be caught as if it had not been`(_ number: CInt) throws {
    let run = try begun()
    run.send(number)
    try expectEnd(run, 128 + number)
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
    try expectEnd(run, 0)
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
