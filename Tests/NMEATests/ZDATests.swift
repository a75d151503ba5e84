import NMEA
import TestSupport
import Testing

@Suite struct `A ZDA sentence` {
  @Test func `reads all fields`() throws {
    let zda: ZDA = try read("$GPZDA,160012.71,11,03,2004,-1,00*7D")
    #expect(zda.time == TimeOfDay(hour: 16, minute: 0, second: 12, nanosecond: 710_000_000))
    #expect(zda.day == 11)
    #expect(zda.month == 3)
    #expect(zda.year == 2004)
    #expect(zda.zoneHours == -1)
    #expect(zda.zoneMinutes == 0)
  }

  @Test func `reads a leap second`() throws {
    let zda: ZDA = try read(wire("GPZDA,235960.00,31,12,2016,,"))
    #expect(zda.time == TimeOfDay(hour: 23, minute: 59, second: 60))
  }

  @Test func `keeps its time when the month is none`() throws {
    let body = "GPZDA,160012.71,11,13,2004,,"
    let zda: ZDA = try read(wire(body))
    #expect(zda.time != nil)
    #expect(zda.month == nil)
    #expect(try fault(in: body) == FieldFault(field: 3, reason: .outOfRange))
  }

  @Test func `is refused with three fields`() {
    #expect(throws: SentenceError.tooFewFields(found: 3, expected: 4)) {
      try Sentence(wire("GPZDA,160012.71,11,03"))
    }
  }
}
