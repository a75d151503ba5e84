import Foundation
import GPSEventRuntime
import GPSFleetProtocol
import GPSSystemCalls
import GPSTrackRows
import TestSupport
import Testing

@testable import GPSFleetCollector

@Suite struct `A token of a device` {
  @Test func `has a form that nothing else has`() throws {
    let text = FleetToken.random()
    #expect(text.utf8.count == 56 && text.wholeMatch(of: /gb1\.[a-z0-9]{8}\.[A-Za-z0-9_-]{43}/) != nil)
    let token = try #require(DeviceToken(text))
    #expect(token.id == text.dropFirst(4).prefix(8) && token.hash.count == 32)
    #expect(Set((0..<100).map { _ in FleetToken.random() }).count == 100)
    for wrong in [
      "", "gb1..", String(text.dropLast()), text + "x", "gb2" + text.dropFirst(3), text.uppercased(),
      text + ".", text.replacing(".", with: ":"), "gb1.aaaaaaaa." + String(repeating: "é", count: 43),
    ] { #expect(DeviceToken(wrong) == nil, "\(wrong)") }
  }

  // printf A…A | sha256sum
  @Test func `is known to the database by SHA-256 of its secret part`() throws {
    let token = try #require(DeviceToken("gb1.k3v9q0ta." + String(repeating: "A", count: 43)))
    let digits = token.hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(digits == "0f007385b6f9d4b7eeb2748605afe1a984a0a3bfa3f014d09e2a784ce9e5cd1a")
  }
}

@Suite(.enabled(if: Database.isInstalled, "the package postgresql is not installed"), .onDatabase)
struct `Commands about devices` {
  let database: Database
  let asked: Asked
  private let folder: TestFolder

  init() throws {
    database = try Database.shared.get()
    asked = try database.fresh()
    folder = try TestFolder()
  }

  /// Runs a command; returns its lines, and the refusal if it has one.
  private func run(_ text: String, role: String? = "gpsbridge_enroll") throws -> (
    lines: [String], refusal: String?
  ) {
    let words = text.split(separator: " ").map(String.init)
    let arguments = try CollectorArguments(words, .init(credentials: nil, file: "/nowhere"))
    guard case .enroll(let command) = arguments.action else { throw SystemFailure() }
    let settings = database.settings(role: role)
    return try Patience.wait(forThread: "a command") {
      let loop = EventLoop()
      loop.adopt()
      var lines: [String] = []
      let refusal = withoutActuallyEscaping({ lines.append($0) }) { print in
        Enrollment(print: print, task: DatabaseTask(settings, on: loop)).perform(command)
      }
      return (lines, refusal)
    }
  }

  @Test func `add, list, rename and revoke`() throws {
    #expect(try run("device add acme/one").refusal?.contains("there is no tenant acme") == true)
    #expect(try run("tenant add acme").refusal == nil)
    #expect(try run("tenant add acme").refusal == "there is one of that name already")
    let lines = try run("device add acme/one acme/two").lines
    #expect(lines.count == 2 && lines[0].hasPrefix("acme/one\tgb1."))
    let first = try #require(lines[0].split(separator: "\t").last.flatMap { DeviceToken($0) })
    let isStored = try asked.texts(
      "SELECT (hash = $1)::text FROM gpsbridge.token ORDER BY device", [.bytes(first.hash)])
    #expect(isStored == ["true", "false"])
    // All or none.
    #expect(try run("device add acme/three acme/one").refusal == "there is one of that name already")
    #expect(try run("device list").lines.map { $0.split(separator: "\t")[0] } == ["acme/one", "acme/two"])
    #expect(try run("device rename acme/two two-b").lines == ["acme/two is called acme/two-b"])
    #expect(try run("device rename acme/two x").refusal?.contains("there is no device acme/two") == true)
    #expect(try run("device token acme/one").lines.count == 1)
    #expect(
      try run("device revoke acme/one --token \(first.id)").lines == ["1 tokens of acme/one are revoked"])
    let listed = try run("device list acme").lines
    #expect(listed[0].contains("\(first.id) (revoked), "))
    #expect(try run("device list other").lines.isEmpty)
  }

  @Test func `write tokens into files that only their owner can read`() throws {
    _ = try run("tenant add acme")
    let list = folder.file("list")
    try Data("# ours\nacme/one\nacme/two\n".utf8).write(to: URL(fileURLWithPath: list))
    let lines = try run("device add --file \(list) --into \(folder.path)").lines
    #expect(lines.first == "acme/one\t\(folder.path)/acme.one.token")
    let path = folder.file("acme.two.token")
    #expect(Kernel.node(path).map { $0.mode & 0o777 } == 0o600)
    let text = Kernel.text(path, limit: 100) ?? ""
    #expect(DeviceToken(text.dropLast()) != nil && text.hasSuffix("\n"))
    // A file that exists is never replaced, and without one there is no device.
    let refusal = try run("device add acme/three acme/two --into \(folder.path)").refusal
    #expect(refusal?.hasPrefix("can't write") == true)
    #expect(Kernel.node(folder.file("acme.three.token")) == nil)
    #expect(try run("device list").lines.count == 2)
    _ = try run("device add other/one --into \(folder.path)")
    #expect(Kernel.node(folder.file("other.one.token")) == nil)
  }

  @Test func `change what a tenant may, and report what was before`() throws {
    #expect(
      try run("tenant add acme --keep 30d").lines == [
        "the tenant acme is added; its positions are kept for 30 days"
      ])
    #expect(
      try run("tenant keep acme 7").lines == ["positions of acme are kept for 7 days; before, for 30 days"])
    _ = try run("tenant limit acme 1000")
    _ = try run("tenant suspend acme")
    #expect(try run("tenant list").lines == ["acme\t7 days\t1000 rows a minute\tsuspended\t0 devices"])
    _ = try run("tenant limit acme 0")
    _ = try run("tenant resume acme")
    #expect(try run("tenant list").lines == ["acme\t7 days\t\t\t0 devices"])
    #expect(try run("tenant keep nobody 5").refusal?.contains("there is no tenant nobody") == true)
  }

  @Test func `forget a time, or a device and all of it, also in the place`() throws {
    let one = try SampleDevice("one", in: asked)
    let collector = try RunningCollector(database.settings())
    try collector.wait()
    let now = SampleDevice.now
    for (number, ago) in [(1, 7_200_000), (2, 0)] as [(Int64, Int64)] {
      let event = TrackRecord(number: number * 10 + 5, content: .event(at: now - ago), kind: "opened")
      _ = try collector.send(
        one.token,
        one.batch(
          number * 10...number * 10 + 4, until: now - ago, latitude: number * 100_000_000, records: [event]))
    }
    _ = try collector.send([(one.token, [7])])
    try asked.expect("SELECT lat::text FROM gpsbridge.place", ["20"])
    let times = try asked.texts(
      "SELECT to_char(now() AT TIME ZONE 'UTC' - interval '1 h', 'YYYY-MM-DD\"T\"HH24:MI\"Z\"')")
    let from = try #require(times[0])
    #expect(
      try run("device forget acme/one --from \(from)").lines.first?.hasPrefix("6 rows of acme/one") == true)
    try asked.expect(
      "SELECT concat_ws(' ', lat, (SELECT count(*) FROM gpsbridge.track)) FROM gpsbridge.place", ["10 5"])
    try asked.expect("SELECT count(*)::text FROM gpsbridge.refused", ["0"])
    // The device goes on sending, and no number is missing.
    #expect(try collector.send(one.token, one.batch(26...29, until: now)).word == .committed)
    try asked.expect("SELECT first || ' ' || last FROM gpsbridge.missing", ["16 19"])
    #expect(try run("device forget acme/one").refusal == nil)
    #expect(try collector.send(one.token, one.batch(30...31, until: now)).word == .unknownToken)
    try asked.expect(
      """
      SELECT sum(rows)::text FROM (SELECT count(*) FROM gpsbridge.fix UNION ALL SELECT count(*) FROM gpsbridge.fix_late
        UNION ALL SELECT count(*) FROM gpsbridge.batch UNION ALL SELECT count(*) FROM gpsbridge.last UNION ALL SELECT count(*) FROM gpsbridge.event
        UNION ALL SELECT count(*) FROM gpsbridge.refusals UNION ALL SELECT count(*) FROM gpsbridge.token
        UNION ALL SELECT count(*) FROM gpsbridge.device) AS x (rows)
      """, ["0"])
  }

  @Test func `let another installation have a name`() throws {
    var one = try SampleDevice("one", in: asked)
    let collector = try RunningCollector(database.settings())
    try collector.wait()
    #expect(try collector.send(one.token, one.batch(1...2)).word == .committed)
    one.installation = [UInt8](repeating: 9, count: 16)
    #expect(try collector.send(one.token, one.batch(1...2)).word == .secondInstallation)
    #expect(try run("device adopt acme/one").refusal == nil)
    #expect(try collector.send(one.token, one.batch(1...2)).word == .committed)
  }

  @Test func `name the role that is missing`() throws {
    #expect(try run("tenant list", role: "gpsbridge_read").refusal?.contains("gpsbridge_enroll") == true)
    try asked.execute("DROP SCHEMA gpsbridge CASCADE")
    #expect(try run("tenant list", role: nil).refusal?.contains("--create") == true)
  }
}

@Suite struct `A command line about devices` {
  private func command(_ text: String) throws -> EnrollmentCommand? {
    let words = text.split(separator: " ").map(String.init)
    let arguments = try CollectorArguments(words, .init(credentials: nil, file: "/nowhere"))
    guard case .enroll(let command) = arguments.action else { return nil }
    return command
  }

  @Test func `has its parts in any order of the flags`() throws {
    let (acme, one) = (try FleetName("acme", of: .tenant), try FleetName("one", of: .device))
    let device = FleetDevice(tenant: acme, name: one)
    #expect(try command("--database x tenant add acme --keep 7d") == .addTenant(acme, keep: 7))
    #expect(try command("device add acme/one --into d") == .addDevices([device], into: "d"))
    #expect(try command("device list") == .listDevices(nil))
    #expect(
      try command("device forget acme/one --from 2026-11-01Z --to 2026-11-27T06:00Z")
        == .forget(device, from: "2026-11-01Z", until: "2026-11-27T06:00Z"))
    #expect(try command("device revoke acme/one --token abcd1234") == .revoke(device, token: "abcd1234"))
  }
}
