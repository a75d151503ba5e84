import Glibc
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `A signal` {
  /// Watches a device, and sends the signals when the first record has come.
  private func watch(_ signals: [CInt], _ words: [String] = []) throws -> Run {
    let device = try PseudoTerminal()
    var left = signals[...]
    return try LiveRun.run(["watch", device.path, "--types=fix", "--stats"] + words, on: device) {
      round, output in
      guard !output.isEmpty, round % 2 == 1, let signal = left.popFirst() else {
        return .send(Epoch.fix(tenth: round))
      }
      return .signal(signal)
    }
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(CInt, CInt)])
  func `ends watching behind a whole record, and is seen by the shell`(signal: CInt, exit: CInt) throws {
    let run = try watch([signal])
    #expect(run.exit == exit && run.output.hasSuffix("\n"))
    let types = try run.lines.map { try JSONReader.read($0)["type"]?.text }
    #expect(types.last == "stats" && types.dropLast().allSatisfy { $0 == "fix" } && run.message == "")
  }

  @Test func `for counts prints them on standard error, and all goes on`() throws {
    let run = try watch([SIGUSR1, SIGINT])
    #expect(run.exit == 130)
    let record = try JSONReader.read(String(run.message.split(separator: "\n").first ?? ""))
    #expect(record["type"]?.text == "stats")
  }

  /// What is printed until then; nil for the ports of this machine, or for what is said of a device.
  @Test(
    arguments: [
      (["wait", "usb:ffff:fffe", "--device"], SIGTERM, "", "waiting for usb:ffff:fffe: it is not there\n"),
      (["devices", "--watch"], SIGINT, nil, ""),
      (["doctor", "sim:silent", "--duration", "30s"], SIGTERM, "", nil),
      (["configure", "sim:static?start=hot", "--show"], SIGINT, "", nil),
    ] as [([String], CInt, String?, String?)])
  func `ends a command that waits`(words: [String], signal: CInt, output: String?, message: String?) throws {
    let run = try LiveRun.run(words) { round, _ in round == 10 ? .signal(signal) : .nothing }
    #expect(run == Run(exit: 128 + signal, output: output ?? run.output, message: message ?? run.message))
  }

  @Test func `ends what is stuck in writing`() throws {
    let device = try PseudoTerminal()
    let pipe = try Pipe()
    let message = try TemporaryFile()
    PipeState.shrink(pipe.writing)
    let child = try Program.start(
      ["watch", device.path, "--format=nmea"], output: pipe.writing, message: message.descriptor)
    defer { kill(child, SIGKILL) }
    // More than the pipe holds, as fast as the program takes it.
    var round = 0
    while !PipeState.isFull(pipe.reading), round < LiveRun.most {
      try device.write(Epoch.fix(tenth: round))
      PipeState.wait(pipe.writing)
      round += 1
    }
    #expect(PipeState.isFull(pipe.reading))
    // The sentence that does not fit.
    try device.write(Epoch.fix(tenth: round))
    #expect(!PipeState.hasEnded(child, within: 5))
    kill(child, SIGINT)
    #expect(Program.wait(for: child) == 130)
  }

  @Test func `ends the reading of a recording behind a whole record`() throws {
    let folder = try WorkFolder()
    let walk = try Places.bytes(of: Places.morningWalk)
    // More than fits into a pipe, so that the program is still at it.
    let run = try PipedRun(["watch", try folder.write("long.nmea", walk + walk + walk)])
    var output = run.pipe.read()
    kill(run.process, SIGINT)
    while case let more = run.pipe.read(), !more.isEmpty { output += more }
    #expect(try run.end() == (130, "") && output.last == 0x0A)
    let last = output.dropLast().split(separator: 0x0A).last ?? []
    #expect(throws: Never.self) { try JSONReader.read(String(decoding: last, as: UTF8.self)) }
    withExtendedLifetime(folder) {}
  }
}
