import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite final class `The file of a report`: FolderSuite {
  private func file(_ name: String, forced: Bool = false) throws -> BundleFile {
    try BundleFile(Argument("\(folder.path)/\(name)"), isForced: forced)
  }

  private func complaint(_ name: String, forced: Bool = false) throws -> String? {
    let file = try file(name, forced: forced)
    return ToolTests.complaint { () throws(ToolError) in try file.write(Array("new".utf8)) }
      .map { "\($0.exit.rawValue) \($0.text.replacing(folder.path, with: "FOLDER"))" }
  }

  @Test func `is for its owner alone`() throws {
    #expect(try complaint("a") == nil && FileMode.of("\(folder.path)/a") == 0o600)
    #expect(try folder.text("a") == "new")
    // And it is the only one: nothing is left beside it.
    #expect(folder.contents.filter { !$0.hasPrefix(".") } == ["a"])
  }

  @Test func `is not written over what is there, unless that is asked for`() throws {
    let path = try folder.write("a", Array("old".utf8))
    #expect(
      try complaint("a") == "2 error: FOLDER/a already exists\n  try: name another file, or add --force\n")
    #expect(try folder.text("a") == "old" && complaint("a", forced: true) == nil && folder.text("a") == "new")
    #expect(FileMode.of(path) == 0o600)
  }

  @Test(arguments: [false, true])
  func `is never written through a link, nor over a folder`(isForced: Bool) throws {
    let path = try folder.write("a", Array("old".utf8))
    try Links.make("\(folder.path)/link", to: path)
    try Links.make("\(folder.path)/dangling", to: "\(folder.path)/b")
    let why = "\n  a report is never written through one\n  try: name another file\n"
    #expect(try complaint("link", forced: isForced) == "2 error: FOLDER/link exists, and is a link" + why)
    #expect(
      try complaint("dangling", forced: isForced) == "2 error: FOLDER/dangling exists, and is a link" + why)
    #expect(try complaint(".", forced: isForced) == "2 error: FOLDER/. exists, and is a folder" + why)
    #expect(try folder.text("a") == "old" && FileMode.of("\(folder.path)/b") == nil)
  }

  @Test func `needs a folder`() throws {
    #expect(
      try complaint("none/a")
        == "3 error: cannot write FOLDER/none/a: No such file or directory\n  try: create the folder first, or name another\n"
    )
  }
}
