import NMEA
import TestSupport
import Testing

@Suite struct `A GRS sentence` {
  @Test func `reads all fields`() throws {
    let grs: GRS = try read("$GNGRS,104148.00,1,2.6,2.2,-1.6,-1.1,-1.7,-1.5,5.8,1.7,,,,,1,1*52")
    #expect(grs.time == TimeOfDay(hour: 10, minute: 41, second: 48))
    #expect(grs.method == 1)
    #expect(grs.residuals == [2.6, 2.2, -1.6, -1.1, -1.7, -1.5, 5.8, 1.7, nil, nil, nil, nil])
    #expect(grs.system == 1)
    #expect(grs.signal == 1)
  }

  @Test func `reads the form without system and signal`() throws {
    let grs: GRS = try read("$GPGRS,150132.000,1,-1.94,-7.10,-3.86,0.43,1.41,8.79,2.94,-2.04,,,,*71")
    #expect(grs.residuals[7] == -2.04)
    #expect(grs.system == nil)
  }

  @Test func `notes a residual that is no number`() throws {
    #expect(try fault(in: "GPGRS,104148.00,1,2.6,x") == FieldFault(field: 4, reason: .notANumber))
  }

  @Test func `always has twelve residuals`() {
    #expect(GRS(.ga) { $0.residuals = [0.5, nil, -0.25] }.residuals.count == 12)
  }
}
