internal import NMEA

extension EpochAssembler {
  /// Takes the errors that the integrity check expects.
  mutating func take(_ gbs: GBS) {
    guard let time = gbs.time else { return }
    let errors = ErrorEstimate(
      north: gbs.latitudeError, east: gbs.longitudeError, up: gbs.altitudeError, source: .gbs)
    adds(Addition(time: time, errors: errors), name: Name.gbs)
  }

  /// Takes the variation that a compass knows, where the receiver does not say one.
  ///
  /// A compass speaks when it likes, so it neither opens an epoch nor ends one.
  mutating func take(_ hdg: HDG) {
    guard let variation = hdg.variation, variation != 0 else { return }
    draft.magneticVariation = draft.magneticVariation ?? variation
  }
}
