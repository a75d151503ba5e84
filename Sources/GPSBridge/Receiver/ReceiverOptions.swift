public import NMEA

/// How a receiver behaves; the defaults suit a dongle on a cable.
public struct ReceiverOptions: Sendable {
  /// How long the device stays open after the last consumer has gone, so that stopping and starting costs nothing.
  public var linger = Duration.seconds(2)
  /// Whether the receiver waits for a device that is missing or has gone.
  public var reconnect = Reconnect.always
  /// Pauses before a device that refuses to open is tried again; the last one repeats.
  public var retryPauses: [Duration] = [
    .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2), .seconds(5),
  ]
  /// After how long without a byte an open device is called silent.
  public var silence = Duration.seconds(3)
  /// After how long without a byte a silent device is closed and opened again.
  public var reopenAfterSilence = Duration.seconds(15)
  /// Speeds to try, in order; the one that worked last for the same device comes first.
  public var speeds = ReceiverOptions.commonSpeeds
  /// The memory of speeds that worked.
  public var speedMemory = SpeedMemory.shared
  /// The rule by which a line is a sentence: the lenient one also takes sentences without a checksum.
  public var strictness = Strictness.standard
  /// The model that computes an accuracy in meters.
  public var accuracy = AccuracyModel.standard
  /// After how long a location is no longer fresh.
  public var freshness = FreshnessThresholds.standard

  /// Whether confirmed settings are set again when the receiver comes back or restarts.
  ///
  /// Many receivers have neither a battery nor a memory, and forget everything without power.
  public var restoresSettings = true
  /// Values that the receiver gets each time it is opened, as far as it does not have them: its profile.
  ///
  /// ```swift
  /// let receiver = Receiver.shared(.auto) { $0.profile = [.updateRate(.hertz(5)), .model(.automotive)] }
  /// ```
  ///
  /// A value that is set later takes the place of the profile's. One that the receiver refuses is told as an event, and
  /// left alone.
  public var profile: [SettingValue] = []
  /// Profiles by place, number or kind, for a program that does not know yet which receiver it will open.
  ///
  /// What they say of the receiver that is opened outweighs ``profile``.
  public var profiles = ReceiverProfiles()
  /// How often a u-blox is asked for its condition: antenna, interference, forgery; nil for never.
  ///
  /// Most receivers say of it only what they are asked for. The questions change nothing. Who has not shown what it is,
  /// is asked once in an opening whether it is a u-blox.
  public var conditionInterval: Duration?
  /// Where it is kept what a receiver remembers of the sky, to be given back to it when it has forgotten; nil to keep
  /// nothing.
  ///
  /// A stick without a battery needs half a minute for its first fix after each plug, and with its memory some seconds.
  /// The memory tells where somebody was, and when.
  public var keepsMemory: MemoryFolder?
  /// Ports where receivers spoke in earlier runs.
  ///
  /// ``Receiver/shared(_:options:)`` takes one of them for `auto` if no port is known by its ids. The port's speed and
  /// dialect are tried if the receiver itself does not show them.
  public var ports = PortMemory()
  /// Whether ``Receiver/shared(_:options:)`` joins the gpsd of this machine for `auto`, where that has the receiver's port
  /// already and answers at its usual one.
  ///
  /// Nothing is sent to the receiver then. When gpsd ends, the port itself is opened. A receiver that does not wait for its
  /// device joins nobody either.
  public var joinsGPSD = true
  /// The dialect whose commands the receiver understands; nil to recognize it by its sentences.
  public var dialect: ReceiverDialect?

  /// The speeds that receivers leave the factory with or are commonly set to.
  public static var commonSpeeds: [Int] { SpeedDetection.common }

  /// The defaults.
  public init() {}

  /// The reaction to a missing device.
  public enum Reconnect: Sendable, Hashable {
    /// Wait for it, however long; streams go on.
    case always
    /// Streams end with the error.
    case never
  }
}
