import FoundationEssentials
import GPSBridge
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSWeb
@testable import GPSWebHost

/// What all routes say of one receiver at one moment.
private struct Told {
  var health: (status: Int, words: String)
  var metrics: [String]
  var fix: JSONValue
  var plain: String

  init(_ house: House) throws {
    let answer = try house.answer("/healthz")
    health = (answer.status, answer.body)
    metrics = try house.answer("/metrics").body.split(separator: "\n").map(String.init)
    fix = try JSONReader.read(try house.answer("/fix.json").body)
    plain = try house.answer("/plain").body
  }

  func figure(_ name: String) -> Double? {
    let line = metrics.first { $0.hasPrefix(name + "{") }
    return line.flatMap { $0.split(separator: " ").last }.flatMap { Double($0) }
  }

  /// The state in the heading of the page without scripts, without an age.
  var state: String {
    let heading = plain.split(separator: "<h2>").dropFirst().first ?? ""
    return String(heading.prefix { $0 != "<" && $0 != "," })
  }

  var code: String {
    let line = metrics.first { $0.hasPrefix("gpsbridge_verdict{") } ?? ""
    return line.split(separator: "code=\"").last.map { String($0.prefix { $0 != "\"" }) } ?? ""
  }

  /// What contradicts something else.
  var contradictions: [String] {
    var found: [String] = []
    let isWell = health.status == 200
    let states = isWell ? ["3D fix", "2D fix", "Dead reckoning", "Fix is aging"] : []
    if isWell != (states.contains(state)) { found.append("/healthz \(health), and /plain '\(state)'") }
    // An epoch without a position is told at once; it is no fault before the last position is stale.
    if isWell != (figure("gpsbridge_fix_mode").map { $0 >= 2 }), state != "Fix is aging" {
      found.append("/healthz \(health), and fix_mode")
    }
    if isWell == (fix["verdict"] != nil) { found.append("/healthz \(health), and /fix.json \(fix)") }
    // A port that has just gone is a fault at once, though its last position is not old yet.
    if isWell, fix["suspect"] != nil || !["live", "aging"].contains(fix["state"]?.text) {
      found.append("/healthz \(health), and the state of /fix.json \(fix)")
    }
    if let told = fix["verdict"]?["code"]?.text, told != code { found.append("\(told) and \(code)") }
    if let what = fix["verdict"]?["what"]?.text, !health.words.contains(what) || !plain.contains(what) {
      found.append("'\(what)', \(health), \(plain)")
    }
    return found
  }
}

@Suite(.enabled(if: HTTPLibrary.open() == nil, "libmicrohttpd is not installed"), .timeLimit(.minutes(5)))
struct `What the routes say of a receiver` {
  /// A scenario, and states of it in their order.
  static let scenarios: [(Scenario, [String])] = [
    (.drive, ["No fix yet", "3D fix"]), (.coldStart, ["No fix yet", "3D fix"]),
    (.tunnel, ["3D fix", "Fix lost", "3D fix"]), (.jam, ["3D fix", "Fix lost", "3D fix"]),
    (.spoof, ["3D fix", "Forged?"]), (.unplug, ["3D fix", "Unplugged", "3D fix"]), (.noFix, ["No fix yet"]),
    (.silent, ["Silent"]),
  ]

  @Test(arguments: scenarios.indices) func `agrees at each moment`(index: Int) throws {
    let (scenario, states) = Self.scenarios[index]
    let house = try House(scenario)
    var wanted = states[...]
    for second in 0..<180 {
      house.time.jump(by: .seconds(1))
      let told = try Told(house)
      #expect(told.contradictions == [], "\(scenario.name), second \(second)")
      if told.state == wanted.first { wanted.removeFirst() }
    }
    #expect(wanted.isEmpty, "\(scenario.name) was never '\(wanted.first ?? "")'")
  }
}
