import Glibc
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `gpsbridge publish` {
  private let folder: WorkFolder

  init() throws { folder = try WorkFolder() }

  private func tool(_ words: [String], credentials: String? = nil) throws -> Run {
    var environment = ["TZ": "UTC"]
    environment["CREDENTIALS_DIRECTORY"] = credentials
    return try gpsbridge(words, environment: environment)
  }

  private func publish(_ words: String..., tenant: String = "acme", device: String = "truck-42") throws -> Run
  { try publish(words, tenant: tenant, device: device) }

  private func publish(_ words: [String], tenant: String = "acme", device: String = "truck-42") throws -> Run
  {
    try tool(["publish", "--tenant", tenant, "--device", device, "--store", folder("track.db")] + words)
  }

  @Test func `shows what is delivered, and how much would be sent`() throws {
    #expect(try tool(["import", "--store", folder("track.db"), Places.morningWalk]).exit == 0)
    let status = try publish("--status")
    #expect(
      status.exit == 0 && status.output == "acme/truck-42: 0 delivered, 274 to send\n", "\(status.message)")
    let plan = try publish("--dry-run")
    let words = plan.lines.last?.split(separator: " ") ?? []
    #expect(
      plan.exit == 0 && plan.lines.count == 2 && plan.lines[1].hasPrefix("1 message, "), "\(plan.output)")
    for broker in [
      ["http://x"], ["mqtts://127.0.0.1:99999"], ["mqtt://127.0.0.1", "--cert", folder("none")],
    ] {
      #expect(try publish(["--dry-run"] + broker).exit == 2, "\(broker)")
    }
    #expect(words.count == 4 && (1000...6000).contains(Int(words[2]) ?? 0), "\(plan.output)")
  }

  @Test func `sends fewer positions if some may be left out, by one rule`() throws {
    #expect(try tool(["import", "--store", folder("track.db"), Places.morningWalk]).exit == 0)
    func bytes(_ words: [String]) throws -> Int {
      let run = try tool(
        ["publish", "--tenant", "acme", "--device", "truck", "--store", folder("track.db"), "--dry-run"]
          + words)
      #expect(run.exit == 0, "\(run.message)")
      return Int(run.lines.last?.split(separator: " ").dropFirst(2).first ?? "") ?? 0
    }
    let all = try bytes([])
    for words in [["--within", "2m"], ["--every", "30s"]] {
      let some = try bytes(words)
      #expect(some > 100 && some < all * 2 / 3, "\(words): \(some) of \(all)")
    }
  }

  @Test func `names what it hands to guests, and refuses what they can't take`() throws {
    #expect(try tool(["import", "--store", folder("track.db"), Places.morningWalk]).exit == 0)
    // Nothing is delivered to a guest, which commits nothing.
    let status = try publish("--status", "--format", "owntracks", "--live", "5s")
    #expect(
      status.exit == 0
        && status.output == "acme/truck-42, owntracks: 0 entries handed over or left out, 274 to go\n"
          + "acme/truck-42, live: up to entry 0 handed over; the store has 274\n",
      "\(status)")
    for (words, tenant, part) in [
      (["--format", "none"], "acme", "leaves nothing to send"),
      (["--home-assistant"], "acme.org", "names in its topics have no dots"),
    ] {
      let run = try publish(["--status"] + words, tenant: tenant)
      #expect(run.exit == 2 && run.message.contains(part), "\(words): \(run.message)")
    }
  }

  @Test(arguments: ["../..", "a/b", "+", "#", "x' ; DROP TABLE fix;--", "<script>", "a\nb", "collector"])
  func `refuses a name that must be quoted anywhere, with the rule`(name: String) throws {
    let run = try publish("--status", tenant: name)
    #expect(run.exit == 2 && run.message.contains("expected 1 to 64 letters, digits"), "\(run.message)")
  }

  @Test func `encrypts the way to another machine, with files that exist`() throws {
    #expect(try tool(["import", "--store", folder("track.db"), Places.morningWalk]).exit == 0)
    let password = try folder.write("password", Array("geheim".utf8))
    unsafe chmod(password, 0o600)
    for (words, part) in [
      (["mqtt://broker.example"], "unencrypted"), (["http://broker.example"], "expected mqtts://HOST"),
      (["mqtts://broker.example", "--ca", folder("none.pem")], "does not exist"),
      (["mqtts://broker.example", "--cert", folder("track.db")], "belong together"),
      (["mqtts://broker.example", "--password-file", folder("none")], "can't read the password file"),
      (["mqtts://broker.example", "--password-file", password], "without a user"), ([], "no broker"),
    ] {
      let run = try tool(
        ["publish", "--tenant", "acme", "--device", "truck", "--store", folder("track.db")] + words)
      #expect(run.exit == 2 && run.message.contains(part), "\(words): \(run.message)")
    }
  }

  @Test func `takes the password that systemd passes to its unit, unless a file is named`() throws {
    #expect(try tool(["import", "--store", folder("track.db"), Places.morningWalk]).exit == 0)
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
      let run = try tool(begin + words, credentials: folder.path)
      #expect(run.exit == 2 && run.message.contains(part), "\(words): \(run.message)")
    }
    let none = try tool(begin + ["--user", "truck"], credentials: folder("empty"))
    #expect(none.exit == 2 && none.message.contains("none.pem, does not exist"), "\(none.message)")
  }

  @Test func `needs both names, and a store`() throws {
    let nameless = try tool(["publish", "--tenant", "acme", "--status"])
    #expect(nameless.exit == 2 && nameless.message.contains("the device has no name"))
    let storeless = try publish("--status")
    #expect(storeless.exit == 3 && storeless.message.contains("track.db"), "\(storeless.message)")
  }
}
