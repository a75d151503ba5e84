import GPSSystemCalls
import Glibc
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite final class `The place for an output`: FolderSuite {
  private func place(_ path: String, overwrites: Bool = false) throws -> OutputPlace {
    try OutputPlace(Array(path.utf8), overwrites: overwrites)
  }

  private func complaint(_ path: String, overwrites: Bool = false) -> ToolError? {
    #expect(throws: ToolError.self) { try place(path, overwrites: overwrites) }
  }

  @Test func `is standard output behind a dash, and a file of that name behind its folder`() throws {
    #expect(try place("-") == .standardOutput && place("./-") == .file(Array("./-".utf8), mode: nil))
  }

  @Test func `is new where nothing is`() throws {
    #expect(try place(folder("new.gpx")) == .file(Array(folder("new.gpx").utf8), mode: nil))
    #expect(try place(folder("new.gpx"), overwrites: true) == .file(Array(folder("new.gpx").utf8), mode: nil))
    #expect(folder.contents == [])
  }

  @Test func `is that of another file only where that is asked for, and keeps its mode`() throws {
    let path = try folder.write("old.gpx", [1], mode: 0o600)
    #expect(complaint(path)?.code == "exists" && complaint(path)?.remedy.contains("--force") == true)
    #expect(try place(path, overwrites: true) == .file(Array(path.utf8), mode: 0o600))
  }

  @Test func `is written to as it is where it is a device`() throws {
    #expect(try place("/dev/full") == .stream(Array("/dev/full".utf8)))
    #expect(try place("/dev/full", overwrites: true) == .stream(Array("/dev/full".utf8)))
  }

  @Test func `is what a link of one's own leads to`() throws {
    try folder.write("old.gpx", [1])
    try Links.make(folder("link"), to: "old.gpx")
    #expect(complaint(folder("link"))?.code == "exists")
    guard case .file(let path, _) = try place(folder("link"), overwrites: true) else { throw Unexpected() }
    #expect(path == Array(folder("old.gpx").utf8))
    try Links.make(folder("full"), to: "/dev/full")
    #expect(try place(folder("full")) == .stream(Array(folder("full").utf8)))
  }

  @Test func `is none behind a link to nothing, or to itself`() throws {
    try Links.make(folder("loose"), to: "nowhere")
    try Links.make(folder("round"), to: "round")
    for name in ["loose", "round"] {
      for overwrites in [false, true] {
        #expect(complaint(folder(name), overwrites: overwrites)?.code == "loose_link", "\(name)")
        #expect(complaint(folder(name), overwrites: overwrites)?.exit == .notFound, "\(name)")
      }
    }
    #expect(
      complaint(folder("loose"))?.text
        == "error: \(folder("loose")) is a symbolic link that leads nowhere\n  try: remove it, or choose another name\n"
    )
  }

  @Test func `is no folder, whether it may be written over or not`() {
    #expect(complaint("/tmp")?.text == "error: /tmp is a directory\n  try: name a file in it\n")
    #expect(complaint("/tmp", overwrites: true)?.code == "is_a_directory")
    #expect(complaint("/tmp/", overwrites: true)?.exit == .usage)
  }

  @Test func `is none below what is no folder`() {
    #expect(complaint("/dev/null/x.gpx")?.code == "not_found")
    #expect(complaint("/tmp/" + String(repeating: "x", count: 300))?.remedy == "check the name")
  }

  @Test func `is none behind a link in a folder where any user may have put it`() throws {
    try folder.write("target", [1])
    try Links.make(folder("walk.gpx"), to: folder("target"))
    FileMode.letEverybodyIn(folder.path)
    let found = complaint(folder("walk.gpx"), overwrites: true)
    #expect(
      found?.text == """
        error: \(folder("walk.gpx")) is a symbolic link, and is not followed
          others may write to \(folder.path), so another user may have put it there
          try: choose another name, or a folder of your own

        """)
    #expect(found?.exit == .permissionDenied)
  }

  @Test(.enabled(if: Unprivileged.isRoot, "only root can make a link of another user"))
  func `is none behind the link of another user, even in an own folder`() throws {
    try folder.write("target", [1])
    try Links.make(folder("walk.gpx"), to: folder("target"))
    #expect(unsafe lchown(folder("walk.gpx"), 65534, 65534) == 0)
    let found = complaint(folder("walk.gpx"), overwrites: true)
    #expect(found?.code == "unsafe_link" && found?.reason == "it belongs to another user")
  }
}

@Suite struct `A path` {
  private func split(_ path: String) -> [String] {
    let parts = PathCall.split(Array(path.utf8))
    return [parts.folder, parts.name].map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `has a folder and a name in it`() {
    #expect(split("walk.gpx") == [".", "walk.gpx"] && split("/walk.gpx") == ["/", "walk.gpx"])
    #expect(split("a/b/walk.gpx") == ["a/b", "walk.gpx"] && split("a/b/") == ["a/b", ""])
  }

  @Test func `is resolved to where its links lead, and to nothing where there is nothing`() throws {
    let folder = try WorkFolder()
    try folder.write("file", [])
    try Links.make(folder("one"), to: "two")
    try Links.make(folder("two"), to: "file")
    #expect(PathCall.resolved(Array(folder("one").utf8)) == Array(folder("file").utf8))
    #expect(PathCall.resolved(Array(folder("three").utf8)) == nil)
  }

  @Test func `for a while has a name that nobody else has, in its folder`() {
    let names = (0..<1000).map { _ in Kernel.uniqueName(in: Array("/a".utf8)) }
    #expect(Set(names).count == 1000 && names.allSatisfy { $0.starts(with: Array("/a/.gpsbridge-".utf8)) })
  }
}
