import Glibc
import GPSSystemCalls
import Testing

@testable import GPSWeb

@Suite struct `A folder of recordings` {
  @Test func `lists what ends like a recording, in the order of names`() throws {
    let shelf = try RecordingShelf()
    for name in ["walk.nmea", "a.gbr", "B.UBX", "notes.txt", ".hidden.gbr", "gbr", "x.log", "y.raw"] {
      try shelf.add(name, RecordingShelf.walk)
    }
    #expect(try shelf.folder.names() == ["B.UBX", "a.gbr", "walk.nmea", "x.log", "y.raw"])
  }

  @Test(arguments: [
    "../secret.nmea", "..", ".", "", "/etc/passwd", "shelf/../../secret.nmea", "walk.nmea/", "./walk.nmea",
    "walk.nmea\0", "\0.gbr", "link.nmea", "inside.nmea", "dir.gbr", "pipe.gbr", "notes.txt", ".hidden.gbr",
    "absent.gbr", "walk\n.nmea",
  ])
  func `opens nothing but its own files`(name: String) throws {
    let shelf = try RecordingShelf()
    for name in ["walk.nmea", "notes.txt", ".hidden.gbr"] { try shelf.add(name, RecordingShelf.walk) }
    shelf.link("link.nmea", to: "../secret.nmea")
    shelf.link("inside.nmea", to: "walk.nmea")
    try Kernel.makeFolder(Array((shelf.path + "/dir.gbr").utf8))
    #expect(unsafe mkfifo(shelf.path + "/pipe.gbr", 0o600) == 0)
    #expect(throws: ServedRecordings.Fault.unknown) { try shelf.folder.file(name) }
    #expect(try shelf.folder.file("walk.nmea").size == Int64(RecordingShelf.walk.count))
  }

  @Test func `that is gone says so`() throws {
    #expect(throws: ServedRecordings.Fault.unknown) { try ServedRecordings("/nonexistent/shelf").names() }
  }

  @Test func `has so many open at a time, and more once one is closed`() throws {
    let shelf = try RecordingShelf()
    try shelf.add("walk.nmea", RecordingShelf.walk)
    let folder = shelf.folder
    var open = try (0..<ServedRecordings.mostOpen).map { _ in try folder.file("walk.nmea") }
    #expect(throws: ServedRecordings.Fault.tooMany) { try folder.file("walk.nmea") }
    open.removeLast()
    #expect(try folder.file("walk.nmea").size > 0)
    _ = open
  }

  @Test func `tells when recordings of ours were begun and how long they are`() throws {
    let shelf = try RecordingShelf()
    try shelf.add("walk.nmea", RecordingShelf.walk)
    try shelf.add("walk.gbr", RecordingShelf.recording() + Array("999000 $GPTX".utf8))
    try shelf.add("begun.gbr", Array("#gpsbridge-recording 1 2026-11-20T07:02:00.000Z\n".utf8))
    let text = whole(try RecordingList(shelf.folder)).text
    #expect(text.hasPrefix(#"{"v":1,"recordings":["#) && text.hasSuffix("\n]}\n"))
    #expect(text.count(of: #""name":"#) == 3)
    // 300 epochs, a second apart; the line that was being written does not count.
    #expect(text.contains(#""begin":"2026-11-20T07:02:00.000Z","duration_s":299"#), "\(text)")
    #expect(text.contains(#""name":"walk.nmea","bytes":\#(RecordingShelf.walk.count)}"#))
    #expect(text.contains(#""name":"begun.gbr","bytes":48,"begin":"2026-11-20T07:02:00.000Z"}"#))
  }

  @Test func `without a file is an empty list`() throws {
    let shelf = try RecordingShelf()
    let text = try withExtendedLifetime(shelf) { whole(try RecordingList(shelf.folder)).text }
    #expect(text == "{\"v\":1,\"recordings\":[\n]}\n")
  }

  @Test func `says of a file why it is no recording`() throws {
    let shelf = try RecordingShelf()
    let texts = Array(repeating: "Nov 20 07:02:00 kernel: usb 1-2: new device\n", count: 20_000).joined()
    try shelf.add("system.log", Array(texts.utf8))
    try shelf.add("empty.gbr", [])
    try shelf.add("new.gbr", Array("#gpsbridge-recording 7 2026-11-20T07:02:00.000Z\n0 x\n".utf8))
    try shelf.add("walk.nmea", RecordingShelf.walk)
    func refusal(_ name: String) throws -> String? {
      RecordingReader.refusal(of: try shelf.folder.file(name))
    }
    #expect(try refusal("system.log") == "its first 262144 bytes contain nothing that a receiver sends")
    #expect(try refusal("empty.gbr") == "it is empty")
    #expect(try refusal("new.gbr")?.contains("this program reads version 1") == true)
    #expect(try refusal("walk.nmea") == nil)
  }
}
