import GPSFleetProtocol
import Testing

@testable import GPSFleetPublisher

@Suite struct `The notes of a publisher` {
  private func status(_ condition: FleetCondition = .delivering, refused: [String: UInt64] = [:])
    -> FleetPublisher.Status
  {
    FleetPublisher.Status(
      condition: condition, delivered: 60, backlog: 1000, refused: refused, fault: nil)
  }

  @Test func `name each reason of a refusal once, with a remedy`() {
    var notes = PublisherNotes()
    #expect(notes.take(status()) == ["connected; 1000 to send"])
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
    #expect(notes.take(status(.silent)).count == 1 && notes.take(status(.silent)) == [])
    #expect(notes.take(status(.unlisted)).count == 1 && notes.take(status(.silent)).count == 1)
  }
}
