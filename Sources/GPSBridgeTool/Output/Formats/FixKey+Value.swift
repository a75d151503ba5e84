internal import GNSS

extension FixKey {
  /// What a fix says under this key; nil where it says nothing.
  func value(in fix: Fix, at moment: FixMoment = .recorded) -> Scalar? {
    guard fix.isRefused else { return known(in: fix, at: moment) }
    return self == .refused ? .text("implausible") : known(in: fix.believable, at: moment)
  }

  private func known(in fix: Fix, at moment: FixMoment) -> Scalar? {
    switch self {
    case .epoch: .count(fix.epoch)
    case .time: fix.time.map { .text(Timestamp.text($0)) }
    case .received: moment.received.map { .text(Timestamp.text($0)) }
    case .state: .text(moment.state)
    case .age: number(moment.age)
    case .mode: .text(fix.mode.word)
    case .quality: fix.quality.map { .text($0.word) }
    case .latitude: number(fix.coordinate?.latitude)
    case .longitude: number(fix.coordinate?.longitude)
    case .altitude: number(fix.altitude)
    case .ellipsoidalAltitude: number(fix.ellipsoidalAltitude)
    case .geoidSeparation: number(fix.geoidSeparation)
    case .speed: number(fix.speed)
    case .course: number(fix.course)
    case .climb: number(fix.climb)
    case .magneticVariation: number(fix.magneticVariation)
    case .horizontalAccuracy: number(fix.errors?.horizontal)
    case .verticalAccuracy: number(fix.errors?.vertical)
    case .accuracySource: fix.knownErrors.map { .text($0.source.word) }
    case .accuracyConfidence: number(fix.knownErrors.map { _ in 0.68 })
    case .horizontalDilution: number(fix.dilution.horizontal)
    case .verticalDilution: number(fix.dilution.vertical)
    case .positionDilution: number(fix.dilution.position)
    case .timeDilution: number(fix.dilution.time)
    case .satellitesUsed: fix.satellitesUsed.map { .count($0) }
    case .satellitesSeen: fix.satellites.isEmpty ? nil : .count(Set(fix.satellites.map(\.identity)).count)
    case .differentialAge: number(fix.differentialAge)
    case .differentialStation: fix.differentialStation.map { .count($0) }
    case .simulated: fix.quality == .simulated || moment.isSimulated ? .truth : nil
    case .refused: nil
    case .suspect: moment.isSuspect && fix.hasPosition ? .text("spoofed") : nil
    }
  }

  /// Neither records nor tables have a word for what is no number.
  private func number(_ value: Double?) -> Scalar? {
    guard let value, value.isFinite else { return nil }
    return .number(value)
  }
}

extension Fix {
  /// The estimate of errors, if it says anything.
  fileprivate var knownErrors: ErrorEstimate? {
    guard let errors, errors.horizontal != nil || errors.vertical != nil else { return nil }
    return errors
  }
}
