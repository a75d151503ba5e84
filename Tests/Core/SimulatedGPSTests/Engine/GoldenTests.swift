import SimulatedGPS
import Testing

/// The same seed gives the same bytes: on this machine, on another, in a debug build and in a release.
///
/// A fingerprint changes whenever anything about the simulator changes; then look at what it says before and after,
/// and put the new one here.
@Suite struct `The bytes of a seed` {
  @Test(arguments: Golden.fingerprints)
  func `are the same everywhere`(golden: Golden) throws {
    var all: [UInt8] = []
    for scenario in try Scenario.receivers(parsing: golden.text) { all += bytes(scenario, seconds: 150) }
    #expect(all.count == golden.count && fingerprint(all) == golden.fingerprint, "\(golden.line(all))")
  }

  @Test func `have a fingerprint for each ready-made scenario and each dialect`() {
    for name in Scenario.all.map(\.name) + ["multi"] {
      #expect(Golden.fingerprints.contains { $0.text.dropFirst(4).prefix { $0 != "?" } == name }, "\(name)")
    }
    for dialect in Dialect.all {
      #expect(Golden.fingerprints.contains { $0.text.contains("dialect=\(dialect.name)") }, "\(dialect.name)")
    }
  }
}

/// A scenario and what 150 seconds of it come to.
struct Golden: Sendable, CustomTestStringConvertible {
  var text: String
  var count: Int
  var fingerprint: UInt64

  init(_ text: String, _ count: Int, _ fingerprint: UInt64) {
    self.text = text
    self.count = count
    self.fingerprint = fingerprint
  }

  var testDescription: String { text }

  /// How the line below would have to look.
  func line(_ bytes: [UInt8]) -> String {
    "Golden(\"\(text)\", \(bytes.count), 0x\(String(SimulatedGPSTests.fingerprint(bytes), radix: 16, uppercase: true))),"
  }
}
