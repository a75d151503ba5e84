import Glibc
import Testing

@testable import GPSBridgeTool

@Suite struct `A file that export writes` {
  private let folder: WorkFolder
  private let out: String

  init() throws {
    folder = try WorkFolder()
    out = folder("walk.gpx")
  }

  private func export(_ more: String...) throws -> Run {
    let words = ["export", Places.morningWalk, "--format=gpx"] + more
    return try gpsbridge(words)
  }

  @Test func `is alone in its folder when it is done`() throws {
    #expect(try export("-o", out).exit == 0)
    #expect(folder.contents == ["walk.gpx"])
    #expect(try folder.text("walk.gpx").hasSuffix("</gpx>\n"))
  }

  @Test func `is not written over, unless that is asked for`() throws {
    try folder.write("walk.gpx", Array("mine".utf8))
    let run = try export("-o", out)
    #expect(run.exit == 2)
    #expect(
      run.message
        == "error: \(out) already exists\n  fix: choose another name, or overwrite it with --force\n")
    #expect(try folder.text("walk.gpx") == "mine")
    unsafe chmod(out, 0o600)
    #expect(try export("-o", out, "--force").exit == 0)
    #expect(try folder.text("walk.gpx").hasSuffix("</gpx>\n"))
    #expect(mode(out) == 0o600)
    #expect(folder.contents == ["walk.gpx"])
  }

  @Test func `is never the recording itself`() throws {
    let walk = try folder.write("walk.nmea", try Places.bytes(of: Places.morningWalk))
    let run = try gpsbridge("export", walk, "-o", walk, "--force")
    #expect(run.exit == 2)
    #expect(
      run.message
        == "error: \(walk) would be overwritten by its own export\n  fix: choose another name for -o\n")
    #expect(try folder.text("walk.nmea").hasPrefix("# Synthetic: "))
  }

  @Test func `is not there when the recording holds nothing`() throws {
    let run = try gpsbridge("export", "-", "-o", out, input: Array("some words\n".utf8))
    #expect(run.exit == 6)
    #expect(folder.contents == [])
  }

  @Test func `is as it was when the new one fails`() throws {
    try folder.write("walk.gpx", Array("mine".utf8))
    #expect(try gpsbridge("export", "-", "-o", out, "--force", input: []).exit == 6)
    #expect(try folder.text("walk.gpx") == "mine")
    #expect(folder.contents == ["walk.gpx"])
  }

  @Test func `is not reached through a link that anybody may have put there`() throws {
    try folder.write("target", Array("mine".utf8))
    unsafe symlink(folder("target"), out)
    unsafe chmod(folder.path, 0o1777)
    let run = try export("-o", out, "--force")
    #expect(run.exit == 4)
    #expect(
      run.message == """
        error: \(out) is a symbolic link, and is not followed
          every user may write to \(folder.path), so any user may have put it there
          fix: choose another name, or a folder of your own

        """)
    #expect(try folder.text("target") == "mine")
  }

  @Test func `is what a link of one's own leads to`() throws {
    try folder.write("target", Array("mine".utf8))
    unsafe symlink("target", out)
    #expect(try export("-o", out).exit == 2)
    #expect(try export("-o", out, "--force").exit == 0)
    #expect(try folder.text("target").hasSuffix("</gpx>\n"))
    #expect(folder.contents == ["target", "walk.gpx"])
  }

  @Test func `is not where a link leads nowhere`() throws {
    unsafe symlink("nowhere", out)
    let run = try export("-o", out)
    #expect(run.exit == 3)
    #expect(
      run.message
        == "error: \(out) is a symbolic link that leads nowhere\n  fix: remove it, or choose another name\n")
  }

  @Test func `is not a folder, and not in one that is not there`() throws {
    let run = try export("-o", folder.path)
    #expect(run.exit == 2)
    #expect(run.message == "error: \(folder.path) is a directory\n  fix: name a file in it\n")
    let lost = try export("-o", folder("no/walk.gpx"))
    #expect(lost.exit == 3)
    #expect(
      lost.message == """
        error: cannot write \(folder("no/walk.gpx")): No such file or directory
          fix: create the folder first (mkdir -p), or check the name

        """)
  }

  @Test func `tells of a full disk`() throws {
    let run = try export("-o", "/dev/full")
    #expect(run.exit == 1)
    #expect(
      run.message == """
        error: cannot write /dev/full: No space left on device
          nothing was written
          fix: free space there, or write somewhere else

        """)
  }

  @Test func `may be the program's own output`() throws {
    let run = try export("-o", "/dev/stdout")
    #expect(run.exit == 0)
    #expect(run.output.hasSuffix("</gpx>\n"))
  }

  @Test func `may have a name that is no text`() throws {
    let name = Array("\(folder.path)/w".utf8) + [0xFF, 0x1B] + Array(".gpx".utf8)
    let run = try Program.run(
      [Program.path] + ["export", Places.morningWalk, "-o"].map { Array($0.utf8) } + [name], input: nil)
    #expect(run.exit == 0)
    #expect(run.message.hasPrefix(#"\#(folder.path)/w\xff\x1b.gpx: 1 segment"#))
    #expect(folder.contents.count == 1)
  }

  private static let isRoot = geteuid() == 0
  private static let canDropPrivileges = unsafe access("/usr/bin/setpriv", X_OK) == 0

  @Test(.enabled(if: !isRoot || canDropPrivileges, "root may write everywhere, and there is no setpriv"))
  func `is not made where that is not allowed`() throws {
    unsafe chmod(folder.path, 0o555)
    defer { unsafe chmod(folder.path, 0o755) }
    let program = try TemporaryFolder()
    let copy = try program.file(
      Array("gpsbridge".utf8), try Places.bytes(of: String(decoding: Program.path, as: UTF8.self)),
      mode: 0o755)
    let walk = try program.file("walk.nmea", try Places.bytes(of: Places.morningWalk))
    let drop = Self.isRoot ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
    let run = try Program.run(
      drop.map { Array($0.utf8) } + [copy] + ["export", walk, "-o", out].map { Array($0.utf8) }, input: nil)
    #expect(run.exit == 4)
    #expect(
      run.message == """
        error: cannot write \(out): Permission denied
          fix: write to a folder of your own, or have this one's owner allow it

        """)
  }

  private func mode(_ path: String) -> mode_t? {
    guard case .success(let status) = PathCall.look(Array(path.utf8), followsLinks: true) else { return nil }
    return status.st_mode & 0o777
  }
}
