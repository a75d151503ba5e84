/// Signs that signals are forged, which any receiver shows.
enum SpoofingHints {
  /// Satellites stand at different heights behind different trees: fewer dB apart than this they never come.
  static let leastSpread = 2
  /// No satellite is louder on the ground.
  static let loudest = 52
  /// Seconds that a receiver's time may be off.
  static let mostSeconds = 5.0
  /// Metres per second that no vehicle reaches whose receiver is bought freely.
  static let fastest = 515.0

  /// What is seen, in words.
  static func found(_ facts: ReceiverFacts) -> [String] {
    var hints: [String] = []
    let sky = facts.sky
    if let spread = sky.spread, let heard = sky.heard, heard >= 5, spread < leastSpread {
      hints.append("all \(heard) come equally loud")
    }
    if let median = sky.median, median > loudest {
      hints.append("satellites are never so loud as \(median) dB-Hz")
    }
    if let seconds = facts.integrity.secondsAheadOfClock, abs(seconds) > mostSeconds {
      let off = Wording.time(.seconds(min(abs(seconds), 1e12)))
      hints.append("the time is \(off) \(seconds > 0 ? "ahead of" : "behind") a right clock")
    }
    if let speed = facts.integrity.impliedSpeed, speed > fastest {
      hints.append("the position jumped")
    }
    return hints
  }
}
