internal import GPSBridge
internal import UBX

/// Encodes an epoch as UBX messages, with the same content as the sentences.
struct MessageSpeaker: Sendable {
  let chip: UBloxChip
  /// The day after the scenario's leap second.
  private let leapDay: CivilDate?
  /// The start of the scenario, in seconds since 1970.
  private let start: Int64
  /// The last measured course.
  private var heading = 0.0

  init(_ chip: UBloxChip, _ scenario: Scenario) {
    self.chip = chip
    leapDay = scenario.leapSecond
    start = scenario.beginning.secondsSince1970
  }

  /// Computes the values that the messages of a new epoch share.
  mutating func solution(_ epoch: SimulatedEpoch, _ state: UBloxState, isGood: Bool) -> Solution {
    if epoch.hasFix, epoch.motion.speed >= 0.3 { heading = epoch.motion.course }
    return reading(epoch, state, isGood: isGood)
  }

  /// Computes the same values again for an epoch already sent, for a poll.
  func reading(_ epoch: SimulatedEpoch, _ state: UBloxState, isGood: Bool) -> Solution {
    // A receiver learns the time of the week before the date; without a date, use the scenario's.
    let time = epoch.timeOfDay.map { time in
      let today = UTC(secondsSince1970: start + epoch.instant.wholeNanoseconds / 1_000_000_000).date
      return GPSTime(epoch.date ?? today, time, leapDay: leapDay)
    }
    return Solution(
      epoch, time ?? GPSTime(sinceStart: state.uptime), isFixOK: isGood, heading: heading,
      isFused: chip.hasSensors)
  }

  /// Returns one message, or nil if this chip lacks it.
  func message(_ kind: MessageKind, _ solution: Solution, _ state: UBloxState) -> [UInt8]? {
    guard chip.says(kind) else { return nil }
    return switch kind {
    case .navPVT: pvt(solution).encoded()
    case .navSOL: sol(solution).encoded()
    case .navPOSLLH: posllh(solution).encoded()
    case .navPOSECEF: posecef(solution).encoded()
    case .navVELNED: velned(solution).encoded()
    case .navVELECEF: velecef(solution).encoded()
    case .navDOP: dop(solution).encoded()
    case .navSTATUS: status(solution, state).encoded()
    case .navCOV: cov(solution).encoded()
    case .navTIMEGPS: timegps(solution).encoded()
    case .navTIMEUTC: timeutc(solution).encoded()
    case .navTIMELS: timels(solution).encoded()
    case .navCLOCK: clock(solution).encoded()
    case .navSAT: sat(solution).encoded()
    case .navSIG: sig(solution).encoded()
    case .navSVINFO: svinfo(solution).encoded()
    case .navORB: orb(solution).encoded()
    case .hnrPVT: hnr(solution).encoded()
    case .navEOE: NavEOE { $0.timeOfWeek = solution.timeOfWeek }.encoded()
    default: report(kind, state)
    }
  }

  // Position and velocity.

  /// A message with the reserved bytes and bits of this generation, which are not zero.
  private var blankPVT: NavPVT {
    var payload = [UInt8](repeating: 0, count: chip.generation >= .ublox8 ? 92 : 84)
    payload[22] = 0x0A
    return NavPVT(payload: payload.span) ?? NavPVT()
  }

  func pvt(_ solution: Solution) -> NavPVT {
    var message = blankPVT
    message.timeOfWeek = solution.timeOfWeek
    (message.date, message.time) = (solution.date, solution.timeOfDay)
    message.isTimeFullyResolved = solution.knowsWeek
    message.timeAccuracy = solution.timeAccuracy
    message.fixType = solution.fixType
    message.isFixOK = solution.isFixOK
    message.satellitesUsed = solution.epoch.usedCount
    message.position = solution.position
    message.horizontalAccuracy = solution.horizontalAccuracy
    message.verticalAccuracy = solution.verticalAccuracy
    message.velocityNorth = solution.velocity.y
    message.velocityEast = solution.velocity.x
    message.velocityDown = -solution.velocity.z
    message.groundSpeed = solution.epoch.hasFix ? solution.epoch.motion.speed : 0
    message.headingOfMotion = solution.heading
    message.speedAccuracy = solution.speedAccuracy
    message.headingAccuracy = solution.headingAccuracy ?? 180
    message.positionDilution = min(99.99, solution.epoch.geometry?.position ?? 99.99)
    // Bits for the confirmation of date and time by a second source; older generations lack them.
    if chip.generation >= .ublox9, solution.knowsWeek {
      message.confirmation = NavPVT.Confirmation(date: solution.epoch.hasFix, time: solution.epoch.hasFix)
    }
    return message
  }

  /// The navigation solution between two epochs, from sensors.
  func hnr(_ solution: Solution) -> HnrPVT {
    HnrPVT {
      $0.timeOfWeek = solution.timeOfWeek
      ($0.date, $0.time) = (solution.date, solution.timeOfDay)
      $0.isTimeFullyResolved = solution.knowsWeek
      $0.isWeekValid = solution.knowsWeek
      $0.isTimeOfWeekValid = solution.knowsTime
      $0.fixType = solution.fixType
      $0.isFixOK = solution.isFixOK
      $0.position = solution.position
      $0.groundSpeed = solution.epoch.hasFix ? solution.epoch.motion.speed : 0
      $0.speed = solution.velocity.length
      $0.headingOfMotion = solution.heading
      $0.vehicleHeading = solution.epoch.hasFix ? solution.heading : nil
      $0.horizontalAccuracy = solution.horizontalAccuracy
      $0.verticalAccuracy = solution.verticalAccuracy
      $0.speedAccuracy = solution.speedAccuracy
      $0.headingAccuracy = solution.headingAccuracy ?? 180
    }
  }

  func sol(_ solution: Solution) -> NavSOL {
    let place = solution.horizon?.position ?? Vector(0, 0, 0)
    let velocity = solution.earthVelocity
    return NavSOL {
      $0.timeOfWeek = solution.timeOfWeek
      $0.week = Int16(clamping: solution.time.week)
      $0.fixType = solution.fixType
      $0.isFixOK = solution.isFixOK
      $0.isWeekValid = solution.knowsWeek
      $0.isTimeOfWeekValid = solution.knowsTime
      ($0.x, $0.y, $0.z) = (place.x, place.y, place.z)
      $0.positionAccuracy = solution.positionAccuracy
      ($0.velocityX, $0.velocityY, $0.velocityZ) = (velocity.x, velocity.y, velocity.z)
      $0.speedAccuracy = solution.speedAccuracy
      $0.positionDilution = min(99.99, solution.epoch.geometry?.position ?? 99.99)
      $0.satellitesUsed = UInt8(clamping: solution.epoch.usedCount)
    }
  }

  func posllh(_ solution: Solution) -> NavPOSLLH {
    NavPOSLLH {
      $0.timeOfWeek = solution.timeOfWeek
      $0.latitude = solution.position?.latitude ?? 0
      $0.longitude = solution.position?.longitude ?? 0
      $0.height = solution.position?.height ?? 0
      $0.altitude = solution.position?.altitude ?? 0
      $0.horizontalAccuracy = solution.horizontalAccuracy
      $0.verticalAccuracy = solution.verticalAccuracy
    }
  }

  func posecef(_ solution: Solution) -> NavPOSECEF {
    let place = solution.horizon?.position ?? Vector(0, 0, 0)
    return NavPOSECEF {
      $0.timeOfWeek = solution.timeOfWeek
      ($0.x, $0.y, $0.z) = (place.x, place.y, place.z)
      $0.accuracy = solution.positionAccuracy
    }
  }

  func velned(_ solution: Solution) -> NavVELNED {
    NavVELNED {
      $0.timeOfWeek = solution.timeOfWeek
      $0.velocityNorth = solution.velocity.y
      $0.velocityEast = solution.velocity.x
      $0.velocityDown = -solution.velocity.z
      $0.speed = solution.velocity.length
      $0.groundSpeed = Vector(solution.velocity.x, solution.velocity.y, 0).length
      $0.headingOfMotion = solution.heading
      $0.speedAccuracy = solution.speedAccuracy
      $0.headingAccuracy = solution.headingAccuracy ?? 180
    }
  }

  func velecef(_ solution: Solution) -> NavVELECEF {
    let velocity = solution.earthVelocity
    return NavVELECEF {
      $0.timeOfWeek = solution.timeOfWeek
      ($0.velocityX, $0.velocityY, $0.velocityZ) = (velocity.x, velocity.y, velocity.z)
      $0.speedAccuracy = solution.speedAccuracy
    }
  }

  func dop(_ solution: Solution) -> NavDOP {
    let geometry = solution.epoch.geometry
    let most = { (dilution: Double?) in dilution.map { min($0, 99.98) } }
    return NavDOP {
      $0.timeOfWeek = solution.timeOfWeek
      $0.geometric = most(geometry.map { ($0.position * $0.position + $0.time * $0.time).squareRoot() })
      $0.position = most(geometry?.position)
      $0.time = most(geometry?.time)
      // A fixed altitude has no dilution.
      $0.vertical = most(geometry.flatMap { $0.vertical > 0 ? $0.vertical : nil })
      $0.horizontal = most(geometry?.horizontal)
      $0.northing = most(geometry?.north)
      $0.easting = most(geometry?.east)
    }
  }

  func status(_ solution: Solution, _ state: UBloxState) -> NavSTATUS {
    NavSTATUS {
      $0.timeOfWeek = solution.timeOfWeek
      $0.fixType = solution.fixType
      $0.isFixOK = solution.isFixOK
      $0.isWeekValid = solution.knowsWeek
      $0.isTimeOfWeekValid = solution.knowsTime
      if chip.generation >= .ublox8 { $0.spoofing = state.spoofing }
      $0.timeToFirstFix = Double(state.timeToFirstFix ?? 0) / 1000
      $0.timeSinceStart = Double(state.uptime) / 1000
    }
  }

  func cov(_ solution: Solution) -> NavCOV {
    NavCOV {
      $0.timeOfWeek = solution.timeOfWeek
      guard let geometry = solution.epoch.geometry, let deviation = solution.epoch.deviation else { return }
      $0.positionValidity = 1
      $0.velocityValidity = 1
      let square = { (deviation: Double) in Float(deviation * deviation) }
      $0.positionNorthNorth = square(deviation.y)
      $0.positionEastEast = square(deviation.x)
      $0.positionDownDown = square(solution.verticalAccuracy ?? 100)
      $0.velocityNorthNorth = square(geometry.north * 0.04)
      $0.velocityEastEast = square(geometry.east * 0.04)
      $0.velocityDownDown = square(max(geometry.vertical, 1) * 0.04)
    }
  }

  // Time.

  func timegps(_ solution: Solution) -> NavTIMEGPS {
    NavTIMEGPS {
      $0.timeOfWeek = solution.timeOfWeek
      $0.week = Int16(clamping: solution.time.week)
      $0.leapSeconds = Int8(clamping: solution.time.leapSeconds)
      $0.isTimeOfWeekValid = solution.knowsTime
      $0.isWeekValid = solution.knowsWeek
      $0.areLeapSecondsValid = solution.knowsWeek
      $0.timeAccuracy = solution.timeAccuracy
    }
  }

  func timeutc(_ solution: Solution) -> NavTIMEUTC {
    NavTIMEUTC {
      $0.timeOfWeek = solution.timeOfWeek
      $0.timeAccuracy = solution.timeAccuracy
      ($0.date, $0.time) = (solution.date, solution.timeOfDay)
      $0.isTimeFullyResolved = solution.knowsWeek
    }
  }

  func timels(_ solution: Solution) -> NavTIMELS {
    NavTIMELS {
      $0.timeOfWeek = solution.timeOfWeek
      // 2: received from GPS; 0: the firmware's own table.
      $0.source = solution.knowsWeek ? 2 : 0
      $0.leapSeconds = Int8(clamping: solution.time.leapSeconds)
      $0.changeSource = solution.knowsWeek ? 2 : 0
      $0.areLeapSecondsValid = true
      $0.isChangeValid = solution.knowsWeek
    }
  }

  func clock(_ solution: Solution) -> NavCLOCK {
    NavCLOCK {
      $0.timeOfWeek = solution.timeOfWeek
      // A steered clock: its bias varies by tens of nanoseconds.
      $0.bias = Double(solution.epoch.number % 60) * 1e-8
      $0.drift = 1e-8
      $0.timeAccuracy = solution.timeAccuracy
      $0.frequencyAccuracy = solution.epoch.hasFix ? 150 : 4_000_000
    }
  }

  func sat(_ solution: Solution) -> NavSAT {
    NavSAT {
      $0.timeOfWeek = solution.timeOfWeek
      $0.satellites = solution.epoch.satellites.map { satellite in
        var block = NavSAT.Satellite()
        block.system = satellite.system
        block.number = UInt8(clamping: satellite.identity.number)
        block.signalToNoise = satellite.carrierToNoise
        block.elevation = satellite.hasDirection ? satellite.wholeElevation : nil
        block.azimuth = satellite.hasDirection ? satellite.wholeAzimuth : nil
        block.quality = satellite.quality
        block.isUsed = satellite.isUsed
        block.health = satellite.carrierToNoise == nil ? 0 : 1
        block.isSmoothed = satellite.isUsed
        block.hasEphemeris = satellite.isUsed
        block.hasAlmanac = satellite.hasDirection
        block.orbitSource = satellite.isUsed ? 1 : satellite.hasDirection ? 2 : 0
        return block
      }
    }
  }

  /// One signal per tracked satellite, because all of these receivers have a single band.
  func sig(_ solution: Solution) -> NavSIG {
    NavSIG {
      $0.timeOfWeek = solution.timeOfWeek
      $0.signals = solution.epoch.satellites.filter { $0.carrierToNoise != nil }.map { satellite in
        var block = NavSIG.Signal()
        block.system = satellite.system
        block.number = UInt8(clamping: satellite.identity.number)
        // GLONASS slots range from -7 to 6; two satellites on opposite sides of the Earth share one.
        if satellite.identity.constellation == .glonass {
          block.frequency = UInt8(clamping: satellite.identity.number % 12 + 1)
        }
        block.signalToNoise = satellite.carrierToNoise
        block.quality = satellite.quality
        block.health = 1
        block.isSmoothed = satellite.isUsed
        block.isUsed = satellite.isUsed
        block.usesDoppler = satellite.isUsed
        return block
      }
    }
  }

  func svinfo(_ solution: Solution) -> NavSVINFO {
    NavSVINFO {
      $0.timeOfWeek = solution.timeOfWeek
      $0.generation = UInt8(clamping: chip.generation.rawValue - 4)
      let known = solution.epoch.satellites.compactMap { satellite in
        satellite.oldNumber.map { (satellite, $0) }
      }
      var free: UInt8 = 0
      $0.channels = known.map { satellite, number in
        var block = NavSVINFO.Channel()
        let isHeard = satellite.carrierToNoise != nil
        block.channel = isHeard ? free : 255
        if isHeard { free += 1 }
        block.number = number
        block.isUsed = satellite.isUsed
        block.hasOrbit = satellite.hasDirection
        block.isEphemeris = satellite.isUsed
        block.isAlmanac = satellite.hasDirection && !satellite.isUsed
        block.isSmoothed = satellite.isUsed
        block.quality = satellite.quality
        block.signalToNoise = satellite.carrierToNoise
        block.elevation = satellite.hasDirection ? satellite.wholeElevation : nil
        block.azimuth = satellite.hasDirection ? satellite.wholeAzimuth : nil
        return block
      }
    }
  }

  /// The stored orbits: exact ones, and rough ones of satellites with a known direction.
  func orb(_ solution: Solution) -> NavORB {
    NavORB {
      $0.timeOfWeek = solution.timeOfWeek
      $0.satellites = solution.epoch.satellites.map { satellite in
        var block = NavORB.Satellite()
        block.system = satellite.system
        block.number = UInt8(clamping: satellite.identity.number)
        block.health = satellite.carrierToNoise == nil ? 0 : 1
        block.visibility = satellite.hasDirection ? 3 : 0
        block.ephemerisUsability = satellite.hasOrbit ? 6 : 0
        block.ephemerisSource = satellite.hasOrbit ? 1 : 0
        block.almanacUsability = satellite.hasDirection ? 5 : 0
        block.almanacSource = satellite.hasDirection ? 1 : 0
        return block
      }
    }
  }

  // Messages about the receiver itself.

  /// Returns a message about the receiver, or nil for other kinds.
  func report(_ kind: MessageKind, _ state: UBloxState) -> [UInt8]? {
    switch kind {
    case .monVER: chip.versions.encoded()
    case .monHW: hardware(state).encoded()
    case .monRF: radio(state).encoded()
    case .monCOMMS: communication(state).encoded()
    case .monSYS: system(state).encoded()
    case .monTXBUF: sendingBuffer(state).encoded()
    case .monRXBUF: MonRXBUF().encoded()
    case .secSIG: security(state).encoded()
    case .secUNIQID: chip.number(seed: state.seed).encoded()
    default: nil
    }
  }

  private func hardware(_ state: UBloxState) -> MonHW {
    // The length depends on the generation.
    let length =
      switch chip.generation {
      case .ublox5, .ublox6: 68
      case .ublox10: 56
      default: 60
      }
    let payload = [UInt8](repeating: 0, count: length)
    var message = MonHW(payload: payload.span) ?? MonHW()
    message.noise = state.noise
    message.gain = state.gain
    message.antennaState = state.antenna
    message.antennaPower = state.antennaPower
    message.isClockCalibrated = true
    message.jamming = state.jammingState
    message.interference = state.interference
    return message
  }

  private func radio(_ state: UBloxState) -> MonRF {
    MonRF {
      var block = MonRF.Block()
      block.jamming = state.jammingState
      block.antennaState = state.antenna
      block.antennaPower = state.antennaPower
      block.noise = state.noise
      block.gain = state.gain
      block.interference = state.interference
      (block.offsetI, block.magnitudeI, block.offsetQ, block.magnitudeQ) = (5, 160, 5, 160)
      $0.blocks = [block]
    }
  }

  private func communication(_ state: UBloxState) -> MonCOMMS {
    MonCOMMS {
      for (place, number) in [0, 1, 5, 255].enumerated() { $0.protocols[place] = UInt8(number) }
      var block = MonCOMMS.Port()
      block.identifier = UInt16(state.port.rawValue) << 8
      block.bytesToSend = UInt16(clamping: state.pending)
      block.bytesSent = UInt32(clamping: state.sent)
      block.sendingLoad = state.load
      block.highestSendingLoad = max(state.load, state.highestLoad)
      block.bytesReceived = UInt32(clamping: state.received)
      block.messages[0] = UInt16(truncatingIfNeeded: state.messages)
      block.messages[1] = UInt16(truncatingIfNeeded: state.sentences)
      block.bytesSkipped = UInt32(clamping: state.skipped)
      $0.hasAllocationError = state.lostEpochs
      $0.ports = [block]
    }
  }

  private func system(_ state: UBloxState) -> MonSYS {
    MonSYS {
      $0.startKind = 1
      $0.processorLoad = 12
      $0.highestProcessorLoad = 31
      $0.memoryUsage = 40
      $0.highestMemoryUsage = 42
      $0.portUsage = state.load
      $0.highestPortUsage = max(state.load, state.highestLoad)
      $0.timeSinceStart = UInt32(clamping: state.uptime / 1000)
      $0.temperature = 31
    }
  }

  private func sendingBuffer(_ state: UBloxState) -> MonTXBUF {
    MonTXBUF {
      let place = Int(state.port.rawValue)
      $0.bytesPending[place] = UInt16(clamping: state.pending)
      $0.usage[place] = state.load
      $0.highestUsage[place] = max(state.load, state.highestLoad)
      $0.totalUsage = state.load
      $0.highestTotalUsage = max(state.load, state.highestLoad)
      $0.hasAllocationError = state.lostEpochs
    }
  }

  /// Always uses the first layout of SEC-SIG; the second one came with later firmware.
  private func security(_ state: UBloxState) -> SecSIG {
    SecSIG {
      $0.watchesJamming = state.watchesJamming
      $0.jamming = state.jammingState
      $0.watchesSpoofing = true
      $0.spoofing = state.spoofing
    }
  }
}

extension UBloxChip {
  /// Whether the chip sends a message, periodically or when polled.
  func says(_ kind: MessageKind) -> Bool { kind == .hnrPVT ? hasSensors : generation.says(kind) }

  /// The default messages of a scenario with UBX output, each with its period in epochs.
  func usualMessages(skyPeriod: Int) -> [(MessageKind, Int)] {
    generation.usualMessages(skyPeriod: skyPeriod) + (hasSensors ? [(.hnrPVT, 1)] : [])
  }
}

extension ReceiverGeneration {
  /// Whether a chip of this generation sends a message, periodically or when polled.
  fileprivate func says(_ kind: MessageKind) -> Bool {
    switch kind {
    case .navPVT: hasPVT
    case .navSOL, .navSVINFO: hasSOL
    case .navSAT, .navEOE, .navTIMELS, .navORB, .secUNIQID: hasSAT
    case .navSIG, .navCOV, .monRF, .monCOMMS, .monSYS, .secSIG: hasSIG
    case .navPOSLLH, .navPOSECEF, .navVELNED, .navVELECEF, .navDOP, .navSTATUS, .navTIMEGPS, .navTIMEUTC,
      .navCLOCK, .monVER, .monHW:
      true
    case .monRXBUF, .monTXBUF: self <= .ublox9
    case .monGNSS: self == .ublox8 || self == .ublox9
    default: false
    }
  }

  /// The messages of an epoch in the order of this generation, before and after the sentences.
  ///
  /// NAV-EOE ends the epoch, and the messages about the receiver follow it.
  var order: (beforeSentences: [MessageKind], behindSentences: [MessageKind]) {
    let solution: [MessageKind] = [.navPVT, .navPOSECEF, .navPOSLLH, .navVELECEF, .navVELNED]
    let rest: [MessageKind] = [.navDOP, .navSTATUS, .navCOV, .navTIMEGPS, .navTIMEUTC, .navCLOCK, .navTIMELS]
    let itself: [MessageKind] = [.navEOE, .monHW, .monRF, .monTXBUF, .monRXBUF, .monCOMMS, .monSYS, .secSIG]
    return self >= .ublox9
      ? (solution, [.navSAT, .navSIG, .navORB] + rest + itself)
      : ([.navSOL] + solution + rest + [.navSVINFO, .navSAT, .navORB], itself)
  }

  /// The default messages of a scenario with UBX output, each with its period in epochs.
  fileprivate func usualMessages(skyPeriod: Int) -> [(MessageKind, Int)] {
    let sky = max(1, skyPeriod)
    let common: [(MessageKind, Int)] = [(.navDOP, 1), (.navSTATUS, 1), (.navTIMEGPS, 1)]
    return switch self {
    case .ublox5, .ublox6:
      [(.navSOL, 1), (.navPOSLLH, 1), (.navVELNED, 1)] + common
        + [(.navTIMEUTC, 1), (.navCLOCK, 1), (.navSVINFO, sky), (.monHW, sky)]
    case .ublox7: [(.navPVT, 1)] + common + [(.navSVINFO, sky), (.monHW, sky)]
    case .ublox8: [(.navPVT, 1)] + common + [(.navTIMELS, sky), (.navSAT, sky), (.navEOE, 1), (.monHW, sky)]
    case .ublox9, .ublox10, .x20:
      [(.navPVT, 1)] + common
        + [(.navCOV, 1), (.navTIMELS, sky), (.navSAT, sky), (.navSIG, sky), (.navEOE, 1), (.monRF, sky)]
    }
  }
}

// Satellites and signals.

extension SimulatedSatellite {
  fileprivate var system: SatelliteSystem { SatelliteSystem(identity.constellation) }

  /// The state of signal acquisition and use.
  fileprivate var quality: SignalQuality {
    guard carrierToNoise != nil else { return .searching }
    return isUsed ? SignalQuality(rawValue: 7) : .codeLocked
  }

  /// The number in older messages, which have one range for all systems; nil for a system outside it.
  fileprivate var oldNumber: UInt8? {
    let number = identity.number
    return switch identity.constellation {
    case .gps, .sbas: UInt8(exactly: number)
    case .glonass: UInt8(exactly: number + 64)
    case .beidou: number <= 5 ? UInt8(exactly: number + 158) : number <= 37 ? UInt8(number + 27) : nil
    case .imes: UInt8(exactly: number + 172)
    case .qzss: UInt8(exactly: number + 192)
    case .galileo: UInt8(exactly: number + 210)
    case .navic: nil
    }
  }
}

extension SatelliteSystem {
  /// Creates the u-blox system number of a constellation.
  init(_ constellation: Constellation) { self.init(rawValue: constellation.rawValue) }

  /// The constellation; nil for a number without a system.
  var constellation: Constellation? { Constellation(rawValue: rawValue) }
}
