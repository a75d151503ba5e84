import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `A file that is being written` {
  private func open(_ path: String, overwrites: Bool = false) throws -> OutputFile {
    try OutputFile(Array(path.utf8), overwrites: overwrites)
  }

  @Test func `is not there until it is whole`() throws {
    let folder = try WorkFolder()
    let file = try open(folder("track"))
    file.output.write(text: "all of it")
    file.output.flush()
    #expect(!folder.contents.contains("track"))
    try file.finish()
    #expect(folder.contents == ["track"])
    #expect(try folder.text("track") == "all of it")
  }

  @Test func `leaves nothing where it was given up`() throws {
    let folder = try WorkFolder()
    var file: OutputFile? = try open(folder("track"))
    file?.output.write(text: "half of")
    file?.output.flush()
    file = nil
    #expect(folder.contents == [])
  }

  @Test func `leaves the old one as it was until it is whole`() throws {
    let folder = try WorkFolder()
    try folder.write("track", Array("old".utf8))
    let file = try open(folder("track"), overwrites: true)
    file.output.write(text: "new")
    file.output.flush()
    #expect(try folder.text("track") == "old")
    try file.finish()
    #expect(try folder.text("track") == "new")
    #expect(folder.contents == ["track"])
  }

  @Test func `does not write over one that has come meanwhile`() throws {
    let folder = try WorkFolder()
    let file = try open(folder("track"))
    file.output.write(text: "late")
    try folder.write("track", Array("first".utf8))
    let complaint = #expect(throws: ToolError.self) { try file.finish() }
    #expect(complaint?.code == "exists")
    #expect(try folder.text("track") == "first")
  }

  @Test func `writes over one that has come meanwhile, where that is asked for`() throws {
    let folder = try WorkFolder()
    let file = try open(folder("track"), overwrites: true)
    file.output.write(text: "late")
    try folder.write("track", Array("first".utf8))
    try file.finish()
    #expect(try folder.text("track") == "late")
  }

  @Test func `that is a full device reports that nothing was written`() throws {
    let file = try open("/dev/full")
    file.output.write(text: "x")
    let complaint = #expect(throws: ToolError.self) { try file.finish() }
    #expect(complaint?.code == "disk_full")
    #expect(complaint?.reason == "nothing was written")
    #expect(complaint?.message.hasPrefix("cannot write /dev/full: ") == true)
  }

  @Test func `has a name for messages that can't move a cursor`() throws {
    let folder = try WorkFolder()
    #expect(try open(folder("a\u{1B}[2J")).name == folder(#"a\x1b[2J"#))
    #expect(try open("-").name == "standard output")
  }

  @Test func `keeps what waits beside it, where there is room`() throws {
    let folder = try WorkFolder()
    #expect(try open(folder("track")).folder == Array(folder.path.utf8))
  }
}
