import Glibc
import TestSupport
import Testing

@testable import GPSBridgeTool
@testable import GPSBase

@Suite struct `The exit status` {
  private let fix = wire("GPRMC,120000,A,4807.038,N,01131.000,E,0,0,201126,,,A")

  /// Three lines at most, the first one an error, the last one a remedy, and nothing that moves a cursor.
  private func isMessage(_ text: String) -> Bool {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return (2...3).contains(lines.count) && lines.first?.hasPrefix("error: ") == true
      && lines.last?.hasPrefix("  fix: ") == true
      && text.unicodeScalars.allSatisfy { $0 == "\n" || VisibleText.isHarmless($0) }
  }

  @Test func `is 0 when all was read`() throws {
    let run = try gpsbridge("watch", Places.morningWalk)
    #expect(run.exit == 0)
    #expect(run.message == "")
  }

  @Test func `is 0 when there are sentences and no fix, and a line says so`() throws {
    let run = try gpsbridge("watch", "-", input: wire("GPGGA,120000,,,,,0,00,,,M,,M,,"))
    #expect(run.exit == 0)
    #expect(run.message == "note: no fix in standard input: 1 sentence, 1 epoch, none with a position\n")
    #expect(run.lines.count == 1)
  }

  @Test func `is 0 when a recording holds only corrections, and a line says so`() throws {
    let correction: [UInt8] = [0xD3, 0x00, 0x00, 0x47, 0xEA, 0x4B]
    let run = try gpsbridge("watch", "--format=nmea", "-", input: correction)
    #expect(run.exit == 0)
    #expect(run.output == "")
    #expect(run.message == "note: no valid sentence in standard input: 0 sentences, 1 correction\n")
  }

  @Test func `is 1 when the disk is full`() throws {
    let full = unsafe open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(full) }
    let message = try TemporaryFile()
    let child = try Program.start(
      [Program.path, Array("watch".utf8), Array(Places.morningWalk.utf8)], input: nil, output: full,
      message: message.descriptor)
    #expect(Program.wait(for: child) == 1)
    let text = String(decoding: try message.bytes(), as: UTF8.self)
    #expect(text.contains("No space left on device"))
    #expect(isMessage(text))
  }

  @Test func `is 1 when reading fails`() throws {
    let run = try gpsbridge("watch", "/proc/self/mem", "--format", "gpsd")
    #expect(run.exit == 1)
    #expect(run.message.contains("Input/output error"))
    #expect(isMessage(run.message))
  }

  @Test(arguments: [
    [], ["wacth", "x"], ["watch", "x", "--fromat"], ["watch", "x", "--format", "xml"],
    ["watch", "a", "b"],
    ["watch", "-", "--reference", "20.11.2026"], ["watch", "-", "--reference", "2026-02-30"],
    ["watch", "-", "--format=nmea", "--types=fix"], ["watch", "/tmp"],
  ])
  func `is 2 when the command line is wrong`(words: [String]) throws {
    let run = try gpsbridge(words)
    #expect(run.exit == 2)
    #expect(isMessage(run.message), "\(run.message)")
  }

  @Test(arguments: [
    "/nonexistent/walk.nmea", "/etc/hostname/walk.nmea", String(repeating: "x", count: 5000),
  ])
  func `is 3 when there is no such file`(path: String) throws {
    let run = try gpsbridge("watch", "--format=gpsd", path)
    #expect(run.exit == 3)
    #expect(run.output == "")
    #expect(isMessage(run.message))
  }

  @Test(.enabled(if: Unprivileged.isPossible, "root may read everything, and there is no setpriv"))
  func `is 4 when reading is not allowed`() throws {
    let folder = try WorkFolder()
    let file = try folder.write("secret.nmea", fix, mode: 0o600)
    unsafe chmod(file, Unprivileged.isRoot ? 0o600 : 0o000)
    unsafe mkdir(folder.path + "/closed", 0o700)
    let store = folder.path + "/closed/t.db"
    #expect(try gpsbridge("record", "sim:drive?seed=7", "--store", store, "--duration", "3500ms").exit == 0)
    unsafe chmod(folder.path + "/closed", Unprivileged.isRoot ? 0o700 : 0o000)
    defer { unsafe chmod(folder.path + "/closed", 0o700) }
    for words in [
      ["watch", file], ["track", "check", "--store", store],
      ["serve", "sim:walk", "--http", "127.0.0.1:0", "--recordings", folder.path + "/closed"],
    ] {
      let run = try Unprivileged.run(words)
      #expect(run.exit == 4)
      #expect(run.message.contains("Permission denied"), "\(words)")
      #expect(isMessage(run.message))
    }
  }

  @Test(
    arguments: [
      ([], "is empty"),
      (Array("some words\nand more words\n".utf8), "text without sentences"),
      ([UInt8](repeating: 0, count: 5000), "zero bytes and nothing else"),
      ([0x1F, 0x8B, 8, 0, 1, 2, 3], "packed data (gzip)"),
      (
        (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 3) },
        "binary in no known protocol"
      ),
      (Array("$GPGGA,120000*00\r\n".utf8), "1 sentence with a wrong checksum, and none with a right one"),
      (Array("$GPGGA,120000,4807.038,N\r\n".utf8), "sentences without a checksum"),
    ] as [([UInt8], String)])
  func `is 6 when there is nothing that a receiver says`(bytes: [UInt8], words: String) throws {
    let run = try gpsbridge("watch", "--format=gpsd", "-", input: bytes)
    #expect(run.exit == 6)
    #expect(run.message.contains("\(bytes.count) bytes "))
    #expect(run.message.contains(words), "\(run.message)")
    #expect(isMessage(run.message))
  }

  @Test func `comes with a message that no name can garble`() throws {
    let name = Array("/tmp/\u{1B}]0;owned\u{07}\u{9B}2J\u{202E}\n".utf8) + [0xFF]
    let run = try Program.run([Program.path, Array("watch".utf8), name], input: nil)
    #expect(run.exit == 3)
    #expect(isMessage(run.message))
    #expect(run.message.contains(#"/tmp/\x1b]0;owned\x07"#))
  }

  @Test func `is 0 for a file whose name is no text`() throws {
    let folder = try WorkFolder()
    let name: [UInt8] = [0x77, 0xFF, 0x1B, 0x2E, 0xC3]
    let run = try Program.run([Program.path, Array("watch".utf8), try folder.write(name, fix)], input: nil)
    #expect(run.exit == 0)
    let device = try JSONReader.read(run.lines.first ?? "")["device"]?.text
    #expect(device == "\(folder.path)/w\u{FFFD}\u{1B}.\u{FFFD}")
  }

  @Test func `has one meaning for each number`() {
    #expect(ExitCode.allCases.map(\.rawValue) == Array(0...13))
  }
}
