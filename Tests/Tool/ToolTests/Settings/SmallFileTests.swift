import GPSSystemCalls
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite final class `A small file`: FolderSuite {
  @Test func `is replaced as a whole`() throws {
    let path = Array("\(folder.path)/a/b/ports.json".utf8)
    #expect(try SmallFile.read(path) == nil)
    try SmallFile.makeFolder(Array("\(folder.path)/a/b".utf8))
    try SmallFile.write(Array("one".utf8), to: path)
    try SmallFile.write(Array("two".utf8), to: path)
    #expect(try SmallFile.read(path) == Array("two".utf8))
    #expect(Kernel.names(in: "\(folder.path)/a/b").filter { !$0.hasPrefix(".") } == ["ports.json"])
  }

  @Test func `that can't be written says why`() {
    let error = #expect(throws: ToolError.self) { try SmallFile.write([1], to: Array("/nonexistent/x".utf8)) }
    #expect(error?.message == "cannot write /nonexistent/x: No such file or directory")
    #expect(error?.exit == .notFound)
  }

  @Test func `that is endless is not read to its end`() {
    let error = #expect(throws: ToolError.self) { try SmallFile.read(Array("/dev/zero".utf8)) }
    #expect(error?.code == "not_a_file")
  }

  @Test func `loses no change where several programs change it`() async throws {
    let (held, path) = (Array("\(folder.path)/a".utf8), Array("\(folder.path)/a/list".utf8))
    await withTaskGroup { group in
      for writer in UInt8(0)..<4 {
        group.addTask {
          for _ in 0..<20 {
            try? SmallFile.holding(held) { () throws(ToolError) in
              try SmallFile.write((try SmallFile.read(path) ?? []) + [writer], to: path)
            }
          }
        }
      }
    }
    #expect(
      try SmallFile.read(path)?.sorted() == (UInt8(0)..<4).flatMap { [UInt8](repeating: $0, count: 20) })
  }
}
