package import GNSS
internal import GPSBridge

extension Fix {
  /// Whether it claims a position that no receiver can have: 0°, 0°.
  package var isRefused: Bool { isValid && isOnNullIsland }

  /// Whether there is a position that one may believe.
  package var hasPosition: Bool { isValid && !isOnNullIsland }

  /// The epoch without a position that is refused: its time, its satellites, and that there is no fix.
  ///
  /// Speed and height beside such a position are worth as little as the position.
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
