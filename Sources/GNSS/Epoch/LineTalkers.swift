internal import NMEA

/// Chooses the receiver among the talkers of a line, by the talker of each sentence with a time.
///
/// On a ship's network a plotter repeats the receiver's sentences, often seconds late. So one talker is the receiver, and
/// only its times open an epoch far from the latest one or show that its clock was set back. Talkers of satellite
/// systems, vendors' sentences and binary messages are the receiver wherever they are present; among other talkers it is
/// the first. Another talker takes over when the receiver has sent no time for ten seconds.
struct LineTalkers {
  /// The rights of a sentence's time, by its talker.
  struct Part {
    /// Whether the receiver sent it.
    var isReceiver: Bool
    /// Whether the receiver's own times run back with it.
    var isBack: Bool
    /// Whether a later epoch may begin with it.
    var mayOpen: Bool
  }

  private var receiver: Talker?
  /// The latest time that the receiver sent.
  private var latest: TimeOfDay?
  /// The talker that sent a time since the receiver did, and the first such time.
  private var other: (talker: Talker, since: TimeOfDay)?

  private static let day: Int64 = 86_400_000_000_000
  /// A repeater's time may open an epoch if it is at most this far ahead of the receiver's.
  private static let reach: Int64 = 3_000_000_000
  /// Another talker takes over after this time without one of the receiver.
  private static let patience: Int64 = 10_000_000_000

  /// Takes the time of a sentence; nil is the talker of vendors' sentences and binary messages.
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

  /// The receiver's clock was set back to this time.
  mutating func wasSetBack(to time: TimeOfDay) { latest = time }

  private static func step(from earlier: TimeOfDay, to later: TimeOfDay) -> Int64 {
    (later.nanosecondsOfDay - earlier.nanosecondsOfDay + day) % day
  }
}

extension Talker {
  /// Whether it is a receiver of one or several satellite systems.
  var isSatelliteSystem: Bool {
    switch self {
    case .gp, .gl, .ga, .gb, .bd, .gq, .qz, .gi, .gn, .pq: true
    default: false
    }
  }
}
