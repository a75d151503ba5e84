internal import NMEA

/// Identifies the receiver among the talkers on a line, by the talker of each sentence with a time.
///
/// On a ship's network, a plotter repeats the receiver's sentences, often seconds late. So one talker counts
/// as the receiver, and only its times may open an epoch far from the latest one or show that its clock was
/// set back. Talkers of satellite systems, vendor sentences and binary messages are always the receiver if
/// present; otherwise the first talker is. A different talker takes over after ten seconds without a time
/// from the receiver.
struct LineTalkers {
  /// The effects that the time of a sentence may have, by its talker.
  struct Part {
    var isReceiver: Bool
    /// Whether the receiver's own times go back with this one.
    var isBack: Bool
    /// Whether the time may open a later epoch.
    var mayOpen: Bool
  }

  private var receiver: Talker?
  /// The latest time that the receiver sent.
  private var latest: TimeOfDay?
  /// The talker that has sent times since the receiver's last one, and its first such time.
  private var other: (talker: Talker, since: TimeOfDay)?

  private static let day: Int64 = 86_400_000_000_000
  /// A repeater's time may open an epoch if it is at most this far ahead of the receiver's.
  private static let reach: Int64 = 3_000_000_000
  /// Another talker takes over after this long without a time from the receiver.
  private static let patience: Int64 = 10_000_000_000

  /// Examines the time of a sentence; vendor sentences and binary messages have no talker.
  mutating func take(_ talker: Talker?, at time: TimeOfDay) -> Part {
    let talker = talker.map { $0.isSatelliteSystem ? .gn : $0 } ?? .gn
    if receiver == nil || talker == .gn && receiver != .gn { (receiver, latest) = (talker, nil) }
    if talker == receiver { return takeReceiver(time) }
    if other?.talker != talker { other = (talker, time) }
    if let other, Self.patience...(Self.day / 2) ~= Self.step(from: other.since, to: time) {
      (receiver, latest) = (talker, nil)
      _ = takeReceiver(time)
      return Part(isReceiver: true, isBack: false, mayOpen: true)
    }
    let ahead = latest.map { Self.step(from: $0, to: time) } ?? 0
    return Part(isReceiver: false, isBack: false, mayOpen: ahead <= Self.reach)
  }

  private mutating func takeReceiver(_ time: TimeOfDay) -> Part {
    other = nil
    var isBack = true
    if let latest {
      switch TimeOrder(time, to: latest, isRepeated: true) {
      case .same, .later: isBack = false
      case .earlier, .farEarlier: break
      }
    }
    if latest == nil || !isBack { latest = time }
    return Part(isReceiver: true, isBack: isBack, mayOpen: true)
  }

  /// Handles a receiver's clock that was set back.
  mutating func wasSetBack(to time: TimeOfDay) { latest = time }

  private static func step(from earlier: TimeOfDay, to later: TimeOfDay) -> Int64 {
    (later.nanosecondsOfDay - earlier.nanosecondsOfDay + day) % day
  }
}

extension Talker {
  /// Whether the talker is a receiver of one or several satellite systems.
  var isSatelliteSystem: Bool {
    switch self {
    case .gp, .gl, .ga, .gb, .bd, .gq, .qz, .gi, .gn, .pq: true
    default: false
    }
  }
}
