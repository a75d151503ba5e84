internal import GPSBridge
internal import GPSFormats
internal import Glibc
internal import TerminalKit
internal import GPSBase

extension MonitorPicture {
  /// Draws the satellites by direction in a frame, with letter and number, dimmed if they have no signal.
  mutating func drawSky(_ area: Area) {
    let facts = device.sky.map { SkyFacts($0) }
    var counts: [String] = []
    if facts != nil, let used = device.facts.satellitesUsed { counts.append("\(used) used") }
    if case .known(let heard) = facts?.heard { counts.append("\(heard) heard") }
    canvas.title("SKY", counts.joined(separator: " · "), x: area.x + 1, y: area.y, within: area.right - 1)
    let inner = area.inner
    guard inner.width >= 9, inner.height >= 3 else { return }
    let plot = SkyPlot(inner)
    drawRings(plot, inner)
    let marks = device.sky.map(SkyPlot.marks) ?? []
    var taken: Set<Int> = []
    for mark in marks { place(mark, plot, inner, &taken) }
    drawSides(plot, inner)
    drawLegend(marks, area)
    guard marks.isEmpty else { return }
    let text = device.sky == nil ? unlistedText(inner.width) : "no directions yet"
    let y = inner.y + inner.height / 2
    canvas.put(text, x: inner.x + max(0, (inner.width - text.count) / 2), y: y, .quiet, within: inner.right)
  }

  /// The text without a list of satellites: some receivers report only how many they use.
  func unlistedText(_ width: Int) -> String {
    guard let used = device.fix?.satellitesUsed, used > 0 else { return "no satellites yet" }
    let text = "\(used) are used, none is listed"
    return text.count <= width ? text : "\(used) are used"
  }

  /// Draws the horizon, and the 45° circle if there is room.
  private mutating func drawRings(_ plot: SkyPlot, _ inner: Area) {
    for elevation in plot.radiusY >= 5 ? [0, 45] : [0] {
      for azimuth in stride(from: 0, to: 360, by: elevation == 0 ? 6 : 10) {
        let cell = plot.cell(elevation: elevation, azimuth: azimuth)
        canvas.plot("·", x: cell.x, y: cell.y, .quiet)
      }
    }
  }

  private mutating func drawSides(_ plot: SkyPlot, _ inner: Area) {
    for (azimuth, name, aside) in [(0, "N", 0), (90, "E", 2), (180, "S", 0), (270, "W", -2)] {
      let cell = plot.cell(elevation: 0, azimuth: azimuth)
      let x = cell.x + aside
      // A satellite on the horizon matters more than a compass letter, and a letter next to a label would be
      // read as part of it.
      let isFree = (x - 1...x + 1).allSatisfy { column in
        guard column >= 0, column < size.width else { return true }
        let scalar = canvas[column, cell.y].scalar
        return scalar == "·" || scalar == " " || scalar == "│"
      }
      if isFree { canvas.put(name, x: x, y: cell.y, .bold) }
    }
  }

  private mutating func place(_ mark: SkyPlot.Mark, _ plot: SkyPlot, _ inner: Area, _ taken: inout Set<Int>) {
    let cell = plot.cell(elevation: mark.elevation, azimuth: mark.azimuth)
    let label = mark.strength == nil ? "+" : mark.identity.label
    let style =
      mark.strength == nil
      ? Style.quiet : mark.isUsed ? Style(ink: mark.identity.constellation.ink, isBold: true) : Style.plain
    // If a stronger satellite occupies the cell, move aside.
    for (dx, dy) in [(0, 0), (1, 0), (-1, 0), (2, 0), (-2, 0), (0, -1), (0, 1), (3, 0), (-3, 0)] {
      let x = min(max(cell.x - label.count / 2 + dx, inner.x), inner.right - label.count)
      let y = cell.y + dy
      guard y >= inner.y, y < inner.bottom else { continue }
      let cells = (x - 1..<x + label.count + 1).map { y * size.width + $0 }
      guard taken.isDisjoint(with: cells) else { continue }
      canvas.put(label, x: x, y: y, style)
      taken.formUnion((x..<x + label.count).map { y * size.width + $0 })
      return
    }
  }

  /// Draws the letters of the constellations on the lower edge.
  private mutating func drawLegend(_ marks: [SkyPlot.Mark], _ area: Area) {
    let present = Set(marks.map(\.identity.constellation)).sorted { $0.rank < $1.rank }
    guard !present.isEmpty else { return }
    let long = present.map { "\($0.letter) \($0.word)" }.joined(separator: " ")
    let text =
      long.count <= area.width - 4
      ? long : present.map { "\($0.letter) \($0.word.prefix(3))" }.joined(separator: " ")
    guard text.count <= area.width - 4, area.bottom <= size.height else { return }
    canvas.put(" \(text) ", endingAt: area.right - 1, y: area.bottom - 1, .quiet)
  }
}

/// Positions of satellites on a plot of the sky: zenith in the center, horizon around it, north up.
struct SkyPlot {
  /// A satellite with its strongest signal.
  struct Mark: Hashable {
    var identity: SatelliteIdentity
    var elevation: Int
    var azimuth: Int
    var strength: Int?
    var isUsed: Bool
  }

  private let centerX: Double
  private let centerY: Double
  private let radiusX: Double
  fileprivate let radiusY: Double

  /// The largest plot in an area, a little wider than high because labels need room at the sides.
  init(_ area: Area) {
    radiusY = max(1, Double(area.height - 1) / 2)
    radiusX = max(1, min(Double(area.width - 5) / 2, radiusY * 3.2))
    centerX = Double(area.x) + Double(area.width - 1) / 2
    centerY = Double(area.y) + Double(area.height - 1) / 2
  }

  /// The cell for a direction.
  func cell(elevation: Int, azimuth: Int) -> (x: Int, y: Int) {
    let distance = Double(90 - min(max(elevation, 0), 90)) / 90
    let angle = Double(azimuth) * .pi / 180
    return (
      Int((centerX + radiusX * distance * sin(angle)).rounded()),
      Int((centerY - radiusY * distance * cos(angle)).rounded())
    )
  }

  /// The satellites with a direction, each once, strongest first.
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
  /// A letter and a number, as in RINEX: `G12`, `R04`.
  var label: String { constellation.letter + NumberText.padded(number % 100, 2) }

  /// The sort order: by constellation, then by number.
  var order: Int { constellation.rank * 1000 + number }
}

extension Constellation {
  /// The letter of RINEX.
  var letter: String {
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

  /// The display order.
  var rank: Int {
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

  var ink: Style.Ink {
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
