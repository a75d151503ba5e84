import TestSupport
import Testing

@testable import NMEA

@Suite struct `A frequent sentence with one field that is wrong` {
  @Test(arguments: [
    ("GPRMC,12:00,A,4807.0,N,01131.0,E,1.0,2.0,201126,,,A", 1, FieldFault.Reason.notATime),
    ("GPRMC,240000,A,4807.0,N,01131.0,E,1.0,2.0,201126,,,A", 1, .outOfRange),
    ("GPRMC,120000,AV,4807.0,N,01131.0,E,1.0,2.0,201126,,,A", 2, .notALetter),
    ("GPRMC,120000,A,4807.0,N,01131.0,E,fast,2.0,201126,,,A", 7, .notANumber),
    ("GPRMC,120000,A,4807.0,N,01131.0,E,1.0,900,201126,,,A", 8, .outOfRange),
    ("GPRMC,120000,A,4807.0,N,01131.0,E,1.0,2.0,321126,,,A", 9, .outOfRange),
    ("GPRMC,120000,A,4807.0,N,01131.0,E,1.0,2.0,2011,,,A", 9, .notADate),
    ("GPRMC,120000,A,4807.0,N,01131.0,E,1.0,2.0,201126,3.1,X,A", 11, .notAHemisphere),
    ("GPGGA,120000,4807.0,N,01131.0,E,256,08,0.9,1.0,M,2.0,M,,", 6, .outOfRange),
    ("GPGGA,120000,4807.0,N,01131.0,E,1,-8,0.9,1.0,M,2.0,M,,", 7, .outOfRange),
    ("GPGGA,120000,4807.0,N,01131.0,E,1,08,0.9,1.0,M,2.0,M,,x", 14, .notANumber),
    ("GPVTG,84.4,T,,M,ten,N,,K,A", 5, .notANumber), ("GPVTG,-361,T,,M,10,N,,K,A", 1, .outOfRange),
    ("GPGSA,A,3,-1000,,,,,,,,,,,,1.7,0.9,1.4", 3, .outOfRange),
    ("GPGSA,A,3,05,,,,,,,,,,,,1.7,0.9,1.4,G", 18, .notANumber),
    ("GPGST,120000,1.0,2.0,3.0,4.0,5.0,6.0,7.0.0", 8, .notANumber),
    ("GPZDA,120000,00,11,2026,00,00", 2, .outOfRange), ("GPZDA,120000,20,13,2026,00,00", 3, .outOfRange),
    ("GPZDA,120000,20,11,20261,00,00", 4, .outOfRange), ("GPZDA,120000,20,11,2026,15,00", 5, .outOfRange),
    ("GPZDA,120000,20,11,2026,-14,00", 5, .outOfRange), ("GPZDA,120000,20,11,2026,00,60", 6, .outOfRange),
    ("GNGNS,120000,,,,,AA,32768,0.9,1.0,2.0,,,V", 7, .outOfRange),
  ])
  func `is delivered, and the field is named`(body: String, field: Int, reason: FieldFault.Reason) throws {
    let expected = FieldFault(field: field, reason: reason)
    #expect(try fault(in: body) == expected)
    for room in [0, 200] {
      let noted = Events(of: wire(body), room: room)
      #expect(noted.sentences.count == 1 && noted.faults == [expected])
      #expect(noted.errors.isEmpty)
    }
  }

  @Test(arguments: [
    ("GPGGA,120000,4807.0,N,01131.0,E,1,08,0.9,1.0,F,2.0,M,,", 10),
    ("GPGGA,120000,4807.0,N,01131.0,E,1,08,0.9,1.0,M,2.0,m,,", 12),
    ("GPVTG,84.4,M,,M,10,N,,K,A", 2), ("GPVTG,84.4,T,,T,10,N,,K,A", 4), ("GPVTG,84.4,T,,M,10,K,,K,A", 6),
  ])
  func `is refused when that is the letter of a unit`(body: String, field: Int) {
    let expected = SentenceError.field(FieldFault(field: field, reason: .otherUnit))
    for room in [0, 200] {
      let noted = Events(of: wire(body), room: room)
      #expect(noted.errors == [expected] && noted.sentences.isEmpty)
    }
  }

  @Test(arguments: [
    ("GPRMC,,,,,,,,", 8, 9), ("GPGGA,,,,,,,,,", 9, 10), ("GPGLL,,,", 3, 4), ("GPVTG,,,", 3, 4),
    ("GPGSA,", 1, 2),
    ("GPGST,,,,,,,", 7, 8), ("GPZDA,,,", 3, 4), ("GNGNS,,,,,,,,,", 9, 10), ("GPGSV,,", 2, 3), ("GPRMC", 0, 9),
  ])
  func `is refused with too few fields`(body: String, found: Int, expected: Int) {
    for room in [0, 200] {
      #expect(Events(of: wire(body), room: room).errors == [.tooFewFields(found: found, expected: expected)])
    }
  }

  @Test func `is named by the first of two faults, but a position goes before`() throws {
    #expect(try fault(in: "GPVTG,x,T,y,M,z,N,,K") == FieldFault(field: 1, reason: .notANumber))
    let body = "GPRMC,noon,A,9900.0,N,01131.0,E,fast,,,,"
    #expect(throws: SentenceError.field(FieldFault(field: 3, reason: .notALatitude))) {
      try Sentence(wire(body))
    }
  }
}
