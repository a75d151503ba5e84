import Glibc
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `gpsbridge publish` {
  private let folder: WorkFolder

  init() throws { folder = try WorkFolder() }

  private func publish(_ words: String) -> String {
    "publish --tenant acme --device truck-42 --store @/track.db \(words)"
  }

  @Test func `shows what is delivered and what would be sent, and refuses what can't be`() throws {
    let password = try folder.write("password", Array("geheim".utf8))
    unsafe chmod(password, 0o600)
    // A message has the path of what was imported, which is as long in any clone.
    try folder.write("walk.nmea", try Places.bytes(of: Places.morningWalk))
    try Transcript.expect(
      "publish", in: folder,
      [
        ("a store and both names are needed", [publish("--status"), "publish --tenant acme --status"]),
        (
          "it shows what is delivered, and how much would be sent",
          ["import --store @/track.db @/walk.nmea", publish("--status"), publish("--dry-run")]
        ),
        (
          "fewer positions are sent if some may be left out, by one rule",
          ["--within 2m", "--every 30s"].map { publish("--dry-run \($0)") }
        ),
        (
          "it names what it hands to guests, and refuses what they can't take",
          [
            publish("--status --format owntracks --live 5s"), publish("--status --format none"),
            "publish --tenant acme.org --device truck-42 --store @/track.db --status --home-assistant",
          ]
        ),
        (
          "a name that must be quoted anywhere is refused, with the rule",
          ["../..", "a/b", "+", "#", "x'·;·DROP·TABLE·fix;--", "<script>", "a\nb", "collector"].map {
            "publish --tenant \($0) --device truck-42 --store @/track.db --status"
          }
        ),
        (
          "the way to another machine is encrypted, with files that exist",
          [
            "", "mqtt://broker.example", "http://broker.example", "--dry-run mqtts://127.0.0.1:99999",
            "--dry-run mqtt://127.0.0.1 --cert @/none", "mqtts://broker.example --ca @/none.pem",
            "mqtts://broker.example --cert @/track.db", "mqtts://broker.example --password-file @/none",
            "mqtts://broker.example --password-file @/password",
          ].map(publish)
        ),
      ])
  }

  @Test func `takes the password that systemd passes to its unit, unless a file is named`() throws {
    #expect(try gpsbridge("import", "--store", folder("track.db"), Places.morningWalk).exit == 0)
    // A file that all users can read is refused, which shows that it is the one.
    let passed = try folder.write("gpsbridge-publish.password", Array("geheim".utf8))
    unsafe chmod(passed, 0o644)
    let begin = [
      "publish", "mqtts://broker.example", "--tenant", "acme", "--device", "truck", "--store",
      folder("track.db"), "--ca", folder("none.pem"),
    ]
    for (words, part) in [
      (["--user", "truck"], "all users can read the password file \(passed)"),
      ([], "none.pem, does not exist"),
      (
        ["--user", "truck", "--password-file", folder("other")],
        "can't read the password file \(folder("other"))"
      ),
    ] {
      let run = try gpsbridge(begin + words, environment: ["CREDENTIALS_DIRECTORY": folder.path])
      #expect(run.exit == 2 && run.message.contains(part), "\(words): \(run.message)")
    }
    let none = try gpsbridge(
      begin + ["--user", "truck"], environment: ["CREDENTIALS_DIRECTORY": folder("empty")])
    #expect(none.exit == 2 && none.message.contains("none.pem, does not exist"), "\(none.message)")
  }
}
