internal import GNSS
internal import NMEA

/// The NMEA 0183 sentences for one epoch, whatever the receiver's own protocol.
///
/// Without a position, the sentences report that the receiver has no fix.
struct FixSentences {
  let fix: Fix
  /// The position; nil without a fix.
  let place: Coordinate?
  let talker: Talker

  init(_ fix: Fix, talker: Talker) { self.init(fix, at: fix.isValid ? fix.coordinate : nil, talker: talker) }

  /// Creates the sentences for a valid position, whatever mode the fix reports.
  init(_ fix: Fix, at place: Coordinate?, talker: Talker) {
    (self.fix, self.place, self.talker) = (fix, place, talker)
  }

  var rmc: RMC {
    RMC(talker) {
      $0.time = time
      $0.status = status
      $0.latitude = place?.latitude
      $0.longitude = place?.longitude
      $0.speed = place == nil ? nil : fix.speed
      $0.course = place == nil ? nil : fix.course
      $0.date = fix.time.flatMap { time in
        let date = time.date
        return DayMonthYear(day: date.day, month: date.month, year: date.year % 100)
      }
      $0.magneticVariation = place == nil ? nil : fix.magneticVariation
      $0.mode = mode
    }
  }

  var gga: GGA {
    GGA(talker) {
      $0.time = time
      $0.quality = quality
      $0.satellitesUsed = fix.satellitesUsed
      guard let place else { return }
      $0.latitude = place.latitude
      $0.longitude = place.longitude
      $0.horizontalDilution = fix.dilution.horizontal
      $0.altitude = fix.altitude
      $0.geoidSeparation = fix.geoidSeparation
      $0.differentialAge = fix.differentialAge
      $0.differentialStation = fix.differentialStation
    }
  }

  var vtg: VTG {
    VTG(talker) {
      $0.course = fix.course
      $0.magneticCourse = fix.magneticCourse
      $0.speed = fix.speed
      $0.speedFromKilometers = fix.speed
      $0.mode = mode
    }
  }

  var gll: GLL {
    GLL(talker) {
      $0.latitude = place?.latitude
      $0.longitude = place?.longitude
      $0.time = time
      $0.status = status
      $0.mode = mode
    }
  }

  /// Time and date; nil before a date is known.
  var zda: ZDA? {
    guard let instant = fix.time else { return nil }
    let date = instant.date
    return ZDA(talker) {
      $0.time = instant.timeOfDay
      $0.day = date.day
      $0.month = date.month
      $0.year = date.year
      $0.zoneHours = 0
      $0.zoneMinutes = 0
    }
  }

  /// Standard deviations; nil unless estimated by the receiver, as other sentences report dilutions.
  ///
  /// Only the circular 68 % error is known, so both axes are equal and the ellipse is left out.
  var gst: GST? {
    guard place != nil, let errors = fix.errors, errors.source != .dilution,
      let horizontal = errors.horizontal
    else { return nil }
    return GST(talker) {
      $0.time = time
      $0.latitudeDeviation = horizontal / ErrorEstimate.axisToCircle
      $0.longitudeDeviation = horizontal / ErrorEstimate.axisToCircle
      $0.altitudeDeviation = errors.vertical
    }
  }

  private var time: TimeOfDay? { fix.time?.timeOfDay ?? fix.timeOfDay }
  private var status: Status { place == nil ? .void : .valid }
  private var mode: ModeIndicator { place == nil ? .noFix : fix.quality?.codes.letter ?? .autonomous }
  private var quality: GGA.Quality { place == nil ? .none : fix.quality?.codes.number ?? .autonomous }
}

extension FixQuality {
  fileprivate var codes: (number: GGA.Quality, letter: ModeIndicator) {
    switch self {
    case .autonomous: (.autonomous, .autonomous)
    case .differential: (.differential, .differential)
    case .precise: (.precise, .precise)
    case .rtkFixed: (.rtkFixed, .rtkFixed)
    case .rtkFloat: (.rtkFloat, .rtkFloat)
    case .deadReckoning: (.deadReckoning, .deadReckoning)
    case .manual, .surveyed: (.manual, .manual)
    case .simulated: (.simulator, .simulator)
    }
  }
}
