import TestSupport
import Testing

@testable import GPSBridgeTool
@testable import GPSFormats
@testable import TerminalKit
@testable import GPSBase

@Suite struct `A text that leaves the program` {
  @Test func `is held to one rule on every way out`() throws {
    let hostile = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init).filter {
      !VisibleText.isHarmless($0)
    }
    .filter { $0.value < 0x10000 || 0xE0000...0xE0200 ~= $0.value }
    for start in stride(from: 0, to: hostile.count, by: 16) {
      var text = "a"
      for scalar in hostile[start..<min(start + 16, hostile.count)] { text.unicodeScalars.append(scalar) }
      var xml = XMLLines()
      xml.element("name", text)
      var json = JSONWriter()
      json.object { $0.member("name", text) }
      var canvas = Canvas(ScreenSize(width: 40, height: 1))
      canvas.put(text, x: 0, y: 0)
      let cells = (0..<40).compactMap { canvas[$0, 0].scalar.map { String($0) } }
      let ways = [
        String(decoding: xml.bytes, as: UTF8.self), String(decoding: json.bytes, as: UTF8.self),
        VisibleText.escaped(text.utf8), PortTable(rows: [[VisibleText.escaped(text.utf8)]]).text,
        cells.joined(),
      ]
      for way in ways {
        #expect(
          way.unicodeScalars.allSatisfy { $0 == "\n" || VisibleText.isHarmless($0) },
          "\(way.debugDescription)")
      }
    }
  }

  @Test func `of a recording with a leap second is one that JavaScript and Python read`() throws {
    let recording = try gpsbridge("simulate", "leapsecond", "--duration", "70s", "--speed", "max").output
    for command in [["watch", "-"], ["watch", "--format=csv", "-"], ["export", "--format=geojson", "-"]] {
      let run = try gpsbridge(command, input: Array(recording.utf8))
      #expect(run.output.contains("T23:59:59.990Z") && !run.output.contains(":60."), "\(command)")
    }
  }
}
