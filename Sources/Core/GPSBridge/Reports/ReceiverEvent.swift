public import GNSS
internal import GPSBase
public import SerialPorts

/// An event of a receiver, for users and logs.
public struct ReceiverEvent: Sendable, Hashable {
  /// The time of the event, by the receiver's monotonic clock.
  public var instant: ContinuousClock.Instant {
    get { moment.instant }
    set { moment = Moment(newValue) }
  }
  private var moment: Moment
  /// The event itself.
  public var kind: Kind

  /// Creates an event.
  public init(_ kind: Kind, at instant: ContinuousClock.Instant) {
    self.kind = kind
    moment = Moment(instant)
  }

  /// The kinds of events.
  ///
  /// New versions may add more: keep a `default`.
  public enum Kind: Sendable, Hashable {
    /// The device is present.
    case attached(DevicePlace)
    /// The device has disappeared.
    case detached(DevicePlace)
    /// The device was opened; `speed` is nil if the device has no line speed.
    case opened(DevicePlace, speed: Int?)
    /// The device could not be opened; another attempt follows.
    case openFailed(LocationError)
    /// The device was closed because it has no consumers.
    case closed
    /// The stream ended unexpectedly.
    case disconnected(LocationError)
    /// A different speed is being tried.
    case speedTried(Int)
    /// Whole frames arrived at this speed.
    case speedFound(Int)
    /// No speed produced a whole frame; the search starts over. `heard` is the number of bytes received.
    case speedNotFound(heard: Int)
    /// Bytes at this speed used to be decodable, and are garbage now.
    case speedLost(Int)
    /// The receiver sends a binary protocol, and no position can be decoded from its messages.
    case binary(BinaryProtocol)
    /// Other programs read from the same port, and each takes some of the bytes; empty once they have exited.
    case otherReaders([PortHolder])
    /// No bytes have arrived for this long, although the device is open.
    case silent(Duration)
    /// Bytes arrive again.
    case speaking
    /// The silent device is being closed and opened again.
    case reopened
    /// The first fix arrived, this long after the device was opened.
    case firstFix(after: Duration)
    /// The fix is no longer live: it is aging, stale, or lost.
    case freshness(Freshness)
    /// A fix arrived after a gap of this length, in which the last one became stale or lost.
    case back(gap: Duration)
    /// The receiver's time was corrected.
    case corrected(TimeCorrections)
    /// The receiver's time went back by this much: its clock was set.
    case timeWentBack(by: Duration)
    /// The receiver's time advanced this much more than the time between two epochs: its clock was set.
    case timeWentAhead(by: Duration)
    /// This program did not run for a while, and processes the data of that time late.
    case interrupted(Interruption)
    /// The receiver's command dialect was recognized.
    case dialect(ReceiverDialect)
    /// The receiver has confirmed a new value of a setting, whichever program set it.
    case setting(SettingValue)
    /// A setting that the receiver may have lost is being restored.
    case settingRestored(SettingValue)
    /// A setting that the receiver may have lost could not be restored.
    case settingNotRestored(SettingValue, LocationError)
    /// The first fix after a start, and the kind of start.
    case started(ReceiverStart)
    /// News about the receiver's stored memory.
    case memory(MemoryEvent)
    /// The receiver's state changed.
    case state(ReceiverState)
  }
}

/// A time in which this program did not run.
public struct Interruption: Sendable, Hashable {
  /// The reason why it did not run.
  public enum Cause: String, Sendable, Hashable {
    /// Another program stopped it, or the computer was too busy.
    case programStopped = "program_stopped"
    /// The computer slept.
    case computerSlept = "computer_slept"
  }

  /// The reason.
  public var cause: Cause
  /// The length of the time.
  public var duration: Duration

  /// Creates an interruption.
  public init(_ cause: Cause, for duration: Duration) { (self.cause, self.duration) = (cause, duration) }
}
