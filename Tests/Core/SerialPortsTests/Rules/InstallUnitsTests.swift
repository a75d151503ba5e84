import TestSupport
import Testing

@Suite struct `Installing the units` {
  private let folder: TestFolder
  private static let names = [
    "gpsbridge.service", "gpsbridge@.service", "gpsbridge-gpsd.socket", "gpsbridge-nmea.socket",
    "gpsbridge-serve.service", "gpsbridge-publish@.service",
  ]
  private let usual = "usr/local/lib/systemd/system/"

  init() throws { folder = try TestFolder() }

  /// Programs of these names note what they are asked, and fail if a variable says so.
  private func withSystemctl() throws -> [String: String] {
    try folder.write(
      "bin/systemctl", "#!/bin/sh\necho \"$*\" >>\"$NOTES\"\nexit ${SYSTEMCTL_STATUS:-0}\n", mode: 0o755)
    try folder.write("running", "")
    return [
      "DESTDIR": "", "UNITSDIR": folder.path + "/units", "SYSTEMD_RUNS": folder.path + "/running",
      "NOTES": folder.path + "/notes", "PATH": folder.path + "/bin:/usr/bin:/bin",
    ]
  }

  @Test(arguments: [
    ("", "usr/local/lib/systemd/system/", "/usr/local"), ("/usr", "usr/lib/systemd/system/", "/usr"),
    ("/usr/", "usr/lib/systemd/system/", "/usr"), ("/opt/gps-1.0", "etc/systemd/system/", "/opt/gps-1.0"),
  ])
  func `puts them where systemd looks, and has them run what was installed there`(
    _ prefix: String, _ place: String, _ runs: String
  ) throws {
    let run = try folder.run("install", "units", with: ["PREFIX": prefix])
    #expect(run.status == 0)
    #expect(
      run.lines == Self.names.map { "wrote \(folder.path)/\(place)\($0)" } + [
        "DESTDIR is set, so systemd was told nothing."
      ])
    for name in Self.names {
      let lines = try folder.text(place + name).split(separator: "\n")
      let verb = ["serve", "publish"].first(where: name.contains) ?? "record "
      let count = lines.count { $0.hasPrefix("ExecStart=\(runs)/bin/gpsbridge \(verb)") }
      #expect(count == (name.hasSuffix(".socket") ? 0 : 1), "\(name)")
      #expect(lines.last?.hasPrefix("# Written by the install-rules of gpsbridge. ") == true)
    }
    #expect(!folder.has("etc/udev"))
    #expect(try folder.run("uninstall", "units", with: ["PREFIX": prefix]).status == 0)
    #expect(Self.names.allSatisfy { !folder.has(place + $0) })
  }

  @Test func `comes with the rules unless one of both is asked for`() throws {
    #expect(try folder.run("install").status == 0)
    #expect(folder.has("etc/udev/rules.d/" + RulesFolder.main))
    #expect(folder.has(usual + "gpsbridge.service"))
    #expect(try folder.run("uninstall", "rules").status == 0)
    #expect(!folder.has("etc/udev/rules.d/" + RulesFolder.main))
    #expect(folder.has(usual + "gpsbridge.service"))
    #expect(try folder.run("uninstall").status == 0)
    let nothing = try folder.run("uninstall")
    #expect(
      nothing.output == "There is nothing of gpsbridge in \(folder.path)/etc/udev/rules.d"
        + " and \(folder.path)/usr/local/lib/systemd/system and \(folder.path)/etc/geoclue/conf.d"
        + " and \(folder.path)/etc/avahi/services.\n")
    #expect(
      try folder.run("install", "unit").output
        == "install-rules: expected rules, units, geoclue or avahi, found 'unit'\n")
  }

  @Test func `writes nothing at all where somebody's unit is in the way`() throws {
    try folder.write(usual + "gpsbridge@.service", "[Service]\n")
    let run = try folder.run("install")
    #expect(run.status == 1)
    #expect(run.output.contains("gpsbridge@.service was not installed by this script, perhaps by a package."))
    #expect(!folder.has("etc/udev/rules.d/" + RulesFolder.main))
    #expect(!folder.has(usual + "gpsbridge.service"))
    let removal = try folder.run("uninstall", "units")
    #expect(removal.status == 1)
    #expect(try folder.text(usual + "gpsbridge@.service") == "[Service]\n")
  }

  @Test(arguments: ["relative", "/with space", "/per%cent", "/a\"quote", "/a\nline"])
  func `refuses a prefix that would mean something else in a unit`(_ prefix: String) throws {
    let run = try folder.run("install", with: ["PREFIX": prefix])
    #expect(run.status == 1)
    #expect(run.output.contains("Expected for units: an absolute path of letters, digits and / . _ + -"))
    #expect(!folder.has("etc"))
  }

  @Test func `has a running systemd read them, and starts nothing`() throws {
    let variables = try withSystemctl()
    let run = try folder.run("install", "units", with: variables)
    #expect(run.status == 0 && run.output.contains("sudo systemctl enable --now gpsbridge "))
    #expect(try folder.text("notes") == "daemon-reload\n")
    let failing = try folder.run(
      "install", "units", with: variables.merging(["SYSTEMCTL_STATUS": "1"]) { $1 })
    #expect(failing.status == 1)
    #expect(failing.output.contains("install-units: systemd would not read its units again."))
  }

  @Test func `stops what runs before it takes the units away`() throws {
    let variables = try withSystemctl()
    #expect(try folder.run("install", "units", with: variables).status == 0)
    try folder.write("notes", "")
    #expect(try folder.run("uninstall", "units", with: variables).status == 0)
    #expect(
      try folder.text("notes").split(separator: "\n") == [
        "--quiet disable --now gpsbridge.service",
        "--quiet disable --now gpsbridge-gpsd.socket gpsbridge-nmea.socket gpsbridge-serve.service",
        "--quiet disable gpsbridge-publish@gpsbridge.service gpsbridge-publish@gpsbridge-serve.service",
        "stop gpsbridge-publish@*.service", "stop gpsbridge@*.service", "daemon-reload",
      ])
    #expect(!folder.has("units/gpsbridge.service"))
  }
}
