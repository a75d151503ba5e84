import Glibc
import GPSSystemCalls
import TestSupport
import Testing

@testable import GPSBridgeTool

/// Pipes, devices and links in the place of files.
@Suite final class `A pipe or a device in the place of a file`: FolderSuite {
  private let tool = String(decoding: Program.path, as: UTF8.self)

  private func pipe(_ name: String, owner: uid_t? = nil) -> String {
    unsafe mkfifo(folder(name), 0o666)
    if let owner { unsafe chown(folder(name), owner, owner) }
    return folder(name)
  }

  private func expect(_ words: String, _ exit: ExitCode, _ message: String) throws {
    let homes = "XDG_STATE_HOME=\(folder.path) XDG_CONFIG_HOME=\(folder.path)"
    let run = try Program.shell("\(homes) exec \(tool) \(words)")
    #expect(run.exit == exit.rawValue && run.message.contains(message), "\(run)")
  }

  @Test(arguments: ["record sim:walk --duration 1s -o", "export \(Places.morningWalk) --format gpx -o"])
  func `is not waited for without an end if no program reads it`(command: String) throws {
    try expect("\(command) \(pipe("out.gbr"))", .notFound, "no program reads it")
  }

  @Test func `is read for as long as --timeout if no program writes to it`() throws {
    try expect("fix \(pipe("in.nmea")) --timeout 1s", .notInTime, "0 bytes read from it")
  }

  @Test(arguments: ["/dev/zero", "/dev/full", "/dev/random"])
  func `is refused as a recording if it never ends`(device: String) throws {
    try expect("fix \(device)", .usage, "\(device) is a device\n")
  }

  @Test func `is refused as a file of settings`() throws {
    unsafe mkdir(folder("gpsbridge"), 0o755)
    try expect("config check", .usage, "\(pipe("gpsbridge/config.json5")) is not a regular file")
  }

  @Test(.enabled(if: Unprivileged.isRoot, "it needs a second user"))
  func `receives no positions if another user may have put it there`() throws {
    let path = pipe("out.gbr", owner: 12_345)
    let reader = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    FileMode.letEverybodyIn(folder.path)
    #expect(throws: ToolError.self) { try RecordingFile(Array(path.utf8), overwrites: true) }
    #expect(throws: ToolError.self) { try OutputFile(Array(path.utf8), overwrites: true) }
    // In a folder that is the user's own, they have put it there.
    unsafe chmod(folder.path, 0o755)
    _ = try OutputFile(Array(path.utf8), overwrites: true)
  }

  @Test func `ends a recording a second after the end, if its reader takes nothing`() throws {
    let path = pipe("out.raw")
    let reader = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    let patience = ReaderPatience()
    var file = try RecordingFile(Array(path.utf8), overwrites: false, patience: patience)
    patience.end()
    let bytes = [UInt8](repeating: 65, count: 1 << 20)
    #expect(throws: Errno(EAGAIN)) { try file.append(bytes) }
    file.close()
  }

  @Test func `of a terminal that no cable leads to is not a port`() throws {
    for name in ["/dev/ptmx", "/dev/console"] where Kernel.exists(name) {
      #expect(throws: ToolError.self, "\(name)") { try SourceName(named: name) }
    }
  }

  @Test func `is missing where links lead to each other`() throws {
    try Links.make(folder("one"), to: folder("two"))
    try Links.make(folder("two"), to: folder("one"))
    let name = folder("one")
    #expect(try SourceName(named: name) == .file(Argument(name)))
  }

  @Test func `has a name`() { #expect(throws: ToolError.self) { try SourceName(named: "") } }
}
