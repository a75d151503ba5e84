import GPSServices
import Testing

@testable import GPSServiceVerbs

@Suite struct `Notes about clients` {
  private let start = ContinuousClock.now

  @Test func `come once a minute of each kind, and count all since`() {
    var notes = ServiceNotes()
    var counts = ServiceCounts()
    var lines = notes.take(counts, at: start)
    #expect(lines == [])
    counts.refused = 1
    lines = notes.take(counts, at: start)
    #expect(lines == ["note: 1 client was refused: there are too many clients\n"])
    for second in 1..<60 {
      counts.refused += 100
      lines = notes.take(counts, at: start + .seconds(second))
      #expect(lines == [], "\(second)")
    }
    counts.slowClosed = 2
    lines = notes.take(counts, at: start + .seconds(60))
    #expect(
      lines == [
        "note: 5900 clients were refused: there are too many clients\n",
        "note: 2 clients were disconnected: they read nothing that was sent\n",
      ])
    lines = notes.take(counts, at: start + .seconds(600))
    #expect(lines == [], "nothing has happened since")
  }

  @Test func `tell those who are too many from those who are too many from one place`() {
    var notes = ServiceNotes()
    var counts = ServiceCounts()
    (counts.refused, counts.refusedByAddress) = (7, 7)
    let lines = notes.take(counts, at: start)
    #expect(lines == ["note: 7 clients were refused: too many come from one address\n"])
  }
}
