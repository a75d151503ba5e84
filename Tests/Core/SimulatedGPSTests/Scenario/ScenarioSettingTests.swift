import GNSS
import GPSBase
import NMEA
import Testing

@testable import SimulatedGPS

@Suite struct `A setting` {
  /// What a text makes of the scenario on the desk.
  private func scenario(_ settings: String) throws(ScenarioError) -> Scenario {
    try Scenario(parsing: "sim:static?\(settings)")
  }

  @Test func `of the receiver is taken`() throws {
    #expect(try scenario("seed=18446744073709551615").seed == .max)
    #expect(try scenario("dialect=garmin").dialect == .garmin)
    #expect(try scenario("dialect=ublox9&nmea=4.11").dialect.revision == .v4_11)
    #expect(
      try scenario("quirks=9+76+81").dialect.quirks == [.lowercaseChecksum, .paddedGSV, .zeroForUnheard])
    #expect(try scenario("rate=25").rate == 25)
    #expect(try scenario("rate=0.5").rate == 0.5)
    #expect(try scenario("rate=5.0").rate == 5)
    #expect(try scenario("gsv=3").skyPeriod == 3)
    #expect(try scenario("speed=57600").speed == 57_600)
    #expect(try scenario("hostspeed=4800").hostSpeed == 4800)
    #expect(try scenario("start=warm").powerUp == .warm)
    #expect(try scenario("commands=ignores").commandSupport == .ignores)
    #expect(try scenario("device=ttyS3").device == "ttyS3")
  }

  @Test func `of the place and the time is taken`() throws {
    let placed = try scenario("lat=-33.9&lon=151.2&alt=12.5&geoid=22.8&time=2031-02-03T04:05:06Z")
    #expect(
      placed.place == Scenario.Place(latitude: -33.9, longitude: 151.2, altitude: 12.5, geoidSeparation: 22.8)
    )
    #expect(placed.start.date == CivilDate(year: 2031, month: 2, day: 3))
    let fix = try #require(fixes(bytes(placed, seconds: 8)).last)
    #expect(abs((fix.coordinate?.latitude ?? 0) + 33.9) < 0.001)
    #expect(fix.time?.date == CivilDate(year: 2031, month: 2, day: 3))
    #expect(fix.geoidSeparation == 22.8)
  }

  @Test func `of the journey is taken`() throws {
    for word in ["still", "walk", "drive", "boat", "flight"] {
      #expect(try scenario("journey=\(word)").journey.word == word)
    }
  }

  @Test(arguments: ScenarioSetting.all.map(\.key))
  func `that has no value, or nonsense, is refused with what is expected`(key: String) {
    for value in ["", "%20", "nonsense/", "-99999999999999999999"] {
      do {
        _ = try scenario("\(key)=\(value)")
        // A name may be a blank.
        #expect(key == "device" && value != "", "\(key)=\(value)")
      } catch {
        #expect(error.code == .badValue || error.code == .notScenario, "\(key)=\(value)")
        #expect(error.description.contains("expected") || error.description.contains("route"), "\(error)")
      }
    }
  }

  @Test func `says what it expects for each key`() {
    for setting in ScenarioSetting.all { #expect(!setting.expected.isEmpty) }
    #expect(Set(ScenarioSetting.all.map(\.key)).count == ScenarioSetting.all.count)
  }

  @Test func `is written as it is read, whatever was changed in code`() throws {
    let changed = Scenario.drive.with {
      $0.seed = 99
      $0.rate = 0.2
      $0.place = Scenario.Place(latitude: 1.25, longitude: -2.5, altitude: 3, geoidSeparation: -4)
      $0.start = UTC(secondsSince1970: 2_000_000_000)
      $0.dialect = .mtk
      $0.dialect.revision = .v4_1
      $0.commandSupport = .refuses
    }
    let text = try #require(changed.text)
    let back = try Scenario(parsing: text)
    #expect(back.seed == 99 && back.rate == 0.2 && back.place == changed.place && back.start == changed.start)
    #expect(back.dialect == changed.dialect && back.commandSupport == .refuses)
    #expect(text.contains("time=2033-05-18T03:33:20Z"))
  }
}

@Suite struct `Text with percent signs` {
  @Test(arguments: ["", "plain", "a b", "100%", "x&y=z?#", "übergrößenträger", "\u{0}\n\u{7F}"])
  func `comes back as it was`(text: String) {
    let encoded = PercentText.encoded(text)
    #expect(PercentText.decoded(encoded) == text)
    #expect(encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"&?#=".utf8.contains($0) })
  }

  @Test(arguments: ["%", "%2", "%zz", "%+1", "% 1", "abc%"])
  func `is refused without two digits behind one`(text: String) { #expect(PercentText.decoded(text) == nil) }

  @Test func `may be written in small digits`() { #expect(PercentText.decoded("a%2fb%2Fc") == "a/b/c") }
}
