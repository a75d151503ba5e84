internal import Texts

/// This computer's clock against the receiver's, which has its time from the satellites.
enum ClockChecks {
  /// A receiver on a cable tells the time up to a second late; more is the clock's fault.
  static let most = 2.0

  static let clock: Check = { facts in
    // A simulated receiver lives on a day of its own.
    guard let heard = facts.heard, !heard.isSimulated, let ahead = heard.clockAhead else { return [] }
    guard ahead > most || ahead < -0.5 else {
      return [
        .fine(
          "clock", "the system clock agrees with GPS, as far as the cable tells (\(text(ahead)))",
          device: heard.node)
      ]
    }
    return [
      .warning(
        "clock", "the system clock is \(text(ahead.magnitude)) \(ahead > 0 ? "ahead of" : "behind") GPS time",
        why: "what is logged and compared by this clock is off by as much",
        fix: "sudo timedatectl set-ntp true",
        device: heard.node)
    ]
  }

  /// Seconds, or what people count long times in.
  private static func text(_ seconds: Double) -> String {
    switch seconds.magnitude {
    case ..<600:
      var bytes: [UInt8] = []
      FixedDecimal.append(seconds, decimals: 2, to: &bytes)
      return String(decoding: bytes, as: UTF8.self) + " s"
    case ..<7200: return Plural.of(Int(seconds.magnitude / 60), "minute")
    case ..<172_800: return Plural.of(Int(seconds.magnitude / 3600), "hour")
    default: return Plural.of(Int(min(seconds.magnitude / 86_400, 1e9)), "day")
    }
  }
}
