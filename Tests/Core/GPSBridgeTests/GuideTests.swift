import GNSS
import GPSBridge
import TestSupport
import Testing

// One import: what it brings along is part of what is tested here.

@Suite struct `The documentation` {
  @Test func `shows a program that prints what it says`() {
    let time = SystemTime()
    let bytes = wire([
      "GPGGA,120000,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
      "GPGSA,A,3,01,02,03,04,,,,,,,,,1.7,0.9,1.5",
      "GPRMC,120000,A,4807.038,N,01131.000,E,5.0,84.4,201126,,,A",
    ])
    var printed: [String] = []
    var decoder = FixDecoder(.recording())
    let show: (DecodedOutput) -> Void = { output in
      guard case .fix(let fix) = output,
        let location = Location(
          fix, received: time.now, utcSeconds: time.utcSeconds, source: .accessory("usb-1.2"))
      else { return }
      printed.append("\(location)")
    }
    decoder.decode(bytes.span, show)
    decoder.finish(show)
    #expect(printed == ["48.117300, 11.516667 ±2.9 m, 545 m ±3.8 m, 2.6 m/s, 84°, 2026-11-20T12:00:00Z"])
  }

  @Test func `shows distances that are right`() throws {
    let berlin = try #require(Coordinate(latitude: 52.52, longitude: 13.405))
    let paris = try #require(Coordinate(latitude: 48.8566, longitude: 2.3522))
    #expect(berlin.distance(to: paris).rounded() == 879_699)
    let ahead = try #require(berlin.destination(bearing: 45, distance: 1000))
    #expect(ahead.latitude > berlin.latitude && ahead.longitude > berlin.longitude)
  }
}
