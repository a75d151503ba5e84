public import GNSS
internal import GPSBase
public import SerialPorts

/// Something that happened to a receiver, worth telling a person or writing into a log.
public struct ReceiverEvent: Sendable, Hashable {
  /// The time of the event, by the receiver's monotonic clock.
  public var instant: ContinuousClock.Instant {
    get { moment.instant }
    set { moment = Moment(newValue) }
  }
  private var moment: Moment
  /// The event itself.
  public var kind: Kind

  /// Notes an event.
  public init(_ kind: Kind, at instant: ContinuousClock.Instant) {
    self.kind = kind
    moment = Moment(instant)
  }

  /// The kinds of events.
  ///
  /// New versions may add more: keep a `default`.
  public enum Kind: Sendable, Hashable {
    /// The device is there.
    case attached(DevicePlace)
    /// The device has gone.
    case detached(DevicePlace)
    /// The device was opened; `speed` is nil where it means nothing.
    case opened(DevicePlace, speed: Int?)
    /// The device could not be opened; it is tried again after a while.
    case openFailed(LocationError)
    /// The device was closed, because nobody wants a location any more.
    case closed
    /// The stream broke off.
    case disconnected(LocationError)
    /// Another speed is tried.
    case speedTried(Int)
    /// Whole frames came at this speed.
    case speedFound(Int)
    /// No speed gave a whole frame; all are tried again. `heard` is how many bytes came.
    case speedNotFound(heard: Int)
    /// Bytes at this speed were understood before, and are garbage now.
    case speedLost(Int)
    /// The receiver speaks a language in which no position can be read.
    case binary(BinaryProtocol)
    /// Other programs read from the port as well: each gets a part of the bytes. Empty when they have gone.
    case otherReaders([PortHolder])
    /// Nothing has come for this long, although the device is open.
    case silent(Duration)
    /// Bytes come again.
    case speaking
    /// The silent device is closed and opened again.
    case reopened
    /// The first fix came, this long after the device was opened.
    case firstFix(after: Duration)
    /// The fix is no longer live: it is aging, stale, or lost.
    case freshness(Freshness)
    /// A fix came again after this gap.
    case back(gap: Duration)
    /// The receiver's time was corrected.
    case corrected(TimeCorrections)
    /// The receiver's time went back by so much: its clock was set.
    case timeWentBack(by: Duration)
    /// The receiver's time went so much further than the time between two epochs: its clock was set.
    case timeWentAhead(by: Duration)
    /// The receiver has shown whose commands it understands.
    case dialect(ReceiverDialect)
    /// The receiver has confirmed a setting with a new value, whoever has set it.
    case setting(SettingValue)
    /// A setting that the receiver may have forgotten is set again.
    case settingRestored(SettingValue)
    /// A setting that the receiver may have forgotten could not be set again.
    case settingNotRestored(SettingValue, LocationError)
    /// The first fix of a start, and what it began with.
    case started(ReceiverStart)
    /// Something has become of the receiver's memory.
    case memory(MemoryNews)
    /// The receiver's state changed.
    case state(ReceiverState)
  }
}
