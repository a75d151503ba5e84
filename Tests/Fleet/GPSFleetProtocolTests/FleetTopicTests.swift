import GPSFleetProtocol
import Testing

@Suite struct `A topic of the fleet` {
  @Test func `names a tenant, a device and a lane, or a collector`() throws {
    let device = FleetDevice(
      tenant: try FleetName("acme", of: .tenant), name: try FleetName("truck-4.2_x", of: .device))
    for lane in FleetTopic.Lane.allCases {
      let topic = FleetTopic.device(device, lane)
      #expect(FleetTopic("\(topic)") == topic)
    }
    #expect("\(FleetTopic.device(device, .acknowledgement))" == "gpsbridge/v1/acme/truck-4.2_x/ack")
    let collector = FleetTopic.collector(try FleetName("c1", of: .collector))
    #expect("\(collector)" == "gpsbridge/v1/collector/c1/state" && FleetTopic("\(collector)") == collector)
    #expect(FleetTopic.filter(.fix) == "gpsbridge/v1/+/+/fix")
    #expect(FleetTopic.filter(.fix, of: device.tenant) == "gpsbridge/v1/acme/+/fix")
    #expect(device.client == "gpsbridge-acme-truck-4.2_x")
  }

  @Test(arguments: [
    "x' ; DROP TABLE fix;--", "<script>", "../..", "a/b", "+", "#", "a\nb", "", ".", "..", ".hidden", "-rf",
    "_x",
    "\"}", "é", "a b", String(repeating: "a", count: 65), String(repeating: "a", count: 300), "a\u{0}",
  ])
  func `has no name that must be quoted anywhere`(text: String) {
    for role in [FleetName.Role.tenant, .device, .collector] {
      #expect(throws: FleetName.Fault.self) { try FleetName(text, of: role) }
    }
    #expect(FleetTopic("gpsbridge/v1/acme/\(text)/fix") == nil)
    #expect(FleetTopic("gpsbridge/v1/\(text)/truck/fix") == nil)
    #expect(FleetTopic("gpsbridge/v1/collector/\(text)/state") == nil)
  }

  @Test func `has one text for each pair of names, and an ordinary pair has the names themselves`() throws {
    func device(_ tenant: String, _ name: String) throws -> FleetDevice {
      FleetDevice(tenant: try FleetName(tenant, of: .tenant), name: try FleetName(name, of: .device))
    }
    #expect(try device("acme", "truck-4.2").joined(by: ".") == "acme.truck-4.2")
    #expect(try device("acme", "truck-4.2").client == "gpsbridge-acme-truck-4.2")
    #expect(try device("a.b", "c").joined(by: ".") == "a..b.c")
    #expect(try device("a-b", "c").client == "gpsbridge-a--b-c")
    // All names of up to four characters, with a collector's text.
    var names = ["collect", "collect-a", "collect-a-b"]
    for _ in 1...4 { names += ["a"] + names.flatMap { [$0 + "a", $0 + "-", $0 + "."] } }
    let short = Set(names.filter { $0.utf8.count <= 4 || $0.hasPrefix("collect") && $0.utf8.count <= 11 })
    let devices = try short.sorted().flatMap { tenant in
      try short.sorted().map { try device(tenant, $0) }
    }
    #expect(Set(devices.map { $0.joined(by: ".") }).count == devices.count)
    #expect(Set(devices.map(\.client)).count == devices.count)
    let collectors = short.map { "gpsbridge-collect-\($0)" }
    #expect(Set(collectors).isDisjoint(with: devices.map(\.client)))
  }

  @Test func `has names of up to 64 letters, digits, dots, underscores and hyphens`() throws {
    for text in ["a", "7", "Z.-_", String(repeating: "a", count: 64)] {
      #expect(try FleetName(text, of: .tenant).description == text)
    }
  }

  @Test func `leaves the tenant collector to the collectors`() throws {
    #expect(throws: FleetName.Fault.self) { try FleetName("collector", of: .tenant) }
    _ = try FleetName("collector", of: .device)
    #expect(FleetTopic("gpsbridge/v1/collector/c1/fix") == nil)
    #expect(FleetTopic("gpsbridge/v1/acme/collector/fix") != nil)
  }

  @Test func `explains the rule that a name breaks, without its control characters`() {
    do {
      _ = try FleetName("a/\u{1B}[2J", of: .tenant)
      Issue.record("no error")
    } catch {
      #expect(
        error.description == """
          found the tenant name "a/\\x1b[2J"; expected 1 to 64 letters, digits, dots, underscores and hyphens, the first \
          a letter or a digit, and not "collector"
          """)
    }
  }

  @Test(arguments: [
    "", "gpsbridge", "gpsbridge/v2/a/b/fix", "gpsbridge/v1/a/b", "gpsbridge/v1/a/b/fix/x",
    "gpsbridge/v1/a/b/cmd",
    "gpsbridge/v1//b/fix", "gpsbridge/v1/a/b/fix/", "$SYS/broker/uptime",
  ])
  func `is none with another root, number of parts or lane`(text: String) { #expect(FleetTopic(text) == nil) }
}
