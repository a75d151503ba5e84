import TestSupport
import Testing

@testable import CommandLineTable
@testable import GPSBridgeTool
@testable import ToolFiles

@Suite struct `A small file` {
  @Test func `is replaced as a whole`() throws {
    let folder = try TemporaryFolder()
    let path = Array("\(folder.path)/a/b/ports.json".utf8)
    #expect(try SmallFile.read(path) == nil)
    try SmallFile.makeFolder(Array("\(folder.path)/a/b".utf8))
    try SmallFile.write(Array("one".utf8), to: path)
    try SmallFile.write(Array("two".utf8), to: path)
    #expect(try SmallFile.read(path) == Array("two".utf8))
    #expect(SmallFile.names(in: "\(folder.path)/a/b").filter { !$0.hasPrefix(".") } == ["ports.json"])
    Trash.remove("\(folder.path)/a")
  }

  @Test func `that can't be written says why`() {
    let error = #expect(throws: ToolError.self) { try SmallFile.write([1], to: Array("/nonexistent/x".utf8)) }
    #expect(error?.message == "cannot write /nonexistent/x: No such file or directory")
    #expect(error?.exit == .notFound)
  }

  @Test func `that is endless is not read to its end`() {
    let error = #expect(throws: ToolError.self) { try SmallFile.read(Array("/dev/zero".utf8)) }
    #expect(error?.code == "too_long")
  }
}
