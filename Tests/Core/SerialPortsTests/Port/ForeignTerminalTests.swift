import Glibc
import GPSSystemCalls
import TestSupport
import Testing

@testable import SerialPorts

/// A shell that reads from a pseudo-terminal as its controlling terminal.
private func shell(on path: String) throws -> Child {
  try Child(
    "/bin/sh",
    ["-c", "exec setsid -c sh -c 'echo ready; while read line; do echo $line >/dev/null; done' 0<>'\(path)'"])
}

/// A process in a container of its own, whose terminal has the number of another one here, and which has no descriptor of it.
private func contained(number: Substring) throws -> Child {
  let script = """
    import fcntl, os, pty, signal, sys, termios
    while not os.ttyname((pair := pty.openpty())[1]).endswith("/" + sys.argv[1]): pass
    if os.fork() == 0:
      os.setsid()
      fcntl.ioctl(pair[1], termios.TIOCSCTTY, 0)
      os.closerange(3, 1 << 20)
      print("ready", flush=True)
    signal.pause()
    """
  let mount = "mount -t devpts -o newinstance,ptmxmode=0666 devpts /dev/pts"
  return try Child(
    "/usr/bin/unshare", ["--mount", "sh", "-c", "\(mount) && exec python3 -c '\(script)' \(number)"])
}

@Suite(.timeLimit(.minutes(2))) struct `A terminal of another program` {
  private let terminal: PseudoTerminal

  init() throws { terminal = try PseudoTerminal() }

  private func refusal(_ path: String, _ options: OpenOptions = OpenOptions()) -> SerialPortError? {
    #expect(throws: SerialPortError.self) { try SerialPort(path: path, options: options).close() }
  }

  @Test(arguments: [true, false])
  func `is not opened, locked or changed, and no advice is to end the shell`(_ isExclusive: Bool) throws {
    let before = try (terminal.isInLines(), terminal.isEchoing(), terminal.speed())
    let shell = try shell(on: terminal.path)
    let error = refusal(terminal.path, OpenOptions(isExclusive: isExclusive))
    #expect(error?.code == .foreignTerminal)
    #expect(
      error?.found.hasPrefix(
        "cannot open \(terminal.path): it is the terminal of sh (process \(shell.process)) of the user ")
        == true)
    #expect(error?.holders.map(\.process) == [Int(shell.process)])
    #expect(error?.holders.first?.isSessionLeader == true)
    #expect(error?.holders.first?.mayBeEnded == false)
    for advice in ["kill", "end it", "systemctl stop"] {
      #expect(error?.description.contains(advice) == false, "\(advice)")
    }
    #expect(try (terminal.isInLines(), terminal.isEchoing(), terminal.speed()) == before)
    #expect(PortHolder.holders(of: terminal.path).map(\.process) == [Int(shell.process)])
  }

  @Test func `is not opened by a link to it either, which is to be made anew`() throws {
    let shell = try shell(on: terminal.path)
    try withLink(to: terminal.path) { link in
      let error = refusal(link)
      #expect(error?.code == .foreignTerminal)
      #expect(
        error?.found.contains("it leads to \(terminal.path), the terminal of sh (process \(shell.process))")
          == true)
      #expect(error?.remedy == "restart the program that makes \(link), so that it renews the link")
    }
  }

  @Test func `is refused if a shell has made it its own between the look at it and its opening`() throws {
    let examined = try #require(Kernel.identity(terminal.path))
    let descriptor = try Kernel.open(terminal.path, for: .device)
    defer { try? Kernel.close(descriptor) }
    try SerialLine.check(descriptor, terminal.path, wasTerminal: examined, OpenOptions())
    let shell = try shell(on: terminal.path)
    let error = #expect(throws: SerialPortError.self) {
      try SerialLine.check(descriptor, terminal.path, wasTerminal: examined, OpenOptions())
    }
    #expect(error?.code == .foreignTerminal)
    #expect(error?.holders.map(\.process) == [Int(shell.process)])
    #expect(try terminal.isInLines())
  }

  @Test func `is refused if the path led to another device when it was looked at`() throws {
    let shell = try shell(on: terminal.path)
    let descriptor = try Kernel.open(terminal.path, for: .device)
    defer { try? Kernel.close(descriptor) }
    let error = #expect(throws: SerialPortError.self) {
      try SerialLine.check(descriptor, "/dev/ttyUSB0", wasTerminal: nil, OpenOptions())
    }
    #expect(error?.code == .foreignTerminal)
    #expect(error?.holders.map(\.process) == [Int(shell.process)])
    let other = try #require(Kernel.identity("/dev/null"))
    let replaced = #expect(throws: SerialPortError.self) {
      try SerialLine.check(descriptor, terminal.path, wasTerminal: other, OpenOptions())
    }
    #expect(replaced?.code == .vanished)
  }

  @Test(.enabled(if: isRoot, "only root can become another user"))
  func `is known to a user who may see nothing that its shell has open`() async throws {
    await #expect(processExitsWith: .exitCode(7)) { openShellsTerminalAsNobody() }
  }

  @Test(.enabled(if: isRoot, "only root can mount the terminals of a container"))
  func `is none if it has that number in a container`() throws {
    let other = try contained(number: #require(terminal.path.split(separator: "/").last))
    try SerialPort(path: terminal.path).close()
    withExtendedLifetime(other) {}
  }

  @Test func `names the login at a serial line, and how to move it`() {
    let owner = PortHolder(process: 500, name: "agetty", isSessionLeader: true)
    let error = TerminalFacts(path: "/dev/ttyAMA0", owner: owner, user: "root").refusal(isExclusive: true)
    #expect(
      error?.found == "cannot open /dev/ttyAMA0: it is the terminal of agetty (process 500) of the user root")
    #expect(error?.remedy?.hasSuffix("sudo systemctl disable --now serial-getty@ttyAMA0.service") == true)
  }

  @Test func `cannot be recognized without a list of processes, and is not opened then`() {
    let error = TerminalFacts(path: "/dev/pts/3", hasProcesses: false).refusal(isExclusive: true)
    #expect(error?.code == .foreignTerminal && error?.remedy == "mount /proc, and try again")
  }
}

@Suite(.timeLimit(.minutes(2))) struct `A pseudo-terminal that another program has open` {
  @Test(arguments: ["3<>", "3<", "3>"])
  func `is not opened, unless it is to be shared`(_ opening: String) throws {
    let device = try PseudoTerminal()
    let other = try Child("/bin/sh", ["-c", "exec \(opening)'\(device.path)'; echo ready; read end"])
    let error = #expect(throws: SerialPortError.self) { try SerialPort(path: device.path).close() }
    #expect(error?.code == .busy)
    #expect(error?.found.hasSuffix("it is in use by sh (process \(other.process))") == true)
    #expect(error?.remedy == "close the port in that program, or wait until it ends")
    #expect(try device.isInLines())
    try SerialPort(path: device.path, options: OpenOptions(isExclusive: false)).close()
  }
}

@Suite struct `Advice to end a process` {
  @Test(arguments: ["gpsd", "gpsbridge", "cat"]) func `is for readers of receivers`(_ name: String) {
    #expect(KnownHolders.mayBeEnded(name, isSessionLeader: false))
    #expect(!KnownHolders.mayBeEnded(name, isSessionLeader: true))
  }

  @Test(arguments: [
    "bash", "sh", "zsh", "fish", "vim", "emacs", "nano", "tmux: server", "sshd", "screen", "login", "",
  ])
  func `is not for a shell, an editor or a program that is not known`(_ name: String) {
    #expect(!KnownHolders.mayBeEnded(name, isSessionLeader: false))
    #expect(PortHolder(process: 5, name: name).remedy == "close the port in that program")
  }
}

@Suite(.timeLimit(.minutes(1))) struct `Settings that another program has changed since` {
  @Test(arguments: [true, false])
  func `are not replaced when the port is closed, unless this program has changed them`(isOther: Bool) throws
  {
    let device = try PseudoTerminal()
    let before = try device.speed()
    let port = try SerialPort(path: device.path, settings: LineSettings(speed: 4800))
    if isOther { try device.setSpeed(57_600) } else { try port.apply(LineSettings(speed: 12_345)) }
    try port.close()
    #expect(try device.speed() == (isOther ? 57_600 : before))
    #expect(try device.isInLines() != isOther)
  }
}

@Suite(.timeLimit(.minutes(1))) struct `The trace of a pseudo-terminal` {
  /// A terminal that has the number of one that has gone; nil if the kernel gave the number to another program.
  private func recycled(_ first: PseudoTerminal) throws -> PseudoTerminal? {
    let end = Kernel.monotonicNanoseconds() + 30_000_000
    first.unplug()
    Kernel.sleep(untilMonotonicNanoseconds: end)
    // Numbers below it may be free too.
    var terminals: [PseudoTerminal] = []
    while terminals.count < 8, terminals.last?.path != first.path { terminals.append(try PseudoTerminal()) }
    return terminals.last.flatMap { $0.path == first.path ? $0 : nil }
  }

  /// Runs a test with terminals until it gets a recycled number; other programs take numbers too.
  private func untilItHasTheNumber(_ test: (PseudoTerminal) throws -> Bool) throws {
    for _ in 0..<20 where try test(PseudoTerminal()) { return }
    Issue.record("another program got the number of each of twenty terminals")
  }

  @Test func `does not permit another terminal with its number`() throws {
    try untilItHasTheNumber { first in
      let trace = try #require(TerminalTrace(following: first.path))
      #expect(trace.permits(try #require(TerminalTrace(following: first.path)), at: first.path))
      guard let second = try recycled(first) else { return false }
      #expect(!trace.permits(try #require(TerminalTrace(following: second.path)), at: second.path))
      return true
    }
  }

  @Test func `permits what a link leads to that was made anew`() throws {
    try untilItHasTheNumber { first in
      try withLink(to: first.path) { link in
        let trace = try #require(TerminalTrace(following: link))
        guard let second = try recycled(first) else { return false }
        // Nothing is known of the process that feeds it.
        #expect(!trace.permits(try #require(TerminalTrace(following: link)), at: link))
        try Kernel.replaceLink(link, to: second.path)
        #expect(trace.permits(try #require(TerminalTrace(following: link)), at: link))
        return true
      }
    }
  }

  @Test func `permits the same link while its terminal's feeder runs and feeds the next one`() throws {
    try untilItHasTheNumber { first in
      try withLink(to: first.path) { link in
        var trace = try #require(TerminalTrace(following: link))
        trace.findFeeder(at: link)
        guard let second = try recycled(first) else { return false }
        let next = try #require(TerminalTrace(following: link))
        #expect(trace.permits(next, at: link))
        second.unplug()
        #expect(!trace.permits(next.continued(from: nil), at: link))
        return true
      }
    }
  }

  @Test func `finds a link left behind if its terminal was made later`() throws {
    try untilItHasTheNumber { first in
      try withLink(to: first.path) { link in
        // Use changes some of the times of the terminal, and not all.
        try first.write("$")
        try first.setSpeed(57_600)
        try Kernel.permit(first.path, 0o666)
        #expect(try #require(TerminalTrace(following: link)).isLeftBehind(margin: 0) == false)
        guard let second = try recycled(first) else { return false }
        let later = try #require(TerminalTrace(following: link))
        #expect(later.isLeftBehind(margin: 10_000_000) == true)
        // A whole second must lie between them, as it does after a restart of the program that makes the link.
        #expect(later.isLeftBehind() == false)
        try Kernel.replaceLink(link, to: second.path)
        #expect(try #require(TerminalTrace(following: link)).isLeftBehind(margin: 0) == false)
        return true
      }
    }
  }

  @Test func `knows a number from a name`() throws {
    let device = try PseudoTerminal()
    let paths = [device.path, "/dev/pts/99999", "/dev/../dev/pts/99999", "/dev/ttyUSB7", "/dev/null"]
    #expect(paths.map { TerminalTrace.isNumber($0) } == [true, true, true, false, false])
    try withLink(to: device.path) { #expect(!TerminalTrace.isNumber($0)) }
  }
}
