import GPSSystemCalls
import TestSupport
import Testing

@testable import SerialPorts

@Suite struct `A port in use` {
  private let device: PseudoTerminal

  init() throws { device = try PseudoTerminal() }

  private func refusal(_ path: String) -> SerialPortError? {
    #expect(throws: SerialPortError.self) { try SerialPort(path: path).close() }
  }

  @Test func `is refused to the same program, which is named`() throws {
    let port = try SerialPort(path: device.path, settings: LineSettings(speed: 4800))
    let error = refusal(device.path)
    #expect(error?.code == .busy)
    #expect(error?.holders.map(\.process) == [ownProcess])
    #expect(error?.holders.first?.isThisProgram == true)
    // It is left as it was: raw, at its speed, and still locked.
    #expect(try device.speed() == 4800)
    #expect(try !device.isEchoing())
    #expect(refusal(device.path)?.code == .busy)
    try port.close()
    try SerialPort(path: device.path).close()
  }

  @Test func `is refused by a link to it as well`() throws {
    let port = try SerialPort(path: device.path)
    try withLink(to: device.path) { link in
      #expect(refusal(link)?.holders.map(\.process) == [ownProcess])
    }
    try port.close()
  }

  @Test func `is refused where another program has it, which is named`() throws {
    let script = "flock -x -n 3 && echo ready && read end"
    let other = try Child("/bin/sh", ["-c", "exec 3<>'\(device.path)'; \(script)"])
    let error = refusal(device.path)
    #expect(error?.code == .busy)
    #expect(error?.holders.map(\.process).contains(Int(other.process)) == true)
    #expect(error?.holders.map(\.name).contains("sh") == true)
    #expect(error?.remedy == "close the port in that program, or wait until it ends")
  }

  @Test func `keeps what it has to send when another open is refused`() throws {
    let port = try SerialPort(path: device.path, options: OpenOptions(restoresSettings: false))
    #expect(port.line.write([UInt8](repeating: 0x55, count: 100).span) == .bytes(100))
    #expect(refusal(device.path)?.code == .busy)
    #expect(try device.read(100).count == 100)
    try port.close()
  }

  @Test func `is refused to root too, where a program only asked the kernel`() throws {
    let other = try #require(OtherProgram(device.path))
    #expect(other.takeExclusively())
    let error = refusal(device.path)
    #expect(error?.code == .busy)
    #expect(error?.holders.map(\.process) == [ownProcess])
    other.end()
  }

  @Test func `is not in use by the mark of a program that was killed`() throws {
    // Without root's rights nobody gets past the mark.
    guard isLetThroughLocks(device.path) else { return }
    let other = try #require(OtherProgram(device.path))
    #expect(other.takeExclusively())
    other.end()
    let port = try SerialPort(path: device.path)
    #expect(port.report.fileLock == .inEffect)
    // Others are let in again, at once and for good.
    let next = try #require(OtherProgram(device.path))
    #expect(!next.isTakenExclusively())
    next.end()
  }

  @Test func `can be shared by those who want to`() throws {
    let port = try SerialPort(path: device.path, options: OpenOptions(isExclusive: false))
    let other = try SerialPort(path: device.path, options: OpenOptions(isExclusive: false))
    #expect(port.report.fileLock == .notAsked)
    #expect(other.report.terminalLock == .notAsked)
    try port.close()
  }

  @Test func `keeps out who asks, and leaves no mark that would outlive this program`() throws {
    let port = try SerialPort(path: device.path)
    #expect(refusal(device.path)?.code == .busy)
    // On a pseudo-terminal the kernel keeps `TIOCEXCL` until its other side ends, whoever was killed meanwhile.
    let other = try #require(OtherProgram(device.path))
    #expect(!other.isTakenExclusively())
    other.end()
    try port.close()
  }
}

@Suite struct `Who has a pseudo-terminal` {
  private static let socat = ["/usr/bin/socat", "/usr/local/bin/socat"].first { Kernel.node($0) != nil }

  @Test(.enabled(if: socat != nil, "socat is not installed: apt-get install socat"))
  func `is told from the program that feeds it, which nobody is told to end`() throws {
    let folder = try TestFolder()
    let link = folder.file("socat")
    // "ready" comes when the link is there; the child itself becomes socat, so that it ends with the test.
    let wait = "(n=0; while ! test -e \(link) && test $n -lt 1000000; do n=$((n+1)); done; echo ready) &"
    let run = "exec \(Self.socat ?? "") PTY,link=\(link),raw,echo=0 PTY,raw,echo=0 >/dev/null 2>&1"
    let feeder = try Child("/bin/sh", ["-c", "\(wait) \(run)"])
    let holders = PortHolder.holders(of: link)
    #expect(holders.contains { $0.feedsPort && $0.name == "socat" })
    #expect(PortHolder.otherReaders(of: link).isEmpty)
    // A lock that somebody has left is no reason to end it.
    let left = try #require(OtherProgram(link))
    #expect(left.takeExclusively())
    left.end()
    if isRoot {
      try SerialPort(path: link).close()
    } else {
      let error = refusal(link)
      #expect(error?.found.contains("socat (process") == true)
      #expect(error?.remedy?.contains("kill") == false && error?.holders == [])
    }
    withExtendedLifetime(feeder) {}
  }

  private func refusal(_ path: String) -> SerialPortError? {
    #expect(throws: SerialPortError.self) { try SerialPort(path: path).close() }
  }

  @Test(arguments: [("3<>", true), ("3<", true), ("3>", false)])
  func `is another reader where it can read, and no reader where it only writes`(
    _ opening: String, _ reads: Bool
  ) throws {
    let device = try PseudoTerminal()
    let port = try SerialPort(path: device.path)
    #expect(PortHolder.otherReaders(of: device.path).isEmpty)
    let other = try Child("/bin/sh", ["-c", "exec \(opening)'\(device.path)'; echo ready; read end"])
    #expect(PortHolder.otherReaders(of: device.path).map(\.process) == (reads ? [Int(other.process)] : []))
    #expect(PortHolder.holders(of: device.path).map(\.process).contains(Int(other.process)))
    try port.close()
  }

  @Test(.enabled(if: isRoot, "only root can mount the terminals of a container"))
  func `is not in a container whose terminals have the same numbers`() throws {
    let device = try PseudoTerminal()
    let script = """
      mount --make-rprivate / && mount -t devpts -o newinstance,ptmxmode=0666 none /dev/pts || exit 1
      exec python3 -c '
      import os, time
      held = []
      while True:
          held.append(os.openpty())
          if os.ttyname(held[-1][1]) == "\(device.path)": break
      print("ready", flush=True)
      time.sleep(600)
      '
      """
    let other = try Child("/usr/bin/unshare", ["-m", "sh", "-c", script])
    let folder = "/proc/\(other.process)/fd/"
    let open = Kernel.names(in: folder).compactMap { Kernel.link(folder + $0) }
    try #require(open.contains(device.path) && open.contains("/dev/ptmx"))
    let holders = PortHolder.holders(of: device.path)
    #expect(!holders.map(\.process).contains(Int(other.process)))
    try withLink(to: device.path) { #expect(PortHolder.holders(of: $0) == holders) }
  }
}
