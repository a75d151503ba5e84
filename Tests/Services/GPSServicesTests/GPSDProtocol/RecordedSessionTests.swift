import Testing

@testable import GPSDProtocol

/// What a real gpsd was asked, asked of ours: the same classes in the same order, with the same keys.
@Suite struct `A session that was recorded with gpsd` {
  /// Where we answer otherwise, and why.
  private static let differences: [String: (classes: [String], why: String)] = [
    "?VERSION\n": (["VERSION"], "a line end ends a request"), "?VERSION": ([], "it has not ended yet"),
    // Behind the one above.
    "?POLL;": (["VERSION", "POLL"], "the one before has ended where this one begins"),
    "?WATCH={\"enable\":tru\n": (["ERROR", "DEVICES", "WATCH"], "half a value is an error"),
    "?WATCH={\"enable\":false,\"json\":{\"a\":1}};\n": (
      ["ERROR", "DEVICES", "WATCH"], "the error comes first, and what follows is not a request"
    ),
    "?WATCH={\"enable\":false};junk\n": (["DEVICES", "WATCH"], "what does not begin with ? is passed over"),
    "?DEVICE={\"hexdata\":\"2450\"};\n": (["ERROR"], "nothing is written here"),
    "?DEVICE={\"path\":\"/dev/ttyUSB0\",\"bps\":19200};\n": (["ERROR"], "no setting is changed"),
    "?DEVICE={\"path\":\"/dev/ttyUSB0\",\"native\":1};\n": (["ERROR"], "no setting is changed"),
    "?DEVICE={\"cycle\":0.2};\n": (["ERROR"], "no setting is changed"),
    "?WATCH={};\n": (["DEVICES", "WATCH"], "an empty object is one"),
    "?DEVICE={\"bps\":\"x\"};\n": (["ERROR"], "one error is enough"),
  ]

  private static let files = [
    ("requests.txt", 1), ("device.txt", 1), ("no-device.txt", 0), ("policies.txt", 1),
    ("two-receivers.txt", 2),
  ]

  /// What is told without being asked.
  private static let reports = ["TPV", "SKY", "GST", "TOFF"]

  @Test(
    .enabled(
      if: RecordedSession.all(in: "requests.txt") != nil, "skipped: the recorded sessions are not there"),
    arguments: files)
  func `is answered alike`(file: String, devices: Int) throws {
    let sessions = try #require(RecordedSession.all(in: file))
    var compared = 0
    for session in sessions {
      var client = Client((0..<devices).map { Client.device($0) }, rules: Self.rules)
      var asked = ""
      var expected: [String] = []
      var before = 0
      func compare() {
        defer { (before, expected) = (client.lines.count, []) }
        guard !asked.isEmpty else { return }
        let ours = Array(client.lines[before...])
        let wanted = Self.differences[asked]?.classes ?? expected.map(Client.classOf)
        #expect(ours.map(Client.classOf) == wanted, "\(file), \(session.title): \(asked)")
        guard Self.differences[asked] == nil else { return }
        // Of epochs nothing was told here.
        for (one, other) in zip(ours, expected) where !other.contains(#""tpv":[{"#) {
          #expect(Self.keys(one).isSubset(of: Self.keys(other).union(Self.ours)), "\(one)\n\(other)")
          #expect(Self.keys(other).isSubset(of: Self.keys(one).union(Self.theirs)), "\(one)\n\(other)")
        }
        compared += 1
      }
      for said in session.said {
        switch said {
        case .client(let words):
          compare()
          asked = words
          client.say(words)
        case .server(let line):
          let name = Client.classOf(line)
          if line.hasPrefix("{"), !Self.reports.contains(name) { expected.append(line) }
        }
      }
      compare()
    }
    #expect(compared > 0)
  }

  private static var rules: ServiceRules {
    var rules = Client.rules
    rules.greetsWithFix = false
    return rules
  }

  /// Keys that only we have, and that only gpsd has: its objects about epochs are not compared here.
  private static let ours: Set<String> = []
  private static let theirs: Set<String> = []

  /// The keys of an object, those of the first one within it too; not those of an epoch.
  private static func keys(_ line: String) -> Set<String> {
    guard !line.contains(#""tpv":[{"#) else { return [] }
    return Set(
      line.split(separator: "\"").filter { $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } }.map(
        String.init
      )
      .filter { line.contains("\"\($0)\":") })
  }
}
