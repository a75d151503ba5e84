internal import NMEA

extension EpochAssembler {
  /// u-blox's whole fix in a sentence; its altitude is above the ellipsoid.
  mutating func take(_ pubx: PUBX00) {
    guard belongs(vendor: pubx.time, name: Name.pubx00) else { return }
    if let kind = PositionKind(pubx.navigationStatus) {
      judge(kind.mode != .none)
      if kind.mode != .none { takeFix(pubx, kind) }
    }
    draft.satellitesUsed = draft.satellitesUsed ?? pubx.satellitesUsed
    draft.dilution.fill(
      position: nil, horizontal: pubx.horizontalDilution, vertical: pubx.verticalDilution,
      time: pubx.timeDilution)
    ended(by: Name.pubx00)
  }

  private mutating func takeFix(_ pubx: PUBX00, _ kind: PositionKind) {
    draft.dimensions = max(draft.dimensions, Int(kind.mode.rawValue))
    draft.found(kind.quality, rank: 1)
    draft.place(pubx.latitude, pubx.longitude, rank: Rank.vendor)
    draft.move(pubx.speed, pubx.course, rank: Rank.vendor)
    if kind.mode == .threeDimensional {
      draft.ellipsoidalAltitude = draft.ellipsoidalAltitude ?? pubx.ellipsoidalAltitude
      draft.climb = draft.climb ?? pubx.verticalVelocity.map { 0 - $0 }
    }
    draft.estimate(
      ErrorEstimate(
        horizontal: pubx.horizontalAccuracy, vertical: pubx.verticalAccuracy, source: .receiver))
    takeDifferential(pubx.differentialAge, nil)
  }

  /// u-blox's time: its date counts for the epoch of its time, and no epoch begins with it.
  mutating func take(_ pubx: PUBX04) {
    // Until a satellite has told the leap seconds, the time may be seconds off.
    guard let time = pubx.time, let date = pubx.date, !pubx.leapSecondsAreDefault else { return }
    adds(Addition(time: time, date: ReceivedDate(date)), name: Name.pubx04)
  }
}

/// What u-blox's two letters say about a position.
private struct PositionKind {
  let mode: FixMode
  var quality: FixQuality?

  /// Nil for letters that nobody has explained.
  init?(_ letters: FieldText) {
    switch letters {
    // Time alone is no position.
    case "NF", "TT": mode = .none
    case "G2": (mode, quality) = (.twoDimensional, .autonomous)
    case "G3": (mode, quality) = (.threeDimensional, .autonomous)
    case "D2": (mode, quality) = (.twoDimensional, .differential)
    case "D3": (mode, quality) = (.threeDimensional, .differential)
    case "DR": (mode, quality) = (.twoDimensional, .deadReckoning)
    // Satellites and dead reckoning together.
    case "RK": (mode, quality) = (.threeDimensional, .autonomous)
    default: return nil
    }
  }
}
