import GPSBase
import GPSTrackRows
import TestSupport
import Testing

@testable import GPSFleetProtocol

@Suite struct `An acknowledgement` {
  static let database = FleetDatabase(identifier: "7301", timeline: 2)

  static func sample() throws -> FleetAcknowledgement {
    var committed = NumberRanges()
    committed.insert(1201...1260)
    committed.insert(1300...1300)
    return FleetAcknowledgement(
      epoch: 217_315_200, committed: committed,
      refused: [FleetAcknowledgement.Refusal(numbers: 1261...1299, reason: "version")],
      by: try FleetName("c1", of: .collector), in: database)
  }

  @Test func `is a line of JSON`() throws {
    let text = """
      {"v":1,"epoch":217315200,"ranges":[[1201,1260],[1300,1300]],"refused":[[1261,1299,"version"]],"by":"c1",\
      "database":"7301","timeline":2}
      """
    let sample = try Self.sample()
    #expect(String(decoding: sample.bytes, as: UTF8.self) == text)
    #expect(FleetAcknowledgement(sample.bytes) == sample)
  }

  @Test func `that is cut anywhere is none`() throws {
    let bytes = try Self.sample().bytes
    for count in 0..<bytes.count { #expect(FleetAcknowledgement(Array(bytes[..<count])) == nil) }
  }

  @Test func `with turned bits is none, or one with numbers in their limits`() throws {
    let (bytes, seed) = (try Self.sample().bytes, SeededGenerator.seed)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5000 {
      var turned = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        turned[.random(in: turned.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      guard let found = FleetAcknowledgement(turned) else { continue }
      for range in found.committed.ranges + found.refused.map(\.numbers) {
        #expect(range.lowerBound > 0 && range.upperBound <= 1 << 53, "seed \(seed)")
      }
    }
  }

  @Test(arguments: [
    String(repeating: "[", count: 10_000), "{\"v\":1,\"a\":" + String(repeating: "{\"a\":", count: 10_000),
    "{}", "[]", "null", "{\"v\":2,\"epoch\":1,\"ranges\":[],\"by\":\"c1\",\"database\":\"1\",\"timeline\":1}",
    "{\"v\":1,\"epoch\":-1,\"ranges\":[],\"by\":\"c1\",\"database\":\"1\",\"timeline\":1}",
    "{\"v\":1,\"epoch\":1,\"ranges\":[[5,4]],\"by\":\"c1\",\"database\":\"1\",\"timeline\":1}",
    "{\"v\":1,\"epoch\":1,\"ranges\":[[0,4]],\"by\":\"c1\",\"database\":\"1\",\"timeline\":1}",
    "{\"v\":1,\"epoch\":1,\"ranges\":[[1,1e99]],\"by\":\"c1\",\"database\":\"1\",\"timeline\":1}",
    "{\"v\":1,\"epoch\":1,\"ranges\":[[1,4,5]],\"by\":\"c1\",\"database\":\"1\",\"timeline\":1}",
    "{\"v\":1,\"epoch\":1.5,\"ranges\":[],\"by\":\"c1\",\"database\":\"1\",\"timeline\":1}",
    "{\"v\":1,\"epoch\":1,\"ranges\":[],\"by\":\"../c\",\"database\":\"1\",\"timeline\":1}",
    "{\"v\":1,\"epoch\":1,\"ranges\":[],\"by\":\"c1\",\"database\":\"a b\",\"timeline\":1}",
    "{\"v\":1,\"epoch\":1,\"ranges\":[],\"by\":\"c1\",\"database\":\"1\"}",
  ])
  func `of another form is none`(text: String) { #expect(FleetAcknowledgement(Array(text.utf8)) == nil) }

  @Test func `of 10 MB or of too many ranges is none`() throws {
    #expect(FleetAcknowledgement([UInt8](repeating: 0x5B, count: 10_000_000)) == nil)
    var many = try Self.sample()
    for place in 0..<999 { many.committed.insert(Int64(2000 + 2 * place)...Int64(2000 + 2 * place)) }
    #expect(many.bytes.count < FleetAcknowledgement.mostBytes && FleetAcknowledgement(many.bytes) == nil)
  }
}

@Suite struct `The state of a device and of a collector` {
  @Test func `are lines of JSON`() {
    let device = FleetPresence.Device(isOnline: true, connection: 217_315_201, backlog: 4)
    #expect(
      String(decoding: device.bytes, as: UTF8.self)
        == "{\"type\":\"state\",\"v\":1,\"online\":true,\"connection\":217315201,\"backlog\":4}")
    #expect(FleetPresence.Device(device.bytes) == device)
    let will = FleetPresence.Device(isOnline: false, connection: 217_315_201)
    #expect(FleetPresence.Device(will.bytes) == will)
    let collector = FleetPresence.Collector(
      isOnline: true, connection: 17, batches: [1, 2], database: `An acknowledgement`.database,
      restored: FleetPresence.Collector.Restored(at: 1_795_000_000_000, since: 1_794_990_000_000))
    #expect(FleetPresence.Collector(collector.bytes) == collector)
    let away = FleetPresence.Collector(isOnline: true, connection: 17)
    #expect(FleetPresence.Collector(away.bytes) == away)
    #expect(FleetPresence.Collector(device.bytes) == nil && FleetPresence.Device(collector.bytes) == nil)
  }

  @Test(arguments: [
    "", "{}", String(repeating: "{\"a\":", count: 10_000),
    "{\"type\":\"state\",\"v\":1,\"online\":1,\"connection\":1}",
    "{\"type\":\"state\",\"v\":1,\"online\":true,\"connection\":-1}",
    "{\"type\":\"state\",\"v\":1,\"online\":true,\"connection\":1e30}",
  ])
  func `are nil of anything else`(text: String) { #expect(FleetPresence.Device(Array(text.utf8)) == nil) }
}
