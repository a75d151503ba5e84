import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `The page of records` {
  private let lines: [Substring]
  private let schema: Schema

  init() throws {
    let pages = try ["records.md", "evaluating.md"].flatMap {
      try Places.bytes(of: Places.root + "/docs/" + $0)
    }
    lines = String(decoding: pages, as: UTF8.self).split(separator: "\n").filter {
      $0.hasPrefix("{\"type\":")
    }
    schema = try Schema.ofRecords()
  }

  @Test func `shows records that are as the schema says`() throws {
    for line in lines {
      let record = try JSONReader.read(String(line))
      #expect(schema.complaints(about: record) == [], "\(line)")
      #expect(record.keys.prefix(2) == ["type", "v"])
    }
  }

  @Test func `shows one of each type that there is`() throws {
    let root = try JSONReader.read(String(decoding: try Places.bytes(of: Places.schema), as: UTF8.self))
    let types = try #require(root["oneOf"]?.elements).compactMap { choice -> String? in
      guard let name = choice["$ref"]?.text?.split(separator: "/").last else { return nil }
      return root["$defs"]?[String(name)]?["properties"]?["type"]?["const"]?.text
    }
    #expect(types.count == 22)
    let shown = try lines.map { try JSONReader.read(String($0))["type"]?.text ?? "" }
    #expect(Set(types) == Set(shown))
  }

  @Test func `shows what the tool really prints of the recorded walk`() throws {
    let run = try gpsbridge("watch", "--stats", Places.morningWalk)
    let printed = Set(run.lines.map { $0.replacing(Places.root + "/", with: "") })
    let claimed = lines.filter { $0.contains("morning-walk.nmea") }
    #expect(claimed.count >= 3)
    for line in claimed { #expect(printed.contains(String(line)), "\(line)") }
  }
}
