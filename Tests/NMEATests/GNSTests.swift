import NMEA
import TestSupport
import Testing

@Suite struct `A GNS sentence` {
  @Test func `reads all fields`() throws {
    let gns: GNS = try read("$GNGNS,103600.01,5114.51176,N,00012.29380,W,ANNN,07,1.18,111.5,45.6,,,V*00")
    #expect(gns.time == TimeOfDay(hour: 10, minute: 36, second: 0, nanosecond: 10_000_000))
    #expect(gns.latitude == degrees(51, 14.51176))
    #expect(gns.longitude == -12.2938 / 60)
    #expect(gns.modes == ModeList([.autonomous, .noFix, .noFix, .noFix]))
    #expect(gns.satellitesUsed == 7)
    #expect(gns.horizontalDilution == 1.18)
    #expect(gns.altitude == 111.5)
    #expect(gns.geoidSeparation == 45.6)
    #expect(gns.differentialAge == nil)
    #expect(gns.differentialStation == nil)
    #expect(gns.navigationalStatus == .notGiven)
  }

  @Test func `reads numbers with zeros before them`() throws {
    let gns: GNS = try read("$GNGNS,213718.000,4111.59903,N,11156.54809,W,AANN,13,0.93,01482.5,-016.5,,*58")
    #expect(gns.altitude == 1482.5)
    #expect(gns.geoidSeparation == -16.5)
    #expect(gns.navigationalStatus == nil)
  }

  @Test func `notes modes that are no capital letters`() throws {
    let body = "GNGNS,103600.01,,,,,A1,07,1.18,111.5,45.6,,"
    #expect(try fault(in: body) == FieldFault(field: 6, reason: .notALetter))
  }
}
