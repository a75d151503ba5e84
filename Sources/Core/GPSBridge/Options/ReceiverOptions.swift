public import NMEA

/// The options of a receiver; the defaults suit a USB receiver.
public struct ReceiverOptions: Sendable {
  /// How long the device stays open after its last consumer has left, so that a quick restart costs nothing.
  public var linger = Duration.seconds(2)
  /// Whether the receiver waits for a device that is missing or was unplugged.
  public var reconnect = Reconnect.always
  /// Pauses before each new attempt to open the device; the last one repeats.
  public var retryPauses: [Duration] = [
    .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2), .seconds(5),
  ]
  /// The time without a byte after which an open device counts as silent.
  public var silence = Duration.seconds(3)
  /// The time without a byte after which a silent device is closed and reopened.
  public var reopenAfterSilence = Duration.seconds(15)
  /// Speeds to try, in order, after the last one that worked for the device.
  public var speeds = ReceiverOptions.commonSpeeds
  package var speedMemory = SpeedMemory.shared
  /// The rule for accepting a sentence; the lenient one also accepts sentences without a checksum.
  public var strictness = Strictness.standard
  /// The model that computes the accuracy in meters.
  public var accuracy = AccuracyModel.standard
  /// The ages at which a location's freshness changes.
  public var freshness = FreshnessThresholds.standard

  /// Whether confirmed settings are restored when the receiver comes back or restarts.
  ///
  /// Many receivers have neither a battery nor flash memory, and lose their settings without power.
  public var restoresSettings = true
  /// The settings to apply at each opening, if the receiver does not have them: its profile.
  ///
  /// ```swift
  /// let receiver = Receiver.shared(.auto) { $0.profile = [Setting.updateRate(.hertz(5)), Setting.model(.automotive)] }
  /// ```
  ///
  /// A value set later replaces the one in the profile. A value that the receiver refuses is reported as an
  /// event and not retried.
  public var profile: [SettingValue] = []
  /// Profiles by place, number or kind, for a program that does not know which receiver it will open.
  ///
  /// Their values for the opened receiver take precedence over ``profile``.
  public var profiles = ReceiverProfiles()
  /// How often to poll a u-blox for its condition (antenna, interference, spoofing); nil for never.
  ///
  /// Most receivers report it only when polled. Polling changes no settings. A receiver that is not yet
  /// identified is asked once per opening whether it is a u-blox.
  public var conditionInterval: Duration?
  /// Where to keep the receiver's navigation data, to restore it after a loss of power; nil to keep nothing.
  ///
  /// A USB receiver without a battery needs half a minute for its first fix after each plug-in, and a few
  /// seconds with this data. The data reveals where and when the receiver was used.
  public var keepsMemory: MemoryFolder?
  /// Ports where receivers were found in earlier runs.
  ///
  /// With `auto`, ``Receiver/shared(_:options:)`` uses one of them if no port has a known USB id. The port's
  /// speed and dialect are tried if the receiver itself does not reveal them.
  package var ports = PortMemory()
  /// Whether `auto` in ``Receiver/shared(_:options:)`` connects to a local gpsd that holds the port.
  ///
  /// The gpsd must answer at its usual network port. Nothing is sent to the receiver then. When gpsd ends,
  /// the port itself is opened. Receivers that don't wait for their device never connect to gpsd.
  public var joinsGPSD = true
  /// The dialect of the receiver's commands; nil to recognize it by its sentences.
  public var dialect: ReceiverDialect?

  /// The common speeds, including factory defaults.
  public static var commonSpeeds: [Int] { SpeedDetection.common }

  /// Creates the default options.
  public init() {}

  /// The reaction to a missing device.
  public enum Reconnect: Sendable, Hashable {
    /// Waits indefinitely; streams continue.
    case always
    /// Ends the streams with the error.
    case never
  }
}
