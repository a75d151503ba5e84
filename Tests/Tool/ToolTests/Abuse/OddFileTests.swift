import Glibc
import GPSSystemCalls
import TestSupport
import Testing

@testable import GPSBridgeTool

/// Pipes, devices and links in the place of files.
@Suite struct `A pipe or a device in the place of a file` {
  private let folder: WorkFolder
  private let tool = String(decoding: Program.path, as: UTF8.self)

  init() throws { folder = try WorkFolder() }

  private func pipe(_ name: String, owner: uid_t? = nil) -> String {
    unsafe mkfifo(folder(name), 0o666)
    if let owner { unsafe chown(folder(name), owner, owner) }
    return folder(name)
  }

  private func run(_ words: String) throws -> Run {
    try Program.shell(
      "XDG_STATE_HOME=\(folder.path) XDG_CONFIG_HOME=\(folder.path) exec \(tool) \(words)")
  }

  @Test(arguments: ["record sim:walk --duration 1s -o", "export \(Places.morningWalk) --format gpx -o"])
  func `is not waited for without an end if no program reads it`(command: String) throws {
    let run = try run("\(command) \(pipe("out.gbr"))")
    #expect(run.exit == ExitCode.notFound.rawValue)
    #expect(run.message.contains("no program reads it"), "\(run.message)")
  }

  @Test func `is read for as long as --timeout if no program writes to it`() throws {
    let run = try run("fix \(pipe("in.nmea")) --timeout 1s")
    #expect(run.exit == ExitCode.notInTime.rawValue)
    #expect(run.message.contains("0 bytes read from it"), "\(run.message)")
  }

  @Test(arguments: ["/dev/zero", "/dev/full", "/dev/random"])
  func `is refused as a recording if it never ends`(device: String) throws {
    let run = try run("fix \(device)")
    #expect(run.exit == ExitCode.usage.rawValue)
    #expect(run.message.contains("\(device) is a device\n"), "\(run.message)")
  }

  @Test func `is refused as a file of settings`() throws {
    unsafe mkdir(folder("gpsbridge"), 0o755)
    let path = pipe("gpsbridge/config.json5")
    let run = try run("config check")
    #expect(run.exit == ExitCode.usage.rawValue)
    #expect(run.message.contains("\(path) is not a regular file"), "\(run.message)")
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
    for name in ["/dev/ptmx", "/dev/console"] where Links.leads(name) {
      #expect(throws: ToolError.self, "\(name)") { try SourceName(named: name) }
    }
  }

  @Test func `is missing where links lead to each other`() throws {
    try Links.make(folder("one"), to: folder("two"))
    try Links.make(folder("two"), to: folder("one"))
    let name = folder("one")
    #expect(try SourceName(named: name) == .file(Argument(name)))
  }

  @Test func `has a name`() {
    #expect(throws: ToolError.self) { try SourceName(named: "") }
  }
}
