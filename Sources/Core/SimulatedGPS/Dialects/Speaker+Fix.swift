internal import GPSBridge
internal import NMEA

extension Speaker {
  /// The fix data.
  func gga(_ epoch: SimulatedEpoch, _ words: Words) -> GGA {
    GGA(talker) {
      $0.time = words.time
      $0.latitude = words.latitude
      $0.longitude = words.longitude
      $0.quality = words.quality
      $0.satellitesUsed =
        words.quirks.contains(.zeroSatellitesInGGA) ? 0 : min(epoch.usedCount, dialect.mostInGGA)
      $0.horizontalDilution = words.horizontal
      $0.altitude = words.altitude
      $0.geoidSeparation = words.geoidSeparation
      if dialect.saysStation || words.quirks.contains(.zeroStation) { $0.differentialStation = 0 }
    }
  }

  /// The recommended minimum data.
  func rmc(_ epoch: SimulatedEpoch, _ words: Words) -> RMC {
    RMC(talker) {
      $0.time = words.time
      $0.status = words.status
      $0.latitude = words.latitude
      $0.longitude = words.longitude
      $0.speed = words.speed
      $0.course = words.course
      $0.date = words.date.flatMap { DayMonthYear(day: $0.day, month: $0.month, year: $0.year % 100) }
      $0.magneticVariation = words.quirks.contains(.zeroVariation) ? 0 : dialect.variation
      $0.mode = words.mode
      $0.navigationalStatus = .notGiven
      if !words.hasFix, words.quirks.contains(.validRMCWithoutFix) { $0.status = .valid }
      if !words.hasFix, words.quirks.contains(.keepsPositionInRMC), epoch.hasPlace {
        $0.latitude = epoch.motion.latitude
        $0.longitude = epoch.motion.longitude
      }
    }
  }

  /// A position and its time.
  func gll(_ words: Words) -> GLL {
    GLL(talker) {
      $0.latitude = words.latitude
      $0.longitude = words.longitude
      guard !words.quirks.contains(.shortGLL) else { return }
      $0.time = words.time
      $0.status = words.status
      $0.mode = words.mode
    }
  }

  /// Course and speed.
  func vtg(_ words: Words) -> VTG {
    VTG(talker) {
      $0.course = words.course
      $0.speed = words.speed
      $0.speedFromKilometers = words.speed
      $0.mode = words.mode
    }
  }

  /// Time and date.
  func zda(_ words: Words) -> ZDA {
    ZDA(talker) {
      $0.time = words.time
      $0.day = words.date?.day
      $0.month = words.date?.month
      $0.year = words.date?.year
      $0.zoneHours = 0
      $0.zoneMinutes = 0
    }
  }

  /// The fix of several constellations, with a mode for each one used.
  func gns(_ epoch: SimulatedEpoch, _ words: Words) -> GNS {
    GNS(talker) {
      $0.time = words.time
      $0.latitude = words.latitude
      $0.longitude = words.longitude
      let systems: [Constellation] = [.gps, .glonass, .galileo, .beidou]
      $0.modes = ModeList(
        systems.filter(constellations.contains).map { system in
          let takesPart = epoch.satellites.contains { $0.isUsed && $0.identity.constellation == system }
          return takesPart || epoch.isEstimated ? words.mode : .noFix
        })
      $0.satellitesUsed = epoch.usedCount
      $0.horizontalDilution = words.horizontal
      $0.altitude = words.altitude
      $0.geoidSeparation = words.geoidSeparation
      $0.navigationalStatus = .notGiven
    }
  }

  /// Error statistics; nil without a geometry.
  func gst(_ epoch: SimulatedEpoch, _ words: Words) -> GST? {
    guard let deviation = epoch.deviation else { return nil }
    return GST(talker) {
      $0.time = words.time
      $0.rangeResidual = epoch.rangeDeviation
      $0.semiMajor = max(deviation.y, deviation.x)
      $0.semiMinor = min(deviation.y, deviation.x)
      $0.orientation = deviation.y >= deviation.x ? 0 : 90
      $0.latitudeDeviation = deviation.y
      $0.longitudeDeviation = deviation.x
      $0.altitudeDeviation = deviation.z
    }
  }

  /// Expected errors; nil without a geometry.
  func gbs(_ epoch: SimulatedEpoch, _ words: Words) -> GBS? {
    guard let deviation = epoch.deviation else { return nil }
    return GBS(talker) {
      $0.time = words.time
      $0.latitudeError = deviation.y
      $0.longitudeError = deviation.x
      $0.altitudeError = deviation.z
    }
  }

  /// Garmin's expected errors, at the 50 percent level.
  func pgrme(_ epoch: SimulatedEpoch) -> PGRME? {
    guard let deviation = epoch.deviation, let horizontal = epoch.horizontalDeviation else { return nil }
    return PGRME {
      $0.horizontalError = Self.tenths(horizontal * 0.8326)
      $0.verticalError = Self.tenths(deviation.z * 0.6745)
      $0.positionError = Self.tenths(deviation.length * 0.89)
    }
  }

  /// Garmin's altitude, in whole feet.
  func pgrmz(_ epoch: SimulatedEpoch) -> PGRMZ {
    PGRMZ {
      $0.altitude = epoch.motion.altitude
      $0.dimensions = epoch.mode == .threeDimensional ? 3 : 2
    }
  }

  /// u-blox's complete fix.
  func pubx00(_ epoch: SimulatedEpoch, _ words: Words) -> PUBX00 {
    PUBX00 {
      $0.time = words.time
      $0.latitude = words.latitude
      $0.longitude = words.longitude
      $0.ellipsoidalAltitude = words.altitude.map { $0 + epoch.geoidSeparation }
      $0.navigationStatus =
        !words.hasFix ? "NF" : epoch.isEstimated ? "DR" : epoch.mode == .threeDimensional ? "G3" : "G2"
      $0.horizontalAccuracy = epoch.horizontalDeviation
      $0.verticalAccuracy = epoch.deviation?.z
      $0.speed = words.speed
      $0.course = words.course
      $0.verticalVelocity = words.hasFix ? -epoch.motion.up : nil
      $0.horizontalDilution = words.horizontal
      $0.verticalDilution = epoch.geometry.map { min($0.vertical, 99.99) } ?? dialect.noDilution
      $0.timeDilution = epoch.geometry.map { min($0.time, 99.99) } ?? dialect.noDilution
      $0.satellitesUsed = epoch.usedCount
      $0.reserved = 0
      $0.deadReckoning = epoch.isEstimated ? 1 : 0
    }
  }

  /// u-blox's satellites.
  func pubx03(_ epoch: SimulatedEpoch) -> PUBX03 {
    PUBX03 {
      $0.satellites = epoch.satellites.filter(\.hasDirection).map { satellite in
        var row = PUBX03.Satellite()
        row.number = numbers.number(satellite.identity)
        row.usage = satellite.isUsed ? .used : satellite.carrierToNoise == nil ? .unused : .usable
        row.azimuth = satellite.wholeAzimuth
        row.elevation = satellite.wholeElevation
        row.signalToNoise = satellite.carrierToNoise
        row.lockTime = satellite.isUsed ? 64 : 0
        return row
      }
    }
  }

  /// u-blox's clock.
  func pubx04(_ epoch: SimulatedEpoch, _ words: Words) -> PUBX04 {
    PUBX04 {
      $0.time = words.time
      $0.date = words.date.flatMap { DayMonthYear(day: $0.day, month: $0.month, year: $0.year % 100) }
      if let date = epoch.date, let time = epoch.timeOfDay {
        let moment = GPSTime(date, time, leapDay: nil)
        $0.secondsOfWeek = Double(moment.milliseconds) / 1000
        $0.week = moment.week
        $0.leapSeconds = moment.leapSeconds
      }
      $0.clockBias = 1e-7
      $0.clockDrift = 1e-8
      $0.timePulseGranularity = 21e-9
    }
  }

  private static func tenths(_ number: Double) -> Double { Double(Int(min(number, 9999) * 10 + 0.5)) / 10 }
}
