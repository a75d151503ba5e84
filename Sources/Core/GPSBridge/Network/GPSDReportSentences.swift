internal import GNSS
internal import NMEA
internal import GPSBase

/// Converts gpsd's position reports to sentences, for a receiver whose data gpsd does not pass on.
///
/// The sentences then take the same path as the ones from a cable. Each reported time makes one epoch,
/// however often gpsd repeats it. So a position that is not measured again ages, and a time that only repeats
/// from the start makes no epoch. The first sentence states that the others are made from gpsd's reports.
struct GPSDReportSentences: Sendable {
  /// How many reports to wait for before converting any: receiver data may still arrive.
  private let patience: Int
  private var heard = 0
  /// The last reported time, as text.
  private var lastTime: String?
  private var hasBegun = false

  /// - Parameter patience: How many reports to wait for. Some gpsd versions send five in the first epoch.
  init(patience: Int = 20) { self.patience = patience }

  /// The sentences for a TPV report; nil for the first reports, and for a repeated time.
  mutating func take(_ report: JSON5) -> [UInt8]? {
    heard = min(heard + 1, patience)
    let written = report["time"]?.text
    // A report without a time counts as new: it means that there is no fix yet.
    if let written, written == lastTime { return nil }
    lastTime = written
    guard heard == patience else { return nil }
    var style = SentenceStyle()
    (style.timeDecimals, style.minuteDecimals, style.altitudeDecimals, style.errorDecimals) = (3, 7, 3, 3)
    var writer = SentenceWriter(style)
    let position = TPV(report)
    if !hasBegun { writer.write(other: Self.notice) }
    hasBegun = true
    writer.write(position.rmc)
    writer.write(position.gga)
    if let gst = position.gst { writer.write(gst) }
    return writer.bytes
  }

  private static var notice: TXT {
    var notice = TXT(talker: .gp)
    (notice.total, notice.number, notice.identifier) = (1, 1, 2)
    notice.text = "made from gpsd's reports"
    return notice
  }
}

/// gpsd's report on an epoch; missing values are nil.
private struct TPV {
  let report: JSON5
  let time: UTC?
  let hasFix: Bool
  let hasHeight: Bool

  init(_ report: JSON5) {
    self.report = report
    time = report["time"]?.text.flatMap { UTC(iso8601: $0) }
    let mode = report["mode"]?.number ?? 0
    hasFix = mode >= 2 && report["lat"]?.number != nil && report["lon"]?.number != nil
    hasHeight = mode >= 3
  }

  private func number(_ name: String) -> Double? { hasFix ? report[name]?.number : nil }

  /// gpsd's numbers for the kinds of fixes.
  private enum Status {
    static let differential = 2.0
    static let rtkFixed = 3.0
    static let rtkFloat = 4.0
    static let deadReckoning = 5.0...6.0
    static let simulated = 8.0
  }

  /// The kind of fix, as in GGA and RMC.
  private var way: (quality: GGA.Quality, mode: ModeIndicator) {
    guard hasFix else { return (.none, .noFix) }
    return switch number("status") {
    case Status.differential: (.differential, .differential)
    case Status.rtkFixed: (.rtkFixed, .rtkFixed)
    case Status.rtkFloat: (.rtkFloat, .rtkFloat)
    case .some(Status.deadReckoning): (.deadReckoning, .deadReckoning)
    case Status.simulated: (.simulator, .simulator)
    default: (.autonomous, .autonomous)
    }
  }

  var rmc: RMC {
    RMC(.gp) {
      $0.time = time?.timeOfDay
      $0.date = time.flatMap { time in
        let date = time.date
        return DayMonthYear(day: date.day, month: date.month, year: date.year % 100)
      }
      $0.status = hasFix ? .valid : .void
      $0.mode = way.mode
      $0.latitude = number("lat")
      $0.longitude = number("lon")
      $0.speed = number("speed")
      $0.course = number("track")
      $0.magneticVariation = number("magvar")
    }
  }

  var gga: GGA {
    GGA(.gp) {
      $0.time = time?.timeOfDay
      $0.quality = way.quality
      $0.latitude = number("lat")
      $0.longitude = number("lon")
      guard hasHeight else { return }
      // gpsd before 3.20 has one altitude, above the sea.
      $0.altitude = number("altMSL") ?? number("alt")
      $0.geoidSeparation = number("geoidSep")
    }
  }

  /// Standard deviations (68 %), converted from gpsd's 95 % errors; nil if gpsd reports none.
  var gst: GST? {
    guard let east = number("epx"), let north = number("epy") else { return nil }
    return GST(.gp) {
      $0.time = time?.timeOfDay
      $0.latitudeDeviation = north / Self.deviations
      $0.longitudeDeviation = east / Self.deviations
      $0.altitudeDeviation = number("epv").map { $0 / Self.deviations }
    }
  }

  /// The number of standard deviations that cover 95 %.
  private static let deviations = 1.96
}
