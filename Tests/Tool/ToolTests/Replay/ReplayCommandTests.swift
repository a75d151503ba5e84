import GPSSystemCalls
import Glibc
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `gpsbridge replay` {
  private let folder: WorkFolder
  private let recording: String

  init() throws {
    folder = try WorkFolder()
    recording = try folder.write(
      "a.gbr",
      Array(
        "#gpsbridge-recording 1 2026-11-20T12:00:00.000Z\n0 one\\x0A\n400 two\\x0A\n900 three\\x0A\n".utf8))
  }

  @Test func `gives the bytes as they came, and takes as long`() throws {
    let (run, lasted) = try Program.timed(Program.words(["replay", recording]))
    #expect(run.exit == 0 && run.output == "one\ntwo\nthree\n" && run.message == "")
    #expect(lasted == .milliseconds(900))
  }

  @Test func `is over with its last byte, however fast it goes`() throws {
    for (speed, last) in [("1x", 900), ("10x", 90), ("0.5x", 1800)] {
      let command = try ReplayCommand(parse(["replay", recording, "--speed=\(speed)"]))
      var replay = command.replay(of: RecordingStream(try PlayedFile(recording)))
      var count = 0
      while !replay.isOver {
        for case .bytes(let chunk) in replay.advance(to: replay.nextDue) { count += chunk.bytes.count }
      }
      #expect(count == 14 && replay.now == .milliseconds(last))
    }
  }

  @Test func `gives a recording of others byte by byte`() throws {
    let run = try gpsbridge("replay", Places.morningWalk, "--speed", "max")
    #expect(run.exit == 0)
    #expect(Array(run.output.utf8) == (try Places.bytes(of: Places.morningWalk)))
  }

  @Test func `finds the beginning in a long recording`() throws {
    let lines = (0..<50_000).map { "\($0 * 100) \($0)\\x0A\n" }.joined()
    let long = try folder.write("long.gbr", Array(("#gpsbridge-recording 1 -\n" + lines).utf8))
    for (from, first) in [("100ms", "1"), ("2500s", "25000"), ("2499950ms", "25000"), ("4999900ms", "49999")]
    {
      let run = try gpsbridge("replay", long, "--from", from, "--speed=max")
      #expect(run.output.hasPrefix("\(first)\n"), "\(run.output.prefix(20)) from \(from)")
      #expect(run.output.hasSuffix("49999\n"))
    }
  }

  @Test func `ends at once by a signal while its reader takes nothing`() throws {
    let piece = String(repeating: "x", count: 4000)
    let lines = (0..<50).map { "\($0) \(piece)\n" }.joined()
    let large = try folder.write("large.gbr", Array(("#gpsbridge-recording 1 -\n" + lines).utf8))
    for words in [["--speed=max"], ["--speed=1000x"], ["--speed=max", "--from=1ms"]] {
      let (pipe, message) = (try Pipe(), try TemporaryFile())
      let child = try Program.start(
        ["replay", large, "--loop"] + words, output: pipe.writing, message: message.descriptor)
      // Its pipe is full when no bytes have come for a while.
      while Kernel.isWritable(pipe.writing) { _ = poll(nil, 0, 5) }
      kill(child, SIGTERM)
      #expect(Program.wait(for: child) == 128 + SIGTERM)
    }
  }

  @Test func `leaves out the beginning and the end, and complains of what can't be played`() throws {
    try folder.write("empty", [])
    try folder.write("later.gbr", Array("#gpsbridge-recording 2 x\n0 a\n".utf8))
    let lines = (0..<50_000).map { "\($0 * 100) \($0)\\x0A\n" }.joined()
    try folder.write("long.gbr", Array(("#gpsbridge-recording 1 -\n" + lines).utf8))
    func part(_ flags: String) -> String { "replay @/a.gbr \(flags)" }
    try Transcript.expect(
      "replay", in: folder,
      [
        "a part of it is played": [
          part("--from 500ms --speed=max"), part("--to 400ms --speed=max"),
          part("--from=100ms --to=899ms --speed=max"),
        ],
        "nothing of it is within these times": [
          part("--from 1h"), part("--from=500ms --to=600ms"), part("--from=2s --to=1s"),
        ],
        "times of a long one are found by bisection": [
          "replay @/long.gbr --from=2500s --to=2500200ms --speed=max", "replay @/long.gbr --from 2h",
        ],
        "it can't be played": [
          "replay -", "replay @", "replay @/empty", "replay @/later.gbr", part("--speed fast"),
          "replay /nonexistent",
        ],
      ])
    for (words, output, longest) in [
      (["--to=1h", "--speed=1000x"], "one\ntwo\nthree\n", 1), (["--to=100ms"], "one\n", 100),
    ] {
      let (run, lasted) = try Program.timed(Program.words(["replay", recording] + words))
      #expect(run.output == output && lasted <= .milliseconds(longest))
    }
  }

  @Test func `goes round and round until its reader has enough`() throws {
    let run = try PipedRun(["replay", recording, "--loop", "--speed=max"])
    var bytes: [UInt8] = []
    while bytes.count < 1000 {
      let more = run.pipe.read()
      guard !more.isEmpty else { break }
      bytes += more
    }
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("one\ntwo\nthree\none\ntwo\n"))
    run.pipe.closeReading()
    #expect(try run.end() == (0, ""))
  }

  @Test func `is a port to others, and gone when it is over`() throws {
    let message = try TemporaryFile()
    let child = try Program.start(
      ["replay", Places.morningWalk, "--pty", folder("gps0"), "--speed", "50x"],
      output: message.descriptor, message: message.descriptor)
    let end = ContinuousClock.now + .seconds(20)
    while !folder.contents.contains("gps0"), ContinuousClock.now < end { _ = poll(nil, 0, 5) }
    let run = try gpsbridge("watch", folder("gps0"), "--types=fix", "--count=3", "--timeout=20s", time: .real)
    #expect(run.exit == 0 && run.lines.count == 3)
    kill(child, SIGINT)
    #expect(Program.wait(for: child) == 128 + SIGINT && folder.contents == ["a.gbr"])
    #expect(try message.text().hasPrefix("\(Places.morningWalk) on \(folder("gps0")) -> /dev/pts/"))
  }
}
