import NMEA
import TestSupport
import Testing

@Suite struct `A value that a field can't hold` {
  @Test(arguments: [Double.infinity, -.infinity, 1e20, -1e20])
  func `is left out, and nothing is made up for it`(number: Double) throws {
    let gga = GGA(.gp) {
      $0.altitude = number
      $0.horizontalDilution = number
    }
    #expect(written(gga) == "GPGGA,,,,,,,,,,M,,M,,")
    let position = GLL(.gp) {
      $0.latitude = number
      $0.longitude = number
    }
    #expect(written(position) == "GPGLL,,,,,,,")
    #expect(written(RMC(.gp) { $0.course = number }) == "GPRMC,,,,,,,,,,,,,")
    #expect(written(RMC(.gp) { $0.magneticVariation = number }) == "GPRMC,,,,,,,,,,,,,")
  }

  @Test func `is nothing where it is no number`() {
    let rmc = RMC(.gp) {
      $0.speed = .nan
      $0.course = .nan
      $0.latitude = .nan
      $0.magneticVariation = .nan
    }
    #expect(rmc == RMC(talker: .gp))
  }
}

@Suite struct `A position that is written` {
  private func latitude(_ degrees: Double) -> String {
    String(written(GLL(.gp) { $0.latitude = degrees }).dropFirst(6).dropLast(5))
  }

  @Test(
    arguments: [
      (0, "0000.0000000,N"), (48.1173, "4807.0380000,N"), (-48.1173, "4807.0380000,S"),
      (90, "9000.0000000,N"),
      (-90, "9000.0000000,S"), (0.5, "0030.0000000,N"), (1.0 / 60, "0001.0000000,N"),
      (12 + 59.9999999 / 60, "1259.9999999,N"), (12 + 59.99999999 / 60, "1300.0000000,N"),
      (-0.00000000001, "0000.0000000,S"), (9.99999999999, "1000.0000000,N"),
    ] as [(Double, String)])
  func `has two digits of degrees and seven decimals, and never sixty minutes`(degrees: Double, text: String)
  {
    #expect(latitude(degrees) == text)
  }

  @Test func `has three digits of degrees where it is a longitude`() {
    #expect(written(GLL(.gp) { $0.longitude = -0.25 }) == "GPGLL,,,00015.0000000,W,,,")
    #expect(written(GLL(.gp) { $0.longitude = 180 }) == "GPGLL,,,18000.0000000,E,,,")
  }

  @Test func `comes back to a ten-millionth of a minute, wherever it is`() throws {
    var random = SeededGenerator()
    for _ in 0..<2000 {
      let place = GLL(.gp) {
        $0.latitude = Double.random(in: -90...90, using: &random)
        $0.longitude = Double.random(in: -180...180, using: &random)
      }
      let again: GLL = try read(place.encoded())
      let north = try #require(again.latitude) - (place.latitude ?? 0)
      let east = try #require(again.longitude) - (place.longitude ?? 0)
      #expect(abs(north) < 1e-9 && abs(east) < 1e-9, "\(written(place)), seed \(seed)")
    }
  }
}

@Suite struct `A course that is written` {
  private func course(_ degrees: Double) -> String {
    String(written(THS(.he) { $0.heading = degrees }).dropFirst(6).dropLast())
  }

  @Test(
    arguments: [
      (0, "0.0"), (359.999, "359.999"), (359.9994, "359.999"), (359.9996, "0.0"), (360, "0.0"),
      (-0.5, "359.5"),
      (-0.0001, "0.0"), (450, "90.0"), (-360, "0.0"), (720, "0.0"), (721, ""), (-361, ""),
    ] as [(Double, String)])
  func `lies in the circle after it is rounded`(degrees: Double, text: String) {
    #expect(course(degrees) == text)
  }

  @Test func `never reads 360 in whole degrees`() {
    #expect(written(PGRMF { $0.course = 359.6 }).hasSuffix(",0,,"))
    #expect(written(PGRMF { $0.course = 359.4 }).hasSuffix(",359,,"))
  }
}
