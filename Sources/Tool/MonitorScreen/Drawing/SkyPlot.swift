internal import Glibc
internal import GPSBridge
package import TerminalKit
internal import Texts

/// Where satellites stand on a plot of the sky: the zenith in the middle, the horizon around, north above.
struct SkyPlot {
  /// One satellite, with the strongest of its signals.
  struct Mark: Hashable {
    var identity: SatelliteIdentity
    var elevation: Int
    var azimuth: Int
    var strength: Int?
    var isUsed: Bool
  }

  let centreX: Double
  let centreY: Double
  let radiusX: Double
  let radiusY: Double

  /// The largest sky in an area, a little wider than high, as labels need room to the side.
  init(_ area: Area) {
    radiusY = max(1, Double(area.height - 1) / 2)
    radiusX = max(1, min(Double(area.width - 5) / 2, radiusY * 3.2))
    centreX = Double(area.x) + Double(area.width - 1) / 2
    centreY = Double(area.y) + Double(area.height - 1) / 2
  }

  /// The cell of a direction.
  func cell(elevation: Int, azimuth: Int) -> (x: Int, y: Int) {
    let distance = Double(90 - min(max(elevation, 0), 90)) / 90
    let angle = Double(azimuth) * .pi / 180
    return (
      Int((centreX + radiusX * distance * sin(angle)).rounded()),
      Int((centreY - radiusY * distance * cos(angle)).rounded())
    )
  }

  /// The satellites that have a direction, the strongest first; each once.
  static func marks(_ sky: Sky) -> [Mark] {
    var marks: [SatelliteIdentity: Mark] = [:]
    for satellite in sky.satellites {
      guard let elevation = satellite.elevation, let azimuth = satellite.azimuth else { continue }
      var mark =
        marks[satellite.identity]
        ?? Mark(
          identity: satellite.identity, elevation: elevation, azimuth: azimuth, strength: nil, isUsed: false)
      mark.strength = [mark.strength, satellite.carrierToNoise].compactMap { $0 }.filter { $0 > 0 }.max()
      mark.isUsed = mark.isUsed || satellite.isUsed
      marks[satellite.identity] = mark
    }
    return marks.values.sorted {
      ($0.strength ?? -1, $1.identity.order) > ($1.strength ?? -1, $0.identity.order)
    }
  }
}

extension SatelliteIdentity {
  /// A letter and a number, as RINEX has them: `G12`, `R04`.
  package var label: String { constellation.letter + NumberText.padded(number % 100, 2) }

  /// By constellation, then by number.
  package var order: Int { constellation.rank * 1000 + number }
}

extension Constellation {
  /// RINEX's letter.
  package var letter: String {
    switch self {
    case .gps: "G"
    case .sbas: "S"
    case .galileo: "E"
    case .beidou: "C"
    case .imes: "M"
    case .qzss: "J"
    case .glonass: "R"
    case .navic: "I"
    }
  }

  /// The order in which they are shown.
  package var rank: Int {
    switch self {
    case .gps: 0
    case .glonass: 1
    case .galileo: 2
    case .beidou: 3
    case .qzss: 4
    case .navic: 5
    case .sbas: 6
    case .imes: 7
    }
  }

  package var ink: Style.Ink {
    switch self {
    case .gps: .good
    case .glonass: .bad
    case .galileo: .accent
    case .beidou: .warning
    case .qzss, .navic: .second
    case .sbas, .imes: .third
    }
  }
}
