import Glibc
import TestSupport
import Testing

/// The units as systemd itself judges them; what they do with a receiver is tried in the machine of `make usb-test`.
@Suite(.enabled(if: Units.analyzer != nil, "systemd-analyze judges units, and is not there"))
struct `The units` {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    // systemd wants what a unit starts to be there.
    try folder.write("bin/gpsbridge", "#!/bin/sh\n", mode: 0o755)
    for name in Units.names {
      let text = try contents(of: "\(RulesFolder.path)/units/\(name)")
      try folder.write(
        name.split(separator: "@.").joined(separator: name.contains("publish") ? "@gpsbridge." : "@ttyACM0."),
        text.replacing("/usr/local/bin/", with: "\(folder.path)/bin/"))
    }
  }

  private func analyze(_ words: String..., of unit: String) throws -> ScriptRun {
    try ScriptRun([try #require(Units.analyzer)] + words + ["\(folder.path)/\(unit)"])
  }

  @Test(arguments: Units.instances) func `say nothing that systemd does not understand`(_ unit: String) throws
  {
    let run = try analyze("verify", "--man=no", of: unit)
    #expect(run.status == 0)
    #expect(run.output.split(separator: "\n").filter { $0.contains("gpsbridge") } == [])
  }

  @Test func `with a word that systemd does not know would be found`() throws {
    let text = try folder.text("gpsbridge.service").replacing("ProtectHome=", with: "ProtectHomes=")
    try folder.write("gpsbridge.service", text)
    #expect(try analyze("verify", "--man=no", of: "gpsbridge.service").output.contains("ProtectHomes"))
  }

  /// systemd counts from 0 to 10, and calls 2 and less OK; it says 1.2 and 1.5, and 9.6 of a unit without any of this.
  @Test(.enabled(if: Units.judgesFiles, "needs systemd 250"), arguments: Units.services)
  func `leave little to whoever takes the program over`(_ unit: String) throws {
    let run = try analyze("security", "--offline=true", "--threshold=15", of: unit)
    #expect(run.status == 0, "\(run.lines.last ?? "it says nothing")")
    #expect(try analyze("security", "--offline=true", "--threshold=5", of: unit).status != 0)
  }

  @Test func `differ only in what they record, and when`() throws {
    let parts = try ["gpsbridge.service", "gpsbridge@.service"].map { name in
      let text = try contents(of: "\(RulesFolder.path)/units/\(name)")
      let common = try #require(text.firstRange(of: "\nRestart=")).lowerBound
      let end = text.firstRange(of: "\n[Install]")?.lowerBound ?? text.endIndex
      return text[common..<end].split(separator: "\n")
    }
    #expect(parts[0] == parts[1])
    #expect(parts[0].contains("DynamicUser=yes"))
  }

  /// What was seen to end all clients, or the machine, with systemd 252 and 257.
  @Test func `that serve keep clients over a restart, and systemd from harm`() throws {
    let text = try contents(of: "\(RulesFolder.path)/units/gpsbridge-serve.service")
    let lines = Set(text.split(separator: "\n"))
    for line in [
      "Type=notify", "FileDescriptorStoreMax=256", "StartLimitIntervalSec=0", "Restart=always",
      "DynamicUser=yes", "PrivateUsers=yes", "IPAddressDeny=any", "IPAddressAllow=localhost",
      "Requires=gpsbridge-gpsd.socket",
    ] { #expect(lines.contains(Substring(line)), "\(line)") }
    for word in ["RestartPreventExitStatus=", "RestartSteps=", "RuntimeDirectory=", "notify-reload"] {
      #expect(!text.contains(word), "\(word)")
    }
    let socket = try contents(of: "\(RulesFolder.path)/units/gpsbridge-gpsd.socket").split(separator: "\n")
    for line in ["FileDescriptorName=gpsd", "Service=gpsbridge-serve.service", "IPAddressDeny=any"] {
      #expect(socket.contains(Substring(line)), "\(line)")
    }
    #expect(
      socket.filter { $0.hasPrefix("ListenStream=") } == [
        "ListenStream=127.0.0.1:2947", "ListenStream=[::1]:2947",
      ])
  }

  @Test func `that publish read the folder of their recorder, and open no device`() throws {
    let text = try contents(of: "\(RulesFolder.path)/units/gpsbridge-publish@.service")
    let lines = text.split(separator: "\n")
    // Without a path a missing password is no error; another user than root has no file that the unit's dynamic user can read.
    for line in [
      "User=%i", "StateDirectory=%i", "DynamicUser=yes", "PrivateDevices=yes",
      "LoadCredential=gpsbridge-publish.password",
    ] { #expect(lines.contains(Substring(line)), "\(line)") }
    // With the same folder and the same variable, `auto` is the same file for both.
    let recorder = try contents(of: "\(RulesFolder.path)/units/gpsbridge.service").split(separator: "\n")
    for line in ["User=gpsbridge", "StateDirectory=gpsbridge", "StateDirectoryMode=0700", "UMask=0077"] {
      #expect(recorder.contains(Substring(line)), "\(line)")
    }
    let shared = ["StateDirectoryMode=", "UMask=", "Environment="]
    let same = { (lines: [Substring]) in lines.filter { line in shared.contains { line.hasPrefix($0) } } }
    #expect(same(lines) == same(recorder) && same(lines).count == 3)
    #expect(!lines.contains { $0.hasPrefix("DeviceAllow=") || $0.hasPrefix("SupplementaryGroups=") })
  }

  @Test func `that collect report their progress, own nothing, and read secrets from systemd`() throws {
    let text = try contents(of: "\(RulesFolder.path)/collector/gpsbridge-collect.service")
    let lines = text.split(separator: "\n")
    for line in [
      "Type=notify", "ExecStart=/usr/local/bin/gpsbridge-collect", "WatchdogSec=60", "Restart=always",
      "RestartPreventExitStatus=2", "DynamicUser=yes", "PrivateUsers=yes", "PrivateDevices=yes",
      "LoadCredential=gpsbridge-collect.database", "LoadCredential=gpsbridge-collect.token",
    ] { #expect(lines.contains(Substring(line)), "\(line)") }
    // A credential with a path must exist, and most collectors need only one of them.
    #expect(!text.contains("LoadCredential=gpsbridge-collect.database:"))
    for word in ["DeviceAllow=", "SupplementaryGroups=", "StateDirectory="] {
      #expect(!lines.contains { $0.hasPrefix(word) }, "\(word)")
    }
  }

  @Test(.enabled(if: Units.analyzer != nil && Units.judgesFiles, "systemd-analyze is missing or old"))
  func `that collect are confined as the others`() throws {
    let analyzer = try #require(Units.analyzer)
    let path = "\(RulesFolder.path)/collector/gpsbridge-collect.service"
    let run = try ScriptRun([analyzer, "security", "--offline=yes", "--threshold=15", "--no-pager", path])
    #expect(run.status == 0, "\(run.output.suffix(200))")
  }

  /// systemd removes `/run/gpsbridge` with all in it at each restart of a service that has it as its folder.
  @Test func `that pass a socket of sentences let every user in, and last over a restart`() throws {
    let text = try contents(of: "\(RulesFolder.path)/units/gpsbridge-nmea.socket")
    let lines = text.split(separator: "\n")
    for line in [
      "FileDescriptorName=nmea-unix", "Service=gpsbridge-serve.service", "SocketMode=0666",
      "WantedBy=sockets.target",
    ] { #expect(lines.contains(Substring(line)), "\(line)") }
    #expect(lines.filter { $0.hasPrefix("Listen") } == ["ListenStream=/run/gpsbridge-nmea.sock"])
    let service = try contents(of: "\(RulesFolder.path)/units/gpsbridge-serve.service")
    #expect(!service.contains("nmea"), "who does not enable it has no such socket")
  }
}

private enum Units {
  static let names = [
    "gpsbridge.service", "gpsbridge@.service", "gpsbridge-serve.service", "gpsbridge-gpsd.socket",
    "gpsbridge-nmea.socket", "gpsbridge-publish@.service",
  ]
  static let services = [
    "gpsbridge.service", "gpsbridge@ttyACM0.service", "gpsbridge-serve.service",
    "gpsbridge-publish@gpsbridge.service",
  ]
  static let instances = services + ["gpsbridge-gpsd.socket", "gpsbridge-nmea.socket"]
  private static let places: [String] = ["/usr/bin/systemd-analyze", "/bin/systemd-analyze"]
  static let analyzer = places.first { unsafe access($0, X_OK) == 0 }

  /// Before systemd 250 only units that were installed could be judged.
  static let judgesFiles: Bool = {
    guard let analyzer, let words = try? ScriptRun([analyzer, "--version"]).output.split(separator: " ")
    else {
      return false
    }
    return words.count > 1 && (Int(words[1]) ?? 0) >= 250
  }()
}
