import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite final class `A file that is being written`: FolderSuite {
  private func open(_ path: String, overwrites: Bool = false) throws -> OutputFile {
    try OutputFile(Array(path.utf8), overwrites: overwrites)
  }

  /// A file in the folder to which some text has been written.
  private func begin(_ text: String, overwrites: Bool = false) throws -> OutputFile {
    let file = try open(folder("track"), overwrites: overwrites)
    file.output.write(text: text)
    file.output.flush()
    return file
  }

  @Test func `is not there until it is whole`() throws {
    let file = try begin("all of it")
    #expect(!folder.contents.contains("track"))
    try file.finish()
    #expect(try folder.contents == ["track"] && folder.text("track") == "all of it")
  }

  @Test func `leaves nothing where it was given up`() throws {
    _ = try begin("half of")
    #expect(folder.contents == [])
  }

  @Test func `leaves the old one as it was until it is whole`() throws {
    try folder.write("track", Array("old".utf8))
    let file = try begin("new", overwrites: true)
    #expect(try folder.text("track") == "old")
    try file.finish()
    #expect(try folder.text("track") == "new" && folder.contents == ["track"])
  }

  @Test func `does not write over one that has come meanwhile`() throws {
    let file = try begin("late")
    try folder.write("track", Array("first".utf8))
    let complaint = #expect(throws: ToolError.self) { try file.finish() }
    #expect(try complaint?.code == "exists" && folder.text("track") == "first")
  }

  @Test func `writes over one that has come meanwhile, where that is asked for`() throws {
    let file = try begin("late", overwrites: true)
    try folder.write("track", Array("first".utf8))
    try file.finish()
    #expect(try folder.text("track") == "late")
  }

  @Test func `that is a full device reports that nothing was written`() throws {
    let file = try open("/dev/full")
    file.output.write(text: "x")
    let complaint = #expect(throws: ToolError.self) { try file.finish() }
    #expect(complaint?.code == "disk_full" && complaint?.reason == "nothing was written")
    #expect(complaint?.message.hasPrefix("cannot write /dev/full: ") == true)
  }

  @Test func `has a name for messages that can't move a cursor`() throws {
    #expect(try open(folder("a\u{1B}[2J")).name == folder(#"a\x1b[2J"#))
    #expect(try open("-").name == "standard output")
  }

  @Test func `keeps what waits beside it, where there is room`() throws {
    #expect(try open(folder("track")).folder == Array(folder.path.utf8))
  }
}
