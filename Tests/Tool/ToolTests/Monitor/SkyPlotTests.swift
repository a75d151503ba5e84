import GNSS
import Testing

@testable import GPSBridgeTool
@testable import TerminalKit

@Suite struct `The plot of the sky` {
  private let area = Area(x: 50, y: 2, width: 29, height: 9)

  private func satellite(
    _ number: Int, _ system: Constellation = .gps, signal: Int?, elevation: Int? = 30, azimuth: Int? = 90,
    isUsed: Bool = false
  ) -> Satellite {
    var satellite = Satellite(SatelliteIdentity(system, number))
    satellite.carrierToNoise = signal
    satellite.elevation = elevation
    satellite.azimuth = azimuth
    satellite.isUsed = isUsed
    return satellite
  }

  @Test func `has the zenith in the middle, and each side of the sky where it belongs`() {
    let plot = SkyPlot(area)
    for azimuth in stride(from: 0, to: 360, by: 30) {
      let zenith = plot.cell(elevation: 90, azimuth: azimuth)
      #expect(zenith.x == 64 && zenith.y == 6)
    }
    #expect(plot.cell(elevation: 0, azimuth: 0).y == area.y)
    #expect(plot.cell(elevation: 0, azimuth: 180).y == area.bottom - 1)
    #expect(plot.cell(elevation: 0, azimuth: 90).x > 64 && plot.cell(elevation: 0, azimuth: 270).x < 64)
  }

  @Test func `keeps every direction within it, those below the horizon as well`() {
    for width in [9, 12, 29, 80, 200] {
      for height in [3, 5, 9, 40] {
        let area = Area(x: 3, y: 4, width: width, height: height)
        let plot = SkyPlot(area)
        for elevation in [-10, 0, 7, 45, 90, 99] {
          for azimuth in stride(from: 0, through: 720, by: 15) {
            let cell = plot.cell(elevation: elevation, azimuth: azimuth)
            #expect(area.x..<area.right ~= cell.x && area.y..<area.bottom ~= cell.y)
          }
        }
      }
    }
  }

  @Test func `has each satellite once, with the strongest of its signals, the strongest first`() {
    let sky = Sky(satellites: [
      satellite(5, signal: 20), satellite(5, signal: 44, isUsed: true), satellite(7, signal: 46),
      satellite(9, signal: nil), satellite(11, signal: 50, elevation: nil),
      satellite(12, signal: 50, azimuth: nil),
    ])
    let marks = SkyPlot.marks(sky)
    #expect(marks.map(\.identity.number) == [7, 5, 9] && marks.map(\.strength) == [46, 44, nil])
    #expect(marks.map(\.isUsed) == [false, true, false])
  }

  @Test func `and the bars take a signal of nothing for none`() {
    let sky = Sky(satellites: [satellite(5, signal: 0), satellite(7, signal: 31)])
    #expect(SkyPlot.marks(sky).map(\.strength) == [31, nil])
    #expect(SignalBar.all(sky).map(\.identity.number) == [7])
  }

  @Test func `orders equals by their number`() {
    let sky = Sky(satellites: [9, 3, 30, 1].map { satellite($0, signal: 40) })
    #expect(SkyPlot.marks(sky).map(\.identity.number) == [1, 3, 9, 30])
  }

  @Test(arguments: [
    (Constellation.gps, 5, "G05"), (.glonass, 24, "R24"), (.sbas, 123, "S23"), (.beidou, 100, "C00"),
  ]) func `labels satellites with three characters`(_ system: Constellation, _ number: Int, _ label: String) {
    #expect(SatelliteIdentity(system, number).label == label)
  }

  @Test func `has a letter and a rank of its own for each system`() {
    let all: [Constellation] = [.gps, .sbas, .galileo, .beidou, .imes, .qzss, .glonass, .navic]
    #expect(Set(all.map(\.letter)).count == all.count && Set(all.map(\.rank)) == Set(0..<all.count))
  }

  // MARK: Bars

  @Test func `has bars by system and number, each satellite once`() {
    let sky = Sky(satellites: [
      satellite(1, .glonass, signal: 30), satellite(22, signal: 41, isUsed: true), satellite(3, signal: 28),
      satellite(22, signal: 35), satellite(8, signal: nil),
    ])
    let bars = SignalBar.all(sky)
    #expect(bars.map(\.identity.label) == ["G03", "G22", "R01"] && bars.map(\.strength) == [28, 41, 30])
    #expect(bars.map(\.isUsed) == [false, true, false] && SignalBar.summary(bars) == "gps 1/2 glonass 0/1")
    #expect(SignalBar.summary([]) == "")
  }

  @Test(arguments: [(9, Style.Ink.bad), (29, .bad), (30, .warning), (36, .warning), (37, .good), (55, .good)])
  func `has bars in the ink of what can be read from them`(_ strength: Int, _ ink: Style.Ink) {
    let bar = SignalBar(identity: SatelliteIdentity(.gps, 1), strength: strength, isUsed: false)
    #expect(bar.ink == ink && Bar.scalars(bar.part, width: 8).count <= 8)
  }
}
