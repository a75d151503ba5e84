import Glibc
import TestSupport
import Testing

@testable import GPSBridgeTool
@testable import GPSBase

@Suite final class `The exit status`: FolderSuite {
  private let fix = wire("GPRMC,120000,A,4807.038,N,01131.000,E,0,0,201126,,,A")

  /// Three lines at most, the first one an error, the last one a remedy, and nothing that moves a cursor.
  private func isMessage(_ text: String) -> Bool {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return (2...3).contains(lines.count) && lines.first?.hasPrefix("error: ") == true
      && lines.last?.hasPrefix("  try: ") == true
      && text.unicodeScalars.allSatisfy { $0 == "\n" || VisibleText.isHarmless($0) }
  }

  @Test func `is 0 for what a receiver says, 1 and 3 for what can't be read, and 6 for anything else`() throws
  {
    let files: [(String, [UInt8])] = [
      ("no-fix", wire("GPGGA,120000,,,,,0,00,,,M,,M,,")),
      ("correction", [0xD3, 0x00, 0x00, 0x47, 0xEA, 0x4B]),
      ("empty", []), ("text", Array("some words\nand more words\n".utf8)),
      ("zeros", [UInt8](repeating: 0, count: 5000)), ("gzip", [0x1F, 0x8B, 8, 0, 1, 2, 3]),
      ("binary", (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 3) }),
      ("checksum", Array("$GPGGA,120000*00\r\n".utf8)), ("cut", Array("$GPGGA,120000,4807.038,N\r\n".utf8)),
    ]
    for (name, bytes) in files { try folder.write(name, bytes) }
    try Transcript.expect(
      "exit-codes", in: folder,
      [
        "no fix, and no sentence, are noted": ["watch - < no-fix", "watch --format=nmea - < correction"],
        "reading fails": ["watch /proc/self/mem --format gpsd"],
        "there is no such file": ["/nonexistent/walk.nmea", "/etc/hostname/walk.nmea"].map { "watch \($0)" },
        "nothing is what a receiver says": files.dropFirst(2).map { "watch --format=gpsd - < \($0.0)" }
          + ["doctor @/text"],
      ])
    let long = try gpsbridge("watch", String(repeating: "x", count: 5000))
    #expect(long.exit == 3 && isMessage(long.message))
  }

  @Test func `is 3 for a recording that does not exist, whatever flag goes with a receiver only`() throws {
    let table = CommandTable.gpsbridge
    for command in table.commands where command.operands.contains(where: { $0.placeholder == "SOURCE" }) {
      for flag in command.flags {
        let value = flag.value == .none ? "" : "=\(flag.choices.first ?? flag.form?.example ?? "x")"
        let words = [command.name, "--\(flag.name)\(value)"] + command.operands.map { _ in "absent.nmea" }
        guard table.parse(words.map { Argument($0) }).problem == nil else { continue }
        #expect(try gpsbridge(words).exit == 3, "\(words)")
      }
    }
  }

  @Test func `is 1 when the disk is full`() throws {
    let full = unsafe open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(full) }
    let message = try TemporaryFile()
    let child = try Program.start(["watch", Places.morningWalk], output: full, message: message.descriptor)
    #expect(Program.wait(for: child) == 1)
    let text = try message.text()
    #expect(text.contains("No space left on device") && isMessage(text))
  }

  @Test(.enabled(if: Unprivileged.isPossible, "root may read everything, and there is no setpriv"))
  func `is 4 when reading is not allowed`() throws {
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

  @Test func `is 0 for a file whose name is no text`() throws {
    let name: [UInt8] = [0x77, 0xFF, 0x1B, 0x2E, 0xC3]
    let run = try Program.run(Program.words(["watch"]) + [try folder.write(name, fix)], input: nil)
    #expect(run.exit == 0)
    let device = try JSONReader.read(run.lines.first ?? "")["device"]?.text
    #expect(device == "\(folder.path)/w\u{FFFD}\u{1B}.\u{FFFD}")
  }
}
