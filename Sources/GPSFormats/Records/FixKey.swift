/// The keys of a `fix` record, in their order; tables and records follow it alike.
package enum FixKey: String, CaseIterable, Sendable {
  case epoch, time, received, state
  case age = "age_s"
  case mode, quality
  case latitude = "lat"
  case longitude = "lon"
  case altitude = "alt_msl_m"
  case ellipsoidalAltitude = "alt_hae_m"
  case geoidSeparation = "geoid_m"
  case speed = "speed_mps"
  case course = "course_deg"
  case climb = "climb_mps"
  case magneticVariation = "mag_var_deg"
  case horizontalAccuracy = "h_acc_m"
  case verticalAccuracy = "v_acc_m"
  case accuracySource = "acc_source"
  case accuracyConfidence = "acc_confidence"
  case horizontalDilution = "hdop"
  case verticalDilution = "vdop"
  case positionDilution = "pdop"
  case timeDilution = "tdop"
  case satellitesUsed = "sats_used"
  case satellitesSeen = "sats_seen"
  case differentialAge = "diff_age_s"
  case differentialStation = "diff_station"
  case simulated
  /// Why a position that was claimed is not told.
  case refused
  /// Why a position that is told is not to be trusted.
  case suspect
}

/// One value of a record.
package enum Scalar: Hashable, Sendable {
  case text(String)
  case number(Double)
  case count(Int)
  case truth
}
