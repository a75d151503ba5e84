import GPSFleetProtocol
import Testing

@testable import GPSFleetPublisher

@Suite struct `The notes of a publisher` {
  private func status(
    _ condition: FleetCondition = .delivering, refused: [String: UInt64] = [:],
    _ receiver: PostSettings.Receiver = .collector, lacksAccuracy: Bool = false
  ) -> FleetPublisher.Status {
    FleetPublisher.Status(
      receiver: receiver, condition: condition, delivered: 60, backlog: 1000, refused: refused,
      lacksAccuracy: lacksAccuracy, fault: nil)
  }

  @Test func `name each reason of a refusal once, with a remedy`() {
    var notes = PublisherNotes()
    #expect(notes.take(status()) == ["the collector commits; 1000 to send"])
    let first = notes.take(status(refused: ["version": 60]))
    #expect(
      first == [
        "a collector refuses entries (its reason: version); its table refused has them; gpsbridge publish --again sends them once more"
      ])
    for count in 2...100 as ClosedRange<UInt64> {
      #expect(notes.take(status(refused: ["version": 60 * count])) == [])
    }
    let second = notes.take(status(refused: ["version": 6000, "a\nb": 1]))
    #expect(
      second == [
        #"a collector refuses entries (its reason: a\x0ab); its table refused has them; gpsbridge publish --again sends them once more"#
      ])
    // Of two collectors in turn.
    #expect(notes.take(status()) == [] && notes.take(status(refused: ["version": 60])) == [])
  }

  @Test func `count what is refused in the report only`() {
    var notes = PublisherNotes()
    #expect(notes.report == "0 delivered since the start, 0 to send\n")
    _ = notes.take(status(refused: ["damaged": 600, "version": 60]))
    #expect(notes.report == "60 delivered since the start, 340 to send, 660 refused\n")
  }

  @Test func `name each new condition once`() {
    var notes = PublisherNotes()
    #expect(notes.take(status(.slow)).count == 1 && notes.take(status(.slow)) == [])
    #expect(notes.take(status(.outdated)).count == 1 && notes.take(status(.slow)).count == 1)
  }

  @Test func `never call delivered what is only accepted, and name a missing accuracy once`() throws {
    var notes = PublisherNotes()
    let guest = try PostSettings.Receiver.ownTracks("a", "b")
    #expect(notes.take(status(.delivering, guest)) == ["the server accepts; 1000 to send"])
    #expect(notes.report == "60 accepted or left out since the start, 1000 to send\n")
    let missing = notes.take(status(.delivering, guest, lacksAccuracy: true))
    #expect(missing.count == 1 && missing[0].contains("Home Assistant"))
    #expect(notes.take(status(.delivering, guest, lacksAccuracy: true)) == [])
    for condition in conditions { #expect(FleetAdvice(condition, guest)?.line.contains("delivered") != true) }
    #expect(FleetAdvice(.otherStatus(401), guest)?.remedy == "check --user and --password-file")
  }

  private let conditions: [FleetCondition] =
    [
      .notTried("x"), .unreachable("x"), .untrusted("x"), .slow, .lost("x"), .otherStatus(200),
      .otherStatus(502), .outdated,
    ] + FleetAnswer.Word.allCases.filter { $0.status == 503 || $0.status == 429 }.map { .postponed($0) }
    + FleetAnswer.Word.allCases.filter { [400, 401, 403, 409].contains($0.status) }
    .map { .refused($0, owner: "01080f16") }

  @Test func `have an own line for each condition`() {
    let lines = conditions.map { FleetAdvice($0)?.line }
    #expect(Set(lines).count == conditions.count && !lines.contains(nil))
    #expect(FleetAdvice(.starting) == nil && FleetAdvice(.delivering) == nil)
  }

  @Test func `advise to look at the token only if the collector refuses it`() {
    let advised = conditions.filter { FleetAdvice($0)?.remedy.contains("--token-file") == true }
    #expect(advised == [.refused(.unknownToken, owner: "01080f16"), .refused(.revoked, owner: "01080f16")])
    let owner = FleetAdvice(.refused(.secondInstallation, owner: "01080f16"))
    #expect(owner?.why.contains("01080f16") == true)
    let portal = conditions.filter { FleetAdvice($0)?.why.contains("login page") == true }
    #expect(portal == [.otherStatus(200)])
  }

  @Test func `show words of others without their control characters`() {
    let advice = FleetAdvice(.lost("a\u{1B}[2Jb"))
    #expect(advice?.why.contains("\u{1B}") == false)
  }

  @Test func `have words for how far a file beside a store is`() {
    func words(_ name: String, _ settled: UInt64, _ refused: UInt64 = 0) -> String {
      FoundSink(name: name, settled: settled, refused: refused, last: 22).words
    }
    #expect(words("a.b", 1) == "published to a.b: 1 entry delivered, 21 left")
    #expect(words("a.b", 10, 5) == "published to a.b: 10 entries delivered, 5 refused by a collector, 7 left")
    #expect(words("a.b@owntracks", 1) == "sent to a.b@owntracks: 1 entry accepted or left out, 21 left")
  }
}
