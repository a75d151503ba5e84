public import UBX

/// The languages that a receiver sends on the line.
public enum OutputLanguage: String, Sendable, Hashable, CaseIterable {
  /// NMEA sentences.
  case nmea
  /// The vendor's binary messages.
  case ubx
  /// Sentences and messages.
  case both
}

/// Whether a receiver saves power.
public enum PowerMode: String, Sendable, Hashable, CaseIterable {
  /// The receiver always runs at full power.
  case full
  /// The receiver sleeps between fixes, which may be late or less accurate.
  case saving
}

extension TimePulse {
  /// Creates a pulse with a period, one second by default.
  public static func each(_ period: Duration = .seconds(1), length: Duration = .milliseconds(100))
    -> TimePulse
  {
    TimePulse(periodMicroseconds: microseconds(period), lengthMicroseconds: microseconds(length))
  }

  private static func microseconds(_ time: Duration) -> UInt32 {
    UInt32(min(max((time / .microseconds(1)).rounded(), 1), Double(UInt32.max)))
  }
}

/// How much data a receiver discards when it restarts.
public enum RestartKind: String, Sendable, Hashable, CaseIterable {
  /// Nothing.
  case hot
  /// The ephemerides, which are valid for a few hours.
  case warm
  /// All navigation data: orbits, time and position.
  case cold
  /// Everything, including all settings and the speed of the line.
  case factory
}
