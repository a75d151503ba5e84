import TestSupport
import GPSBridge
import GPSSystemCalls
import Glibc
import Testing

@testable import GPSBridgeTool

@Suite final class `gpsbridge record`: FolderSuite {
  private func record(_ words: String...) throws -> Run { try gpsbridge(["record"] + words) }

  private func words(_ name: String) -> [String] {
    ["record", "sim:drive?seed=7&rate=10", "-o", folder(name)]
  }

  /// Whether so much is on the disk.
  private func hasBegun(_ name: String, with bytes: Int = 3000) -> Bool {
    (try? Places.bytes(of: folder(name)).count) ?? 0 > bytes
  }

  /// Looks again and again, for twenty seconds at most.
  private func waits(for condition: () -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < end {
      if condition() { return true }
      _ = poll(nil, 0, 5)
    }
    return false
  }

  /// What a recording holds, and what is wrong with it.
  private func read(_ name: String) throws -> (
    bytes: [UInt8], header: RecordedLog.Header?, last: Duration, problems: Int
  ) {
    var reader = RecordedLog.Reader()
    var found: (bytes: [UInt8], header: RecordedLog.Header?, last: Duration, problems: Int) = (
      [], nil, .zero, 0
    )
    let text = try Places.bytes(of: folder(name))
    func take(_ item: RecordedLog.Item) {
      switch item {
      case .header(let header): found.header = header
      case .bytes(let bytes, let time):
        found.bytes += bytes
        found.last = time ?? .zero
      case .problem: found.problems += 1
      case .interruption: break
      }
    }
    reader.read(text.span, take)
    reader.finish(take)
    return found
  }

  @Test func `keeps what came until the time is over`() throws {
    let run = try record("sim:drive?seed=7", "-o", folder("a.gbr"), "--duration", "2.5s")
    #expect(run.exit == 0)
    let recording = try read("a.gbr")
    #expect(run.message == "\(folder("a.gbr")): \(recording.bytes.count) bytes\n")
    #expect(recording.problems == 0 && recording.header?.selector == "sim:drive?seed=7")
    #expect(recording.header?.device != nil && recording.header?.started != nil)
    #expect(recording.bytes.starts(with: Array("$".utf8)))
    #expect(
      try gpsbridge("watch", "-", "--types=stats", input: recording.bytes).output.contains(
        #""bad_checksum":0"#))
  }

  @Test func `names the standard output in its last line`() throws {
    let run = try record("sim:drive?seed=7", "-o", "-", "--raw", "--duration", "1500ms")
    #expect(run.exit == 0 && run.output.hasPrefix("$"))
    #expect(run.message == "standard output: \(run.output.utf8.count) bytes\n")
  }

  @Test func `ends by a signal with all that came, and as a shell expects it`() throws {
    let message = try TemporaryFile()
    let child = try Program.start(words("a.gbr"), output: message.descriptor, message: message.descriptor)
    #expect(waits { hasBegun("a.gbr") })
    // As `timeout` does it: to the process, and to its group.
    for _ in 0..<2 { kill(child, SIGINT) }
    #expect(Program.wait(for: child) == 128 + SIGINT)
    let recording = try read("a.gbr")
    #expect(try message.text() == "\(folder("a.gbr")): \(recording.bytes.count) bytes\n")
    #expect(try Places.bytes(of: folder("a.gbr")).last == 0x0A)
  }

  /// The full hundred is `make store-check`.
  @Test func `loses at most the last second when it is killed`() throws {
    for round in 0..<4 {
      let name = "\(round).gbr"
      let begun = Double(MovedClock.beginning)
      var killed = begun
      // At another place of the second each time.
      let run = try LiveRun.run(words(name)) { step, _ in
        killed = begun + LiveRun.step * step / .seconds(1)
        return hasBegun(name, with: 3000 + round * 1300) ? .signal(SIGKILL) : .nothing
      }
      #expect(run.exit == 128 + SIGKILL)
      let recording = try read(name)
      #expect(recording.problems == 0)
      let started = try #require(recording.header?.started)
      let end =
        Double(started.secondsSince1970) + Double(started.nanosecond) / 1e9 + recording.last / .seconds(1)
      #expect(killed - end < 1, "the last second is all that may be missing")
      let text = String(decoding: recording.bytes, as: UTF8.self)
      #expect(text.hasPrefix("$"))
      let sentences = text.split(separator: "\r\n").dropLast()
      #expect(sentences.allSatisfy { $0.contains("*") })
    }
  }

  @Test func `does not write over a recording`() throws {
    try folder.write("a.gbr", Array("mine".utf8))
    let run = try record("sim:drive", "-o", folder("a.gbr"))
    #expect(run.exit == 2)
    #expect(
      run.message
        == "error: \(folder("a.gbr")) already exists\n  try: choose another name, or overwrite it with --force\n"
    )
    #expect(try folder.text("a.gbr") == "mine")
  }

  @Test(arguments: ["/dev/ttyACM77", "tcp://127.0.0.1:1", "sim:silent"])
  func `keeps the old recording until the first byte of the new one`(source: String) throws {
    try folder.write("a.gbr", Array("mine".utf8))
    let run = try record(source, "-o", folder("a.gbr"), "--force", "--duration=2s")
    #expect(try run.exit != 0 && folder.text("a.gbr") == "mine" && folder.contents == ["a.gbr"])
  }

  @Test func `into the file of another recording is refused, also with --force`() throws {
    var second: Run?
    let first = try LiveRun.run(words("a.gbr")) { _, _ in
      guard hasBegun("a.gbr") else { return .nothing }
      second = try record("sim:drive", "-o", folder("a.gbr"), "--force", "--duration=2s")
      return .signal(SIGINT)
    }
    #expect(second?.exit == 5)
    #expect(
      second?.message.hasPrefix("error: another recording is being written to \(folder("a.gbr"))\n") == true)
    #expect(try first.exit == 128 + SIGINT && folder.contents == ["a.gbr"] && read("a.gbr").problems == 0)
  }

  @Test func `follows no link`() throws {
    try folder.write("target", Array("mine".utf8))
    unsafe symlink("target", folder("a.gbr"))
    #expect(try record("sim:drive", "-o", folder("a.gbr")).exit == 2)
    let forced = try record("sim:drive", "-o", folder("a.gbr"), "--force", "--duration=2s")
    #expect(forced.exit == 0)
    #expect(try folder.text("target") == "mine" && folder.text("a.gbr").hasPrefix("#gpsbridge-recording 1 "))
  }

  @Test func `names files in a folder by their times`() throws {
    #expect(try record("sim:drive", "-o", folder.path, "--duration", "2s").exit == 0)
    let name = try #require(folder.contents.first)
    #expect(name.wholeMatch(of: /gpsbridge-\d{8}T\d{6}Z\.gbr/) != nil)
  }

  @Test func `reports that a folder is missing`() throws {
    let run = try record("sim:drive", "-o", folder("none/"), "--duration", "2s")
    #expect(run.exit == 3)
    #expect(run.message.hasPrefix("error: cannot write \(folder("none/")): No such file or directory\n"))
  }

  private static let canMount = geteuid() == 0

  @Test(.enabled(if: canMount, "only root can make a small file system"))
  func `leaves a file that can be read on a full disk`() throws {
    let small = folder("small")
    unsafe mkdir(small, 0o755)
    guard unsafe mount("none", small, "tmpfs", 0, "size=32k") == 0 else { return }
    defer {
      unsafe umount(small)
      unsafe rmdir(small)
    }
    let run = try record("sim:drive?rate=10", "-o", folder("small/a.gbr"), "--duration", "60s")
    #expect(run.exit == 1)
    let recording = try read("small/a.gbr")
    #expect(recording.problems == 0 && recording.bytes.count > 10_000)
    #expect(try Places.bytes(of: folder("small/a.gbr")).last == 0x0A)
    #expect(
      run.message == """
        \(folder("small/a.gbr")): \(recording.bytes.count) bytes
        error: cannot write \(folder("small/a.gbr")): No space left on device
          earlier data is there and can be read: \(recording.bytes.count) bytes
          try: free space there, or write somewhere else

        """)
  }

  /// As its service does, which starts at boot.
  @Test func `waits for a receiver that is not there, until somebody ends it, and leaves nothing then`()
    throws
  {
    let message = try TemporaryFile()
    let words = ["record", "usb:ffff:fffe", "-o", folder.path, "--rotate", "1d", "--max-size", "2G"]
    let child = try Program.start(words, output: message.descriptor, message: message.descriptor)
    #expect(waits { (try? message.bytes().isEmpty) == false })
    kill(child, SIGTERM)
    #expect(Program.wait(for: child) == 128 + SIGTERM)
    #expect(try message.text() == "waiting for usb:ffff:fffe: it is not there\n")
    #expect(folder.contents == [])
  }

  // MARK: - Stores

  @Test func `needs no output beside a store, and reports how many positions are kept`() throws {
    let run = try record("sim:drive?seed=7", "--store", folder("track.db"), "--duration", "3500ms")
    #expect(run.exit == 0 && run.output.isEmpty)
    #expect(run.message.hasPrefix("\(folder("track.db")): ") && run.message.hasSuffix(" positions\n"))
    #expect(try Places.bytes(of: folder("track.db")).starts(with: Array("SQLite format 3".utf8)))
  }

  @Test func `into a store goes with a recording, which is as it is without`() throws {
    let run = try record(
      "sim:drive?seed=7", "--store", folder("track.db"), "-o", folder("a.gbr"), "--duration", "2500ms")
    #expect(run.exit == 0)
    #expect(run.message.contains("\(folder("a.gbr")): ") && run.message.contains("\(folder("track.db")): "))
    #expect(try Places.bytes(of: folder("a.gbr")).count > 500)
  }

  @Test func `refuses a store that is none, with its status`() throws {
    let text = folder("walk.nmea")
    try Kernel.replaceFile(Array(text.utf8), with: Array(repeating: UInt8(ascii: "$"), count: 5000))
    let run = try record("sim:drive", "--store", text, "--duration", "1s")
    #expect(run.exit == 2 && run.message.contains("expected a store or a new file"))
    let absent = try record("sim:drive", "--store", folder("absent/track.db"), "--duration", "1s")
    #expect(absent.exit == 3)
  }
}
