import TestSupport
import Testing

/// Files for geoclue and Avahi, which are written only where they are asked for by name.
@Suite struct `Installing for geoclue and Avahi` {
  private let folder: TestFolder
  private let settings = "etc/geoclue/conf.d/gpsbridge.conf"
  private let announcement = "etc/avahi/services/gpsbridge.service"

  init() throws { folder = try TestFolder() }

  @Test func `happens only where it is asked for`() throws {
    #expect(try folder.run("install").status == 0)
    #expect(!folder.has("etc/geoclue") && !folder.has("etc/avahi"))
  }

  @Test func `leads geoclue to the socket of the unit, and is taken away with its folders`() throws {
    for _ in 0..<2 { #expect(try folder.run("install", "geoclue").status == 0) }
    let lines = try folder.text(settings).split(separator: "\n")
    let unit = try contents(of: "\(RulesFolder.path)/units/gpsbridge-nmea.socket")
    let path = try #require(unit.split(separator: "\n").first { $0.hasPrefix("ListenStream=") }).dropFirst(13)
    #expect(lines.filter { !$0.hasPrefix("#") } == ["[network-nmea]", "nmea-socket=\(path)"], "\(lines)")
    #expect(try folder.run("uninstall").status == 0)
    #expect(!folder.has("etc"))
  }

  /// The first has the folder's name in it, as 2.7 has; the second has not, as 2.6.
  @Test(arguments: [("/etc/geoclue/conf.d/", true), ("/etc/geoclue/geoclue.conf", false)])
  func `prints two lines where geoclue reads no file of ours`(_ text: String, _ reads: Bool) throws {
    let variables = [
      "DESTDIR": "", "GEOCLUEDIR": folder.path + "/conf.d",
      "GEOCLUE": try folder.write("geoclue", "\u{7F}ELF\u{1}\(text)\u{1}", mode: 0o755),
    ]
    let run = try folder.run("install", "geoclue", with: variables)
    #expect(run.status == 0, "\(run.output)")
    #expect(folder.has("conf.d/gpsbridge.conf") == reads)
    let lines = ["  [network-nmea]", "  nmea-socket=/run/gpsbridge-nmea.sock"]
    #expect(lines.allSatisfy(run.lines.contains) != reads, "\(run.output)")
    #expect(run.output.contains("gpsbridge-nmea.socket"))
    #expect(try folder.run("uninstall", "geoclue", with: variables).status == 0)
    #expect(!folder.has("conf.d"))
  }

  /// Lines as the kernel writes them: a port of this machine, the same of the other family, another port, a connection.
  @Test(arguments: [
    ("0100007F:277E 00000000:0000 0A", false), ("0100007F:277D 00000000:0000 0A", false),
    ("00000000000000000000000001000000:277E 00000000000000000000000000000000:0000 0A", false),
    ("00000000:0B83 00000000:0000 0A", false), ("0A01A8C0:277E 0B01A8C0:9C40 01", false),
    ("00000000:277E 00000000:0000 0A", true), ("0A01A8C0:277E 00000000:0000 0A", true),
    ("00000000000000000000000000000000:277E 00000000000000000000000000000000:0000 0A", true),
  ])
  func `tells the network of a port only where others reach it, or somebody says so`(
    _ line: String, _ isOpen: Bool
  ) throws {
    try folder.write("net/tcp6", "  sl  local_address rem_address   st\n   0: \(line) 00000000:00000000\n")
    let run = try folder.run("install", "avahi", with: ["PROC_NET": folder.path + "/net"])
    #expect(run.status == (isOpen ? 0 : 1))
    #expect(folder.has(announcement) == isOpen)
    if !isOpen { #expect(run.output.contains("sudo make install-avahi OPEN=yes"), "\(run.output)") }
  }

  @Test func `announces the port as geoclue wants it, in XML that is right`() throws {
    for _ in 0..<2 { #expect(try folder.run("install", "avahi", with: ["OPEN": "yes"]).status == 0) }
    let text = try folder.text(announcement)
    for part in [
      "<type>_nmea-0183._tcp</type>", "<port>10110</port>", "<txt-record>accuracy=exact</txt-record>",
    ] { #expect(text.contains(part), "\(part)") }
    let check = try ScriptRun(["xmllint", "--nonet", "--noout", "\(folder.path)/\(announcement)"])
    #expect(check.status == 0 || check.status == 127, "\(check.output)")
    #expect(try folder.run("install", "avahi", with: ["OPEN": "perhaps"]).output.contains("Expected: yes"))
    let nowhere = try folder.run(
      "install", "avahi", with: ["DESTDIR": "", "AVAHIDIR": "/nowhere/services", "OPEN": "yes"])
    #expect(nowhere.status == 1 && nowhere.output.contains("there is no Avahi here"))
    #expect(try folder.run("uninstall", "avahi").status == 0)
    #expect(!folder.has("etc"))
  }

  @Test func `leaves alone what somebody has changed, and a folder that has more in it`() throws {
    #expect(try folder.run("install", "geoclue").status == 0)
    try folder.write(settings, try folder.text(settings) + "# mine\n")
    let refused = try folder.run("install", "geoclue")
    #expect(refused.status == 1)
    #expect(
      refused.output.contains("gpsbridge.conf was changed since it was installed."), "\(refused.output)")
    #expect(try folder.run("uninstall", "geoclue").status == 1)
    #expect(try folder.text(settings).hasSuffix("# mine\n"))
    #expect(try folder.run("install", "avahi", with: ["OPEN": "yes"]).status == 0)
    try folder.write("etc/avahi/services/other.service", "<service-group/>\n")
    #expect(try folder.run("uninstall", "avahi").status == 0)
    #expect(!folder.has(announcement) && folder.has("etc/avahi/services/other.service"))
  }
}
