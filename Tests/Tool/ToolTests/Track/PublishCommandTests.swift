import Glibc
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite final class `gpsbridge publish`: FolderSuite {
  private let token = "gb1.k3v9q0ta." + String(repeating: "s", count: 43)

  private func publish(_ words: String) -> String { "publish --store @/track.db \(words)" }

  private func write(_ name: String, _ text: String, mode: mode_t = 0o600) throws {
    unsafe chmod(try folder.write(name, Array(text.utf8)), mode)
  }

  @Test func `shows what is delivered and what would be sent, and refuses what can't be`() throws {
    try write("token", token + "\n")
    try write("readable", token + "\n", mode: 0o644)
    try write("words", "geheim\n")
    // A message has the path of what was imported, which is as long in any clone.
    try folder.write("walk.nmea", try Places.bytes(of: Places.morningWalk))
    let guest = "https://home.example/pub --format owntracks"
    try Transcript.expect(
      "publish", in: folder,
      [
        "a store is needed": [publish("--status")],
        "it shows what is delivered, and how much would be sent": [
          "import --store @/track.db @/walk.nmea", publish("--status"),
          publish("https://fleet.example --status"), publish("https://fleet.example --dry-run"),
        ],
        "fewer positions are sent if some may be left out, by one rule": ["--within 2m", "--every 30s"].map {
          publish("https://fleet.example --dry-run \($0)")
        },
        "OwnTracks has names, and a message for each position": [
          publish("\(guest) --status"), publish("\(guest) --tenant home --device car --status"),
          publish("\(guest) --tenant home --device car --dry-run --every 30s"),
        ],
        "a name that must be quoted anywhere is refused, with the rule": [
          "../..", "a/b", "x'·;·DROP·TABLE·fix;--", "a\nb",
        ].map { publish("\(guest) --tenant \($0) --device car --status") },
        "the way to another machine is encrypted, with a token and files that exist": [
          "", "http://fleet.example", "mqtts://broker.example", "--dry-run https://127.0.0.1:99999",
          "https://fleet.example",
          "https://fleet.example --token-file @/none", "https://fleet.example --token-file @/readable",
          "https://fleet.example --token-file @/words",
          "https://fleet.example --token-file @/token --ca @/none.pem",
          "https://fleet.example --token-file @/token --cert @/track.db",
          "\(guest) --tenant home --device car --password-file @/words",
        ].map(publish),
      ])
  }

  @Test func `takes the token that systemd passes to its unit, unless a file is named`() throws {
    #expect(try gpsbridge("import", "--store", folder("track.db"), Places.morningWalk).exit == 0)
    // A file that all users can read is refused, which shows that it is the one.
    try write("gpsbridge-publish.token", token, mode: 0o644)
    let begin = ["publish", "https://fleet.example", "--store", folder("track.db")]
    for (words, part) in [
      ([], "all users can read the token file \(folder("gpsbridge-publish.token"))"),
      (["--token-file", folder("other")], "can't read the token file \(folder("other"))"),
    ] {
      let run = try gpsbridge(begin + words, environment: ["CREDENTIALS_DIRECTORY": folder.path])
      #expect(run.exit == 2 && run.message.contains(part), "\(words): \(run.message)")
    }
    let none = try gpsbridge(begin, environment: ["CREDENTIALS_DIRECTORY": folder("empty")])
    #expect(none.exit == 2 && none.message.contains("no token is set"), "\(none.message)")
  }
}
