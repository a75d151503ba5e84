public import GNSS
internal import GPSBase
public import NMEA
public import UBX

/// A single report of a receiver, delivered in the order of events.
///
/// ```swift
/// for await report in receiver.reports.keeping(.newest(1000)) {
///   switch report {
///   case .epoch(let epoch): write(epoch.fix, epoch.update)
///   case .event(let event): write(event)            // in order: before the epochs that came after it
///   default: break
///   }
/// }
/// ```
///
/// Streams such as ``Receiver/fixes`` and ``Receiver/events`` carry parts of the same sequence. Each keeps
/// its own order, but there is no order between two streams, so a log merged from both may show an effect
/// before its cause.
///
/// More cases may be added: keep a `default`. Reports are indirect, so copying one only retains a reference.
public indirect enum Report: Sendable, Hashable {
  /// One epoch: the fix, and the resulting update of the location.
  case epoch(Epoch)
  /// An update without an epoch: the location has aged, or the reason for its absence has changed.
  case update(LocationUpdate)
  /// A complete sky.
  case sky(Sky)
  /// The receiver's report on its antenna, interference, spoofing and load, whenever it changes.
  case condition(HardwareCondition)
  /// A complete sentence as the receiver sent it; only for listeners that request sentences.
  case sentence(ReceivedSentence)
  /// A complete u-blox binary message as the receiver sent it; only for listeners that request messages.
  case message(ReceivedMessage)
  /// An event of the receiver or its device.
  case event(ReceiverEvent)
  /// The outcome of setting a value: confirmed, then kept or not kept.
  case setting(SettingChange)
  /// A change of the verdict or its text; only for listeners that request verdicts.
  case verdict(Verdict)
  /// The receiver has given up; this is the last report.
  case failed(LocationError)

  /// The location update in this report, if it has one.
  public var update: LocationUpdate? {
    switch self {
    case .epoch(let epoch): epoch.update
    case .update(let update): update
    case .sky, .condition, .sentence, .message, .event, .setting, .verdict, .failed: nil
    }
  }

  var isNewLocation: Bool {
    switch self {
    case .epoch(let epoch): epoch.update.isNew
    case .update(let update): update.isNew
    case .sky, .condition, .sentence, .message, .event, .setting, .verdict, .failed: false
    }
  }

  /// Reports that are costly, and made only on request.
  public struct Extras: OptionSet, Sendable, Hashable {
    /// The raw bits of the options.
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The text of each sentence.
    public static let sentences = Extras(rawValue: 1)
    /// The text of sentences whose data belongs to no epoch: headings, rates of turn and error statistics.
    public static let measurements = Extras(rawValue: 8)
    /// Each change of the verdict, checked with every report and once a second.
    public static let verdicts = Extras(rawValue: 2)
    /// The bytes of each binary message.
    public static let messages = Extras(rawValue: 4)
    /// All reports that are made only on request.
    public static let all: Extras = [.sentences, .verdicts, .messages]

    /// Whether a sentence is one of these reports.
    public func includes(_ sentence: [UInt8]) -> Bool {
      contains(.sentences) || contains(.measurements) && FixDecoder.isMeasurement(sentence.span)
    }
  }
}

/// An epoch of a receiver: its fix, and the resulting location.
public struct Epoch: Sendable, Hashable {
  /// The receiver's data, with or without a position.
  public var fix: Fix
  /// The location after this epoch and its freshness, or the reason for having no location.
  public var update: LocationUpdate
  /// The arrival of the epoch's last byte.
  ///
  /// Age counts from here, not from when the epoch was found to be complete.
  public var received: ContinuousClock.Instant {
    get { moment.instant }
    set { moment = Moment(newValue) }
  }
  private var moment: Moment
  /// Whether the position's signals are probably forged; see ``ReceiverCondition/isSuspect(at:)``.
  public var isSuspect: Bool
  /// The minimum delay of the epoch on its way, such as in an unread buffer; nil for a current epoch.
  ///
  /// The position is that old: ``update`` is stale or lost, and has this age.
  public var delay: Duration?

  /// Seconds by which the epoch's time was ahead of the host's clock when it arrived.
  ///
  /// Nil if the host's clock is not synchronized, if the epoch was delayed or has no usable position, and for
  /// simulated receivers and recordings.
  public internal(set) var secondsAheadOfHost: Double?

  /// Whether the position may be sent to clients that don't check age and trust.
  public var isPresentable: Bool { !isSuspect && delay == nil }

  /// Creates an epoch.
  public init(
    _ fix: Fix, _ update: LocationUpdate, received: ContinuousClock.Instant, isSuspect: Bool = false,
    delay: Duration? = nil
  ) {
    // Not as tuples, which would copy both.
    self.fix = fix
    self.update = update
    moment = Moment(received)
    (self.isSuspect, self.delay) = (isSuspect, delay)
  }

  /// The location found in this epoch; nil if its fix has no position.
  public var newLocation: Location? { update.newLocation }
}

/// A sentence as the receiver sent it, and its time of arrival.
public struct ReceivedSentence: Sendable, Hashable {
  /// The bytes from `$` to the checksum, which is correct.
  public let bytes: [UInt8]
  /// The arrival of the last byte, by the receiver's monotonic clock.
  public var received: ContinuousClock.Instant { moment.instant }
  private let moment: Moment

  /// Creates a sentence from its bytes and time of arrival.
  public init(_ bytes: [UInt8], received: ContinuousClock.Instant) {
    self.bytes = bytes
    moment = Moment(received)
  }

  /// The sentence as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Parses the sentence; throws if a field is invalid for its type.
  public func sentence() throws(SentenceError) -> Sentence { try Sentence(bytes) }
}

/// A u-blox binary message as the receiver sent it, and its time of arrival.
///
/// ```swift
/// import UBX
///
/// receiver.onReport(including: .messages) { report in
///   if case .message(let received) = report, case .navPVT(let solution)? = received.message { show(solution) }
/// }
/// ```
public struct ReceivedMessage: Sendable, Hashable {
  /// The bytes from the sync characters to the checksum, which is correct.
  public let bytes: [UInt8]
  /// The arrival of the last byte, by the receiver's monotonic clock.
  public var received: ContinuousClock.Instant { moment.instant }
  private let moment: Moment

  /// Creates a message from its bytes and time of arrival.
  public init(_ bytes: [UInt8], received: ContinuousClock.Instant) {
    self.bytes = bytes
    moment = Moment(received)
  }

  /// The content of the message; nil if the bytes are not a whole message, which a receiver never reports.
  public var message: Message? {
    guard case .message(let frame) = MessageFrame.recognize(bytes.span) else { return nil }
    return Message(frame, bytes.span)
  }
}
