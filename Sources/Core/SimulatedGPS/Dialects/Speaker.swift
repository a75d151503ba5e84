internal import GPSBridge
internal import NMEA

/// Encodes an epoch as the sentences of a dialect, in their order.
struct Speaker: Sendable {
  private(set) var dialect: Dialect
  private(set) var numbers: SatelliteNumbers
  /// The constellations that are received.
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

  /// Changes the constellations and the NMEA revision from now on.
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

  /// Writes one sentence.
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
  /// Whether there is a fix.
  var hasFix: Bool
  let quirks: Dialect.Quirks

  init(_ epoch: SimulatedEpoch, _ dialect: Dialect) {
    quirks = dialect.quirks
    hasFix = epoch.hasFix
    time = epoch.timeOfDay
    date = epoch.date
    if time == nil, dialect.clockBeforeTime == .runningFrom1980 {
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
