import GPSSystemCalls
import Glibc
import TestSupport
import Testing

@testable import GPSBridgeTool

/// A pseudo-terminal of an ordinary user's, which `socat` feeds: what is written to one end comes out at the other.
private final class FedPort {
  private let folder: WorkFolder
  private let feeder: ChildProgram
  let path: String
  private let device: String

  init() throws {
    folder = try WorkFolder()
    FileMode.change(folder.path, 0o777)
    path = folder.path + "/gps"
    device = folder.path + "/device"
    feeder = try ChildProgram(
      Unprivileged.drop
        + [SystemProgram.socat ?? "", "PTY,link=\(path),raw,echo=0", "PTY,link=\(device),raw,echo=0"]
        .map { Array($0.utf8) })
    try feeder.wait { [path, device] in Kernel.exists(path) && Kernel.exists(device) }
  }

  func say(_ bytes: [UInt8]) throws { try Links.write(bytes, to: device) }

  deinit { feeder.end() }
}

@Suite(
  .enabled(if: SystemProgram.socat != nil, "socat is not installed: apt-get install socat"),
  .enabled(if: Unprivileged.isPossible, "nobody but root is here, and there is no setpriv"),
  .timeLimit(.minutes(3)))
struct `An ordinary user's pseudo-terminal` {
  private let port: FedPort

  init() throws { port = try FedPort() }

  private func run(_ words: String..., step: (Int, String) throws -> LiveRun.Step = { _, _ in .nothing })
    throws -> Run
  {
    try Unprivileged.withWords(words) { command in
      // The feeder has the kernel's clock.
      try LiveRun.run(program: command, time: .real) { round, output in
        try port.say(Epoch.fix(tenth: round))
        return try step(round, output)
      }
    }
  }

  @Test func `can be used again and again, also after a program that was killed`() throws {
    for _ in 0..<2 {
      let run = try run("fix", port.path, "--timeout=20s")
      #expect(run == Run(exit: 0, output: "48.117300, 11.516667\n", message: ""))
    }
    for signal in [SIGINT, SIGTERM, SIGKILL] {
      let ended = try run("watch", port.path) { _, output in output.isEmpty ? .nothing : .signal(signal) }
      #expect(ended.exit == 128 + signal)
      let again = try run("fix", port.path, "--timeout=20s")
      #expect(again.exit == 0, "after signal \(signal): \(again.message)")
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A port that another program reads` {
  /// Runs a command line; `cat` opens the port once the program has it, and then the device is silent.
  private func run(_ words: [String], on device: PseudoTerminal) throws -> (run: Run, reader: CInt) {
    var reader: ChildProgram?
    var rounds = 0
    let run = try LiveRun.run(words, on: device) { round, _ in
      if reader == nil, round > 0, try !device.isInLines() {
        let cat = try ChildProgram(["/bin/cat", device.path].map { Array($0.utf8) })
        try cat.wait { Links.isOpen(device.path, by: cat.process) }
        reader = cat
      }
      guard reader != nil else { return .send(Epoch.fix(tenth: round)) }
      rounds += 1
      return rounds < 130 ? .nothing : .signal(SIGINT)
    }
    return (run, reader?.process ?? 0)
  }

  @Test(arguments: [["watch"], ["fix"]])
  func `is not opened while that has it, and the program is named`(_ words: [String]) throws {
    let device = try PseudoTerminal()
    let reader = try ChildProgram(["/bin/cat", device.path].map { Array($0.utf8) })
    try reader.wait { Links.isOpen(device.path, by: reader.process) }
    let run = try LiveRun.run(words + [device.path, "--timeout=5s"], on: device) { round, _ in
      round < 60 ? .send(Epoch.fix(tenth: round)) : .signal(SIGINT)
    }
    #expect(
      run.message.contains("cannot open \(device.path): it is in use by cat (process \(reader.process))"),
      "\(run)")
    #expect(try device.isInLines())
  }

  @Test(arguments: [
    ["watch"], ["fix", "--accuracy=0.1"], ["stats"], ["wait", "--accuracy=0.1"], ["monitor", "--line"],
  ]) func `is told to whoever listens to it, with the program's name`(_ words: [String]) throws {
    let device = try PseudoTerminal()
    let (run, reader) = try run([words[0], device.path] + words.dropFirst(), on: device)
    let said = run.message + run.output
    #expect(said.contains("cat (process \(reader))"), "\(run)")
  }

  @Test func `is an event and a verdict`() throws {
    let device = try PseudoTerminal()
    let (run, reader) = try run(["watch", device.path, "--types=event,verdict"], on: device)
    let records = try run.lines.map { try JSONReader.read($0) }
    let event = records.first { $0["event"]?.text == "port_shared" }
    #expect(event?["detail"]?.text == "cat (process \(reader))")
    #expect(records.contains { $0["code"]?.text == "port_shared" })
  }
}

@Suite(.timeLimit(.minutes(2))) struct `A name for a port` {
  @Test func `is waited for before there is anything behind it`() throws {
    let folder = try WorkFolder()
    let link = folder.path + "/gps0"
    let device = try PseudoTerminal()
    let run = try LiveRun.run(["fix", link, "--timeout=30s"], on: device) { round, _ in
      if round == 10 { try Links.make(link, to: device.path) }
      return round > 15 ? .send(Epoch.fix(tenth: round)) : .nothing
    }
    #expect(run.exit == 0 && run.output == "48.117300, 11.516667\n")
    #expect(run.message == "waiting for \(link): it is not there\n")
  }
}
