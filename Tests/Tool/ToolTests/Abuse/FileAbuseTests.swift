import TestSupport
import Testing

@testable import GPSBridgeTool

/// Where files are made, by the built program, among people who may not mean well.
@Suite final class `A file of this program`: FolderSuite {
  private let tool = String(decoding: Program.path, as: UTF8.self)

  /// The commands that write a file, each with the place for its name.
  private static let writers = [
    "record sim:drive --duration 1s -o FILE", "export \(Places.morningWalk) -o FILE",
    "doctor sim:drive --duration 1s --bundle FILE",
  ]

  /// An ending that the command writes.
  private static func name(of command: String) -> String {
    command.hasPrefix("record") ? "file.gbr" : "file.gpx"
  }

  private func run(_ command: String, _ umask: String) throws -> Run {
    let line = command.replacing("FILE", with: folder(Self.name(of: command)))
    return try Program.shell(
      "umask \(umask); XDG_STATE_HOME=\(folder.path) XDG_CONFIG_HOME=\(folder.path) exec \(tool) \(line)")
  }

  @Test(arguments: writers) func `is nobody else's to write, whatever the mask is`(command: String) throws {
    for (umask, isOpen, most) in [("0", false, 0o644), ("077", false, 0o600), ("0", true, 0o600)] {
      if isOpen { FileMode.letEverybodyIn(folder.path) }
      _ = try run(command, umask)
      let mode = try #require(FileMode.of(folder(Self.name(of: command))), "\(command)")
      #expect(mode & ~UInt32(most) == 0, "\(command), umask \(umask): \(String(mode, radix: 8))")
      #expect(mode & 0o600 == 0o600)
      Links.remove(folder(Self.name(of: command)))
    }
  }

  @Test func `gets no permission from a file that it replaces which a new one would not have`() throws {
    for (isOpen, before, after) in [(false, 0o666, 0o644), (false, 0o640, 0o640), (true, 0o666, 0o600)]
      as [(Bool, UInt32, UInt32)]
    {
      if isOpen { FileMode.letEverybodyIn(folder.path) }
      let path = try folder.write("file.gpx", [1])
      FileMode.change(path, before)
      let run = try run("export \(Places.morningWalk) -o FILE --force", "022")
      #expect(run.exit == 0 && FileMode.of(path) == after, "\(String(before, radix: 8))")
    }
  }

  @Test func `that is a key of the page is refused where all may read it`() throws {
    let key = try folder.write("one.key", Array("-----BEGIN PRIVATE KEY-----\n".utf8), mode: 0o644)
    let chain = try folder.write("one.pem", Array("-----BEGIN CERTIFICATE-----\n".utf8))
    let line = "serve sim:walk --gpsd none --http 0 --http-cert \(chain) --http-key \(key)"
    let run = try run(line, "022")
    #expect(run.exit == 4 && run.message.contains("\n  it has the mode 644\n  try: chmod o= it\n"), "\(run)")
  }

  @Test(arguments: writers, ["", " --force"])
  func `is not written through a link in a folder of everybody`(command: String, force: String) throws {
    try folder.write("victim", Array("mine".utf8))
    FileMode.letEverybodyIn(folder.path)
    for target in ["victim", "nothing"] {
      try Links.make(folder(Self.name(of: command)), to: folder(target))
      _ = try run(command + force, "022")
      #expect(try folder.text("victim") == "mine", "\(command)\(force)")
      #expect(FileMode.of(folder("nothing")) == nil, "\(command)\(force)")
      Links.remove(folder(Self.name(of: command)))
    }
  }

  @Test func `of settings is made beside a link that somebody has put there, and is for its user alone`()
    throws
  {
    try folder.write("victim", Array("mine".utf8))
    for name in ["ports.json", "ports.json.new"] { try Links.make(folder(name), to: folder("victim")) }
    try SmallFile.write(Array("{}".utf8), to: Array(folder("ports.json").utf8))
    #expect(try folder.text("victim") == "mine" && folder.text("ports.json") == "{}")
    #expect(FileMode.of(folder("ports.json")) == 0o600)
    #expect(folder.contents == ["ports.json", "ports.json.new", "victim"])
  }

  @Test(arguments: ["victim", "nothing"])
  func `that names a pseudo-terminal is not made over another's`(target: String) throws {
    try folder.write("victim", Array("mine".utf8))
    FileMode.letEverybodyIn(folder.path)
    try Links.make(folder("gps0"), to: folder(target))
    let run = try gpsbridge("simulate", "drive", "--pty", folder("gps0"), "--duration", "1s")
    #expect(run.exit != 0 && run.message.contains("already exists"))
    #expect(try folder.text("victim") == "mine" && folder.contents == ["gps0", "victim"])
  }
}
