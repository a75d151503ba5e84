internal import NMEA

/// The messages of a CASIC epoch that need each other: the position has no UTC, the time no position.
///
/// All messages of an epoch have the same run time.
struct CASICBurst {
  var position: CASICPosition?
  var time: CASICTime?
  var dilution: CASICDilution?
}

extension EpochAssembler {
  mutating func take(_ message: CASICMessage) {
    switch message {
    case .dilution(let message): others.casic.dilution = message
    case .position(let message):
      giveWaiting()
      others.casic.position = message
      joinParts()
    case .time(let message):
      others.casic.time = message
      joinParts()
    case .satellites(let kind, let message): take(message, of: kind)
    case .answer, .version, .port, .unknown: break
    }
  }

  /// Adds a position whose time never arrived to the open epoch, or to a new one without a time.
  private mutating func giveWaiting() {
    guard let position = others.casic.position else { return }
    others.casic.position = nil
    guard joinsFreely(SourceKey.casicPosition, isLost: position.dimensions == 0) else { return }
    take(position)
  }

  /// Combines position and time once both of an epoch have arrived, in any order.
  private mutating func joinParts() {
    guard let position = others.casic.position, let time = others.casic.time,
      position.runTime == time.runTime
    else { return }
    others.casic.position = nil
    let moment = Self.moment(time)
    guard belongs(moment?.time, name: SourceKey.casicPosition) else { return }
    if position.dimensions > 0 { takeDate(moment) }
    take(position)
  }

  private static func moment(_ message: CASICTime) -> UTCMoment? {
    guard message.isValid,
      let date = CivilDate(year: Int(message.year), month: Int(message.month), day: Int(message.day)),
      let time = TimeOfDay(
        hour: Int(message.hour), minute: Int(message.minute), second: Int(message.second),
        nanosecond: Int(message.millisecond) * 1_000_000)
    else { return nil }
    return UTCMoment(date: date, time: time)
  }

  private mutating func take(_ position: CASICPosition) {
    let dimensions = position.dimensions
    judge(dimensions > 0)
    draft.told.satellitesUsed = draft.told.satellitesUsed ?? Int(position.satellitesUsed)
    if let dilution = others.casic.dilution, dilution.runTime == position.runTime {
      draft.told.dilution.fill(
        position: Double(dilution.position), horizontal: Double(dilution.horizontal),
        vertical: Double(dilution.vertical), time: Double(dilution.time))
    }
    draft.told.dilution.fill(
      position: Double(position.positionDilution), horizontal: nil, vertical: nil, time: nil)
    if dimensions > 0 { takeFix(position, dimensions) }
    ended(by: SourceKey.casicPosition)
  }

  private mutating func takeFix(_ position: CASICPosition, _ dimensions: Int) {
    draft.dimensions = max(draft.dimensions, dimensions)
    draft.found(.autonomous, rank: 1)
    draft.place(position.latitude, position.longitude, rank: Rank.exact)
    let height = Self.number(position.height)
    let separation = Self.number(position.separation)
    if let height, let separation {
      draft.height(height - separation, separation, rank: Rank.height + 1, isFound: dimensions == 3)
    }
    draft.told.ellipsoidalAltitude = height ?? draft.told.ellipsoidalAltitude
    // The velocity state uses the same numbers as the position state.
    if position.velocityState >= 6 {
      draft.move(
        Self.number(position.groundSpeed), Self.number(position.heading).map { $0 < 0 ? $0 + 360 : $0 },
        rank: Rank.exact)
      if dimensions == 3 { draft.told.climb = Self.number(position.up) ?? draft.told.climb }
    }
    draft.estimate(
      ErrorEstimate(
        horizontal: Self.root(position.horizontalVariance), vertical: Self.root(position.verticalVariance),
        source: .receiver))
  }

  private static func number(_ value: Float) -> Double? { value.isFinite ? Double(value) : nil }

  private static func root(_ variance: Float) -> Double? {
    variance.isFinite && variance > 0 ? SquareRoot.of(Double(variance)) : nil
  }

  private mutating func take(_ message: CASICSatellites, of kind: CASICKind) {
    let talker: Talker =
      switch kind {
      case .navBDSInfo: .gb
      case .navGLNInfo: .gl
      default: .gp
      }
    var satellites: [SatelliteInView] = []
    var used: [UInt8] = []
    for entry in message.entries {
      let isHeard = entry.carrierToNoise > 0 && entry.channel != 255
      satellites.append(
        SatelliteInView(
          number: Int(entry.number), elevation: Int(entry.elevation), azimuth: Int(entry.azimuth),
          signalToNoise: isHeard ? Int(entry.carrierToNoise) : nil))
      if entry.isUsed { used.append(entry.number) }
    }
    takeSky(satellites, of: talker, from: .casicSatellites)
    if isOpen { sky.use(used, of: talker, from: .casicSatellites) }
  }
}
