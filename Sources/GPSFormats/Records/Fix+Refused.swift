package import GNSS
internal import GPSBridge

extension Fix {
  /// Whether it claims a position that no receiver can have: 0°, 0°.
  package var isRefused: Bool { isValid && isOnNullIsland }

  /// Whether there is a position that one may believe.
  package var hasPosition: Bool { isValid && !isOnNullIsland }

  /// What is left of it where its position is refused: the time, the satellites, and that there is no fix.
  ///
  /// What was measured or made up beside such a position is worth as little as the position.
  package var believable: Fix { isRefused ? withoutPosition : self }

  /// The time, the satellites, and that there is no fix.
  package var withoutPosition: Fix {
    var rest = Fix()
    rest.epoch = epoch
    rest.time = time
    rest.timeOfDay = timeOfDay
    rest.timeCorrections = timeCorrections
    rest.dilution = dilution
    rest.satellitesUsed = satellitesUsed
    rest.satellites = satellites
    return rest
  }
}
