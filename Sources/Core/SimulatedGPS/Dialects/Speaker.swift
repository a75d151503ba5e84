internal import GPSBridge
internal import NMEA

/// Encodes an epoch as the sentences of a dialect, in their order.
struct Speaker: Sendable {
  private(set) var dialect: Dialect
  private(set) var numbers: SatelliteNumbers
  private(set) var constellations: [Constellation]
  /// The talker ID of sentences that do not belong to one system.
  private(set) var talker: Talker
  var writer: SentenceWriter
  /// The last course that was reported.
  private var lastCourse: Double?

  init(_ dialect: Dialect) {
    self.dialect = dialect
    numbers = SatelliteNumbers(dialect)
    constellations = dialect.constellations
    talker = Self.talker(dialect, dialect.constellations)
    writer = SentenceWriter(dialect.style)
  }

  mutating func change(_ constellations: [Constellation], _ revision: Revision) {
    self.constellations = constellations
    talker = Self.talker(dialect, constellations)
    guard revision != dialect.revision else { return }
    dialect.revision = revision
    numbers = SatelliteNumbers(dialect)
    writer = SentenceWriter(dialect.style)
  }

  private static func talker(_ dialect: Dialect, _ constellations: [Constellation]) -> Talker {
    constellations.count > 1 && !dialect.quirks.contains(.talkerIsAlwaysGPS) ? .gn : .gp
  }

  /// Writes all sentences that are due in an epoch.
  mutating func speak(_ epoch: SimulatedEpoch, _ outputs: OutputTable) {
    var words = Words(epoch, dialect)
    words.course = course(epoch)
    writer.isVoid = !epoch.hasFix
    for kind in dialect.order where outputs.isDue(kind, epoch.number) { speak(kind, epoch, words) }
    writer.isVoid = false
  }

  mutating func speak(_ kind: SentenceKind, _ epoch: SimulatedEpoch, _ words: Words) {
    switch kind {
    case .gga: writer.write(gga(epoch, words))
    case .rmc: writer.write(rmc(epoch, words))
    case .gll: writer.write(gll(words))
    case .vtg: writer.write(vtg(words))
    case .zda: writer.write(zda(words))
    case .gns: writer.write(gns(epoch, words))
    case .gst: if let gst = gst(epoch, words) { writer.write(gst) }
    case .gbs: if let gbs = gbs(epoch, words) { writer.write(other: gbs) }
    case .gsa: speakUsed(epoch)
    case .gsv: speakView(epoch)
    case .pgrme: if let pgrme = pgrme(epoch) { writer.write(pgrme) }
    case .pgrmz: if epoch.hasFix { writer.write(pgrmz(epoch)) }
    case .pgrmm: writer.write(PGRMM { $0.datum = "WGS 84" })
    case .bod: writer.write(body: "GPBOD,,T,,M,,".utf8)
    case .rte: writer.write(body: "GPRTE,1,1,c,0".utf8)
    case .antenna: writer.write(body: "GPTXT,01,01,01,ANTENNA OK".utf8)
    case .pubx00: writer.write(pubx00(epoch, words))
    case .pubx03: writer.write(pubx03(epoch))
    case .pubx04: writer.write(pubx04(epoch, words))
    }
  }

  /// Writes one sentence that a command asks for.
  mutating func answer(_ kind: SentenceKind, _ epoch: SimulatedEpoch) {
    writer.isVoid = !epoch.hasFix
    speak(kind, epoch, Words(epoch, dialect))
    writer.isVoid = false
  }

  /// The course; below some speed nil or the last one, depending on the dialect.
  private mutating func course(_ epoch: SimulatedEpoch) -> Double? {
    guard epoch.hasFix else { return nil }
    let motion = epoch.motion
    let slowest = dialect.slowestCourse ?? (dialect.quirks.contains(.noCourseAtRest) ? 0.3 : nil)
    if motion.speed >= slowest ?? 0.3 {
      lastCourse = motion.course
    } else if slowest != nil {
      return nil
    } else if lastCourse == nil {
      lastCourse = 0
    }
    return lastCourse
  }

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

  func vtg(_ words: Words) -> VTG {
    VTG(talker) {
      $0.course = words.course
      $0.speed = words.speed
      $0.speedFromKilometers = words.speed
      $0.mode = words.mode
    }
  }

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

  /// The satellites used: one sentence for all, or one for each system.
  mutating func speakUsed(_ epoch: SimulatedEpoch) {
    if constellations.count == 1 || dialect.quirks.contains(.talkerIsAlwaysGPS) {
      return writer.write(gsa(epoch, of: nil))
    }
    for constellation in constellations { writer.write(gsa(epoch, of: constellation)) }
  }

  private func gsa(_ epoch: SimulatedEpoch, of constellation: Constellation?) -> GSA {
    let isQuectels = constellation == .beidou && dialect.quirks.contains(.quectelBeiDouTalker)
    return GSA(isQuectels ? .pq : talker) {
      $0.selection = .automatic
      $0.dimensions = Int(epoch.mode.rawValue)
      $0.places = dialect.quirks.contains(.longGSA) ? 24 : 12
      var place = 0
      if !dialect.quirks.contains(.emptyGSA) {
        for satellite in epoch.satellites where satellite.isUsed && place < $0.places {
          guard constellation.map({ $0 == satellite.identity.constellation }) ?? true else { continue }
          $0.satellites[place] = numbers.number(satellite.identity)
          place += 1
        }
      }
      let none = dialect.quirks.contains(.dilutionOfFifty) ? 50 : dialect.noDilution
      $0.positionDilution = epoch.geometry.map { min($0.position, 99.99) } ?? none
      $0.horizontalDilution = epoch.geometry.map { min($0.horizontal, 99.99) } ?? none
      // A fixed altitude has no dilution.
      $0.verticalDilution =
        epoch.geometry.flatMap { $0.vertical > 0 ? min($0.vertical, 99.99) : nil } ?? none
      $0.system = (constellation ?? constellations[0]).systemNumber
    }
  }

  /// The satellites in view: a set of sentences for each system.
  mutating func speakView(_ epoch: SimulatedEpoch) {
    if dialect.quirks.contains(.talkerIsAlwaysGPS) {
      return speakView(epoch.satellites[...], .gp, nil, isVoid: !epoch.hasFix)
    }
    for constellation in constellations {
      let first = epoch.satellites.firstIndex { $0.identity.constellation == constellation }
      let last = epoch.satellites.lastIndex { $0.identity.constellation == constellation }
      let group = first.flatMap { first in last.map { epoch.satellites[first...$0] } }
      // Systems without known satellites are left out, except GPS.
      if group == nil, constellation != .gps { continue }
      let isQuectels = constellation == .beidou && dialect.quirks.contains(.quectelBeiDouTalker)
      speakView(
        group ?? [], isQuectels ? .pq : SatelliteNumbers.talker(constellation, dialect), constellation,
        isVoid: !epoch.hasFix)
    }
  }

  private mutating func speakView(
    _ satellites: ArraySlice<SimulatedSatellite>, _ talker: Talker, _ constellation: Constellation?,
    isVoid: Bool
  ) {
    let total = max(1, (satellites.count + 3) / 4)
    var next = satellites.startIndex
    for number in 1...total {
      var sentence = GSV(talker: talker)
      sentence.total = total
      sentence.number = number
      sentence.inView = satellites.count
      while sentence.count < 4, next < satellites.endIndex {
        sentence.append(inView(satellites[next], isVoid: isVoid))
        next += 1
      }
      if dialect.quirks.contains(.paddedGSV) || dialect.commands == .none {
        while sentence.count % 4 != 0 { sentence.append(SatelliteInView(number: nil)) }
      }
      if talker == .pq {
        sentence.system = Constellation.beidou.systemNumber
      } else {
        let plain = dialect.numbersSignals && !dialect.quirks.contains(.zeroSignals)
        sentence.signal = plain ? SatelliteNumbers.signal(constellation ?? .gps) : 0
      }
      writer.write(sentence)
    }
  }

  private func inView(_ satellite: SimulatedSatellite, isVoid: Bool) -> SatelliteInView {
    var azimuth: Int? = satellite.wholeAzimuth
    if dialect.quirks.contains(.northIs360), azimuth == 0 { azimuth = 360 }
    if dialect.quirks.contains(.zeroAzimuthWithoutFix), isVoid { azimuth = 0 }
    return SatelliteInView(
      number: numbers.number(satellite.identity),
      elevation: satellite.hasDirection ? satellite.wholeElevation : nil,
      azimuth: satellite.hasDirection ? azimuth : nil, signalToNoise: satellite.carrierToNoise)
  }
}

/// Values shared by several sentences of an epoch.
struct Words {
  var time: TimeOfDay?
  var date: CivilDate?
  var latitude: Double?
  var longitude: Double?
  var altitude: Double?
  var geoidSeparation: Double?
  var speed: Double?
  var course: Double?
  var status: Status
  var mode: ModeIndicator
  var quality: GGA.Quality
  var horizontal: Double?
  var hasFix: Bool
  let quirks: Dialect.Quirks

  init(_ epoch: SimulatedEpoch, _ dialect: Dialect) {
    quirks = dialect.quirks
    hasFix = epoch.hasFix
    time = epoch.timeOfDay
    date = epoch.date
    if time == nil, dialect.runsFrom1980 {
      // A clock that was never set starts at five minutes to midnight.
      let seconds = 86_100 + epoch.number % 300
      time = TimeOfDay(hour: seconds / 3600, minute: seconds / 60 % 60, second: seconds % 60)
      date = CivilDate(year: 1980, month: 1, day: 5)
    }
    status = hasFix ? .valid : .void
    mode = !hasFix ? .noFix : epoch.isEstimated ? .deadReckoning : .autonomous
    quality = !hasFix ? .none : epoch.isEstimated ? .deadReckoning : .autonomous
    horizontal = epoch.geometry.map { min($0.horizontal, 99.99) }
    if hasFix {
      latitude = epoch.motion.latitude
      longitude = epoch.motion.longitude
      altitude = quirks.contains(.noAltitude) ? nil : epoch.motion.altitude
      geoidSeparation =
        quirks.contains(.noAltitude) || quirks.contains(.noGeoidSeparation) ? nil : epoch.geoidSeparation
      speed = epoch.motion.speed
    } else if quirks.contains(.noTimeWithoutFix) {
      time = nil
      date = nil
    }
    if !hasFix, quirks.contains(.zeroPositionWithoutFix) {
      latitude = 0
      longitude = 0
    }
    if horizontal == nil { horizontal = quirks.contains(.dilutionOfFifty) ? 50 : dialect.noDilution }
  }
}

struct SatelliteNumbers: Sendable {
  private let hasSystems: Bool
  private let beidouShift: Int

  init(_ dialect: Dialect) {
    hasSystems = dialect.revision >= .v4_10
    beidouShift = dialect.commands == .ublox ? 400 : 200
  }

  /// The number in a sentence: since NMEA 4.10 the system's own, earlier in one range for all systems.
  func number(_ identity: SatelliteIdentity) -> Int {
    switch identity.constellation {
    case .glonass: identity.number + 64
    case .galileo where !hasSystems: identity.number + 300
    case .beidou where !hasSystems: identity.number + beidouShift
    default: identity.number
    }
  }

  /// The ID of the signal that all receivers support.
  static func signal(_ constellation: Constellation) -> Int { constellation == .galileo ? 7 : 1 }

  static func talker(_ constellation: Constellation, _ dialect: Dialect) -> Talker {
    switch constellation {
    case .glonass: .gl
    case .galileo: .ga
    case .beidou where dialect.quirks.contains(.otherBeiDouTalker): dialect.beidouTalker == .gb ? .bd : .gb
    case .beidou: dialect.beidouTalker
    case .qzss: .gq
    case .navic: .gi
    case .gps, .sbas, .imes: .gp
    }
  }
}
