import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `The morning walk` {
  @Test func `says first that it is synthetic, and when it would have been`() throws {
    let bytes = try Places.bytes(of: Places.morningWalk)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("# Synthetic: "))
    #expect(text.contains("\r\n# Date: 2026-11-20\r\n"))
    #expect(bytes.count < 300_000)
  }

  @Test func `begins cold, and finds two dimensions, then three, then corrections`() throws {
    let fixes = try gpsbridge("watch", "--types=fix", Places.morningWalk).lines.map {
      try JSONReader.read($0)
    }
    var steps: [String] = []
    for fix in fixes {
      let step = [fix["mode"]?.text, fix["quality"]?.text].compactMap { $0 }.joined(separator: " ")
      if steps.last != step { steps.append(step) }
    }
    #expect(steps == ["none", "2d gnss", "3d gnss", "3d dgnss"])
    #expect(fixes.first?["time"] == nil)
    #expect(fixes.last?["time"]?.text == "2026-11-20T07:06:59.000Z")
  }

  @Test func `is clean: every byte is read, nothing is late`() throws {
    let stats = try JSONReader.read(try gpsbridge("watch", "--types=stats", Places.morningWalk).output)
    for key in ["bad_checksum", "bad_field", "cut", "junk_bytes", "late"] {
      #expect(stats[key]?.number == 0, "\(key)")
    }
    #expect(stats["epochs"]?.number == 300)
    #expect(stats["fixes"]?.number == 273)
  }
}
