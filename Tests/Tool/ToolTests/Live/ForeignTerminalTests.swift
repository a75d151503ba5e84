import GPSSystemCalls
import Glibc
import TestSupport
import Testing

@testable import GPSBridgeTool
@testable import SerialPorts

/// A shell in a session of its own, which reads lines from a terminal and writes them back.
private final class VictimShell {
  let terminal: PseudoTerminal
  private let program: ChildProgram

  var process: pid_t { program.process }

  /// Takes a terminal with the number that another one had; nil if another program was given it.
  init?(at path: String) throws {
    // Numbers below it may be free too.
    var terminals: [PseudoTerminal] = []
    while terminals.count < 8, terminals.last?.path != path { terminals.append(try PseudoTerminal()) }
    guard let last = terminals.last, last.path == path else { return nil }
    terminal = last
    // Nothing but the owner is to protect it.
    FileMode.change(path, 0o666)
    let script = "exec setsid -c sh -c 'while read line; do echo got $line; done' 0<>'\(path)' 1>&0 2>&0"
    program = try ChildProgram(["/bin/sh", "-c", script].map { Array($0.utf8) })
    // The terminal is the shell's before its program is.
    try program.wait { TerminalFacts.gather(path).owner?.name == "sh" }
  }

  /// Whether what is typed reaches the shell, and comes back as its terminal was set.
  func answers() throws -> Bool {
    try terminal.write("typed\n")
    var text = ""
    while !text.contains("got typed\r\n") { text += String(decoding: try terminal.read(1), as: UTF8.self) }
    return true
  }
}

@Suite(
  .enabled(if: Unprivileged.isPossible, "nobody but root is here, and there is no setpriv"),
  .enabled(if: SystemProgram.strace != nil, "strace is not installed: apt-get install strace"),
  .timeLimit(.minutes(5)))
struct `A shell that receives the number of a closed pseudo-terminal` {
  enum User: CaseIterable { case root, ordinary }

  /// A receiver behind a link, in a program that can be killed.
  private final class Simulator {
    let folder: WorkFolder
    let link: String
    private let program: ChildProgram

    init() throws {
      folder = try WorkFolder()
      FileMode.change(folder.path, 0o777)
      let link = folder.path + "/gps"
      self.link = link
      program = try ChildProgram(Program.words(["simulate", "walk", "--pty", link]))
      try program.wait { Kernel.exists(link) }
    }

    func kill() { program.end() }

    deinit { kill() }
  }

  /// Runs a command line under strace as a user; the log is all that it asked of the kernel for terminals.
  private func run(
    _ words: [String], as user: User, time: Program.Time = .moved,
    _ step: (Int, String) throws -> LiveRun.Step
  ) throws -> (run: Run, calls: [String]) {
    let folder = try WorkFolder()
    FileMode.change(folder.path, 0o777)
    let log = folder.path + "/calls"
    let tracer = [
      SystemProgram.strace ?? "", "-D", "-f", "-o", log, "-e", "trace=open,openat,ioctl,flock,read", "-y",
    ]
    .map { Array($0.utf8) }
    let run: Run
    switch user {
    case .root: run = try LiveRun.run(program: tracer + Program.words(words), time: time, step)
    case .ordinary:
      run = try Unprivileged.withWords(words) { command in
        try LiveRun.run(
          program: Array(command.prefix(Unprivileged.drop.count)) + tracer
            + Array(command.dropFirst(Unprivileged.drop.count)), time: time, step)
      }
    }
    let calls = String(decoding: try Places.bytes(of: log), as: UTF8.self)
    return (run, calls.split(separator: "\n").map(String.init))
  }

  @Test(
    arguments: User.allCases,
    ["watch", "monitor", "fix", "wait", "record", "serve", "stats", "doctor", "configure", "devices"])
  func `keeps it, whatever is asked of the path or of a dangling link`(_ user: User, _ verb: String) throws {
    let simulator = try Simulator()
    let path = try #require(Kernel.link(simulator.link))
    simulator.kill()
    guard let shell = try VictimShell(at: path) else { return }
    for name in [path, simulator.link] {
      // A pseudo-terminal is no port that `devices` lists; it must not look at it either.
      var words = verb == "devices" ? [verb, "--probe"] : [verb, name]
      if verb == "monitor" { words.append("--line") }
      if verb == "record" { words += ["--output", simulator.folder.path + "/kept.nmea", "--duration=2s"] }
      if verb == "serve" { words += ["--gpsd", simulator.folder.path + "/socket"] }
      if ["watch", "fix", "wait"].contains(verb) { words.append("--timeout=5s") }
      if verb == "configure" { words += ["--rate", "1"] }
      let (run, calls) = try run(words, as: user) { round, _ in round > 100 ? .signal(SIGINT) : .nothing }
      let opened = calls.filter {
        $0.contains("open") && ($0.contains("\"\(path)\"") || $0.contains("\"\(name)\""))
      }
      #expect(opened == [], "\(verb) \(name): \(run)")
      #expect(!calls.contains { $0.contains("<\(path)") }, "\(verb) \(name)")
      let said = run.output + run.message
      // The doctor may have advice about a gpsd that runs beside this.
      #expect(!said.contains("kill \(shell.process)") && !said.contains("end it"), "\(said)")
      #expect(verb == "devices" || said.contains("sh (process \(shell.process))"), "\(verb) \(name): \(run)")
      #expect(try shell.answers())
    }
  }

  @Test(arguments: User.allCases, [true, false])
  func `keeps it beside a program that had the earlier one open`(_ user: User, _ isByLink: Bool) throws {
    let simulator = try Simulator()
    let path = try #require(Kernel.link(simulator.link))
    FileMode.change(path, 0o666)
    var shell: VictimShell?
    var killedIn = 0
    let name = isByLink ? simulator.link : path
    // The simulator has the kernel's clock.
    let (run, calls) = try run(["watch", name, "--format=gpsd"], as: user, time: .real) { round, output in
      if shell == nil, output.contains("TPV") {
        simulator.kill()
        shell = try VictimShell(at: path)
        killedIn = round
      }
      return killedIn > 0 && round > killedIn + 40 ? .signal(SIGINT) : .nothing
    }
    guard let shell else { return }
    let message = run.message
    #expect(!message.contains("kill") && !message.contains("is back"), "\(message)")
    if isByLink {
      #expect(run.exit == 130, "\(run)")
      #expect(message.contains("is gone; waiting for it to come back"), "\(message)")
    } else {
      #expect(run.exit == 8, "\(run)")
      #expect(message.contains("is gone for good"), "\(message)")
      #expect(message.contains("name a link to the terminal, such as the one that --pty makes"), "\(message)")
    }
    let openings = calls.filter { $0.contains("open") && $0.contains("\"\(name)\"") && $0.contains("O_RDWR") }
    #expect(openings.count == 1, "\(openings)")
    #expect(try shell.answers())
  }
}
