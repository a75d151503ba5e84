public import NMEA

/// How a receiver behaves; the defaults suit a dongle on a cable.
public struct ReceiverOptions: Sendable {
  /// How long the device stays open after the last consumer has gone, so that stopping and starting costs nothing.
  public var linger = Duration.seconds(2)
  /// Whether the receiver waits for a device that is not there, or not any more.
  public var reconnect = Reconnect.always
  /// Pauses before a device that is there and cannot be opened is tried again; the last one repeats.
  public var retryPauses: [Duration] = [
    .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2), .seconds(5),
  ]
  /// After how long without a byte an open device is called silent.
  public var silence = Duration.seconds(3)
  /// After how long without a byte a silent device is closed and opened again.
  public var reopenAfterSilence = Duration.seconds(15)
  /// Speeds to try, in order; the one that worked last for the same device comes first.
  public var speeds = ReceiverOptions.commonSpeeds
  /// Where the speeds that worked are kept.
  public var speedMemory = SpeedMemory.shared
  /// The rule by which a line is a sentence: the lenient one also takes sentences without a checksum.
  public var strictness = Strictness.standard
  /// How an accuracy in metres follows from what the receiver says.
  public var accuracy = AccuracyModel.standard
  /// After how long a location is no longer fresh.
  public var freshness = FreshnessThresholds.standard

  /// Whether what was set and confirmed is set again when the receiver comes back or starts anew.
  ///
  /// Many have neither a battery nor a memory of their own, and forget everything with the current.
  public var restoresSettings = true
  /// The ports behind which receivers have spoken in earlier runs.
  ///
  /// ``Receiver/shared(_:options:)`` takes one of them for `auto` where no port is known by its ids. Speed and dialect of the
  /// port are tried where the receiver itself does not show them.
  public var ports = PortMemory()
  /// Whose commands the receiver understands; nil to find that out by what it says.
  public var dialect: ReceiverDialect?

  /// The speeds that receivers leave the factory with or are commonly set to.
  public static var commonSpeeds: [Int] { SpeedDetection.common }

  /// The defaults.
  public init() {}

  /// What happens when the device is not there.
  public enum Reconnect: Sendable, Hashable {
    /// Wait for it, however long; streams go on.
    case always
    /// Streams end with the error.
    case never
  }
}
