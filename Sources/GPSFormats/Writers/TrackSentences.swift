internal import GNSS
internal import NMEA

/// NMEA 0183: GGA and RMC for each point, whatever the receiver spoke.
package struct TrackSentences: TrackWriter {
  package let output: any FormatSink
  private var writer = SentenceWriter(style)

  package init(output: any FormatSink) { self.output = output }

  private static let style = {
    var style = SentenceStyle()
    style.timeDecimals = 3
    return style
  }()

  package func begin() {}

  package func beginSegment() {}

  package mutating func write(_ point: TrackPoint) {
    let fix = point.fix
    writer.removeAll()
    // Some readers (gpsbabel 1.8) take an RMC of midnight for one without a time, and a GGA behind it for another point.
    writer.write(position(fix, point.coordinate))
    writer.write(minimum(fix, point.coordinate))
    output.write(writer.bytes)
  }

  package func endSegment() {}

  package func finish() {}

  private func minimum(_ fix: Fix, _ place: Coordinate) -> RMC {
    var content = RMC(talker: .gn)
    content.time = fix.time?.timeOfDay ?? fix.timeOfDay
    content.status = .valid
    content.latitude = place.latitude
    content.longitude = place.longitude
    content.speed = fix.speed
    content.course = fix.course
    content.date = fix.time.flatMap { time in
      let date = time.date
      return DayMonthYear(day: date.day, month: date.month, year: date.year % 100)
    }
    content.magneticVariation = fix.magneticVariation
    content.mode = fix.quality.map(\.letter) ?? .autonomous
    return content
  }

  private func position(_ fix: Fix, _ place: Coordinate) -> GGA {
    var content = GGA(talker: .gn)
    content.time = fix.time?.timeOfDay ?? fix.timeOfDay
    content.latitude = place.latitude
    content.longitude = place.longitude
    content.quality = fix.quality.map(\.number) ?? .autonomous
    content.satellitesUsed = fix.satellitesUsed
    content.horizontalDilution = fix.dilution.horizontal
    content.altitude = fix.altitude
    content.geoidSeparation = fix.geoidSeparation
    content.differentialAge = fix.differentialAge
    content.differentialStation = fix.differentialStation
    return content
  }
}

extension FixQuality {
  /// The number that GGA has for it.
  fileprivate var number: GGA.Quality {
    switch self {
    case .autonomous: .autonomous
    case .differential: .differential
    case .precise: .precise
    case .rtkFixed: .rtkFixed
    case .rtkFloat: .rtkFloat
    case .deadReckoning: .deadReckoning
    case .manual, .surveyed: .manual
    case .simulated: .simulator
    }
  }

  /// The letter that RMC has for it.
  fileprivate var letter: ModeIndicator {
    switch self {
    case .autonomous: .autonomous
    case .differential: .differential
    case .precise: .precise
    case .rtkFixed: .rtkFixed
    case .rtkFloat: .rtkFloat
    case .deadReckoning: .deadReckoning
    case .manual, .surveyed: .manual
    case .simulated: .simulator
    }
  }
}
