import GNSS
import Testing

@testable import GPSWeb
@testable import GPSWebHost

@Suite struct `A question for a part of the history` {
  private func query(_ parameters: [(String, String)]) throws(RefusedQuery) -> TrackQuery {
    var request = WebRequest(path: "/history")
    request.query = parameters.map { WebField($0, $1) }
    return try TrackQuery(request, devices: ["garage", "boat"])
  }

  @Test func `may be for everything`() throws { #expect(try query([]) == TrackQuery()) }

  @Test(
    arguments: [
      ("2026-11-20T07:00:00Z", 0, 0), ("2026-11-20T07:00:00", 0, 0),
      ("2026-11-20T07:00:00.250Z", 0, 250_000_000),
      ("2026-11-20T08:00:00+01:00", 0, 0), ("2026-11-20T08:00:00 01:00", 0, 0),
      ("2026-11-20T01:30:00-05:30", 0, 0),
      ("2026-11-20T07:00", 0, 0), ("1795158000", 0, 0), ("1795158000.5", 0, 500_000_000),
      ("2026-11-20", -25_200, 0),
    ] as [(String, Int64, Int32)])
  func `reads each form of a moment`(text: String, second: Int64, nanosecond: Int32) throws {
    let from = try query([("from", text)]).from
    #expect(from == UTC(secondsSince1970: SampleHistory.morning + second, nanosecond: nanosecond))
  }

  @Test func `takes the whole of its last day`() throws {
    let query = try query([("from", "2026-11-20"), ("to", "2026-11-20")])
    #expect(query.to?.secondsSince1970 == SampleHistory.morning - 25_200 + 86_399)
  }

  @Test func `reads the receiver and the step`() throws {
    let query = try query([("device", "boat"), ("step", "2.5"), ("speed", "10")])
    #expect(query.receiver == 1 && query.step == .milliseconds(2500))
  }

  @Test(arguments: [
    ("from", "yesterday"), ("from", ""), ("from", "-5"), ("from", "2026-02-30"),
    ("from", "2026-11-20T24:00:00Z"), ("from", "2026-11-20T07:00:00.Z"), ("from", "2026-11-20T07:00:00Zulu"),
    ("from", "123456789012"), ("to", "2026-11-20T07:00:00+1"), ("to", "1e9"), ("step", "0"), ("step", "0.5"),
    ("step", "86401"), ("step", "nan"), ("step", "-1"), ("step", ""), ("step", "1e3"), ("device", "car"),
    ("device", ""), ("from", "\u{1B}[2J"),
  ]) func `says what was found and what was expected`(name: String, text: String) throws {
    let refused = #expect(throws: RefusedQuery.self) { try query([(name, text)]) }
    let answer = try #require(refused).answer
    let words = GPSWebTests.text(of: answer)
    #expect(answer.status == 400)
    #expect(words.hasPrefix("\(name)=") && words.contains(": expected ") && !words.contains("\u{1B}"))
    if name == "device" { #expect(words.contains("garage, boat")) }
  }

  @Test func `has no end before its beginning`() {
    #expect(throws: RefusedQuery.self) { try query([("from", "1795158001"), ("to", "1795158000")]) }
  }
}
