import GNSS
import SerialPorts
import Testing

@testable import GPSBridge

@Suite struct `The knowledge of a fix` {
  @Test func `holds over epochs without a report on one, and is unknown after fifteen seconds`() {
    var counts = StreamTotals()
    let start = ContinuousClock.now
    var facts = ReceiverCondition.opened(at: start)
    for second in 1...40 {
      counts.messages += 5
      counts.epochs += 1
      counts.bytes += 400
      var fix = Fix()
      fix.time = UTC(secondsSince1970: 1_795_000_000 + Int64(second))
      if second <= 10 {
        fix.mode = .threeDimensional
        fix.coordinate = Coordinate(latitude: 48.1, longitude: 11.5)
        fix.altitude = 540
      } else {
        fix.isUnreported = true
      }
      facts.take(.fix(fix), counts: counts, at: start + .seconds(second))
      let code = facts.verdict(at: start + .seconds(second)).code
      #expect(code == (second <= 25 ? .good : .noPositions), "\(second) s")
    }
    let verdict = facts.verdict(at: start + .seconds(40))
    #expect(verdict.what == "Messages arrive, but none of them reports a position.")
    #expect(verdict.why == "No epoch of the last 15 seconds reports whether there is a fix.")
    #expect(facts.fix?.coordinate != nil, "the epoch that was told last and reports on a fix")
  }
}
