public import GNSS
internal import GPSBase
public import NMEA
public import UBX

/// One thing that a receiver tells, in the one order in which it happens.
///
/// ```swift
/// for await report in receiver.reports.values(.newest(1000)) {
///   switch report {
///   case .epoch(let epoch): write(epoch.fix, epoch.update)
///   case .event(let event): write(event)            // in order: before the epochs that came after it
///   default: break
///   }
/// }
/// ```
///
/// Streams such as ``Receiver/fixes`` and ``Receiver/events`` carry parts of the same. Each keeps its own order, but two
/// of them have no order between them, so a log that is put together from two streams may show an effect before its cause.
///
/// More cases may be added: keep a `default`. A report lies in a box of its own, so that to hand it on costs no more than
/// to hand on a reference.
public indirect enum Report: Sendable, Hashable {
  /// One epoch: the fix, and the resulting update of the location.
  case epoch(Epoch)
  /// An update without an epoch: the location has grown old, or has another reason for being absent.
  case update(LocationUpdate)
  /// A complete sky.
  case sky(Sky)
  /// The receiver's own words about its antenna, disturbance, forgery and load, each time when they are others.
  case condition(HardwareCondition)
  /// A whole sentence as it was sent; told only to those who asked for sentences.
  case sentence(ReceivedSentence)
  /// A whole message of u-blox's binary protocol as it was sent; told only to those who asked for messages.
  case message(ReceivedMessage)
  /// Something that happened to the receiver or its device.
  case event(ReceiverEvent)
  /// The outcome of setting a value: confirmed, and later kept or not kept.
  case setting(SettingChange)
  /// The receiver's condition is another one now, or is said in other words; told only to those who asked for verdicts.
  case verdict(Verdict)
  /// The receiver has given up; nothing comes after this.
  case failed(LocationError)

  /// The news of the location in this report, if there is any.
  public var update: LocationUpdate? {
    switch self {
    case .epoch(let epoch): epoch.update
    case .update(let update): update
    case .sky, .condition, .sentence, .message, .event, .setting, .verdict, .failed: nil
    }
  }

  /// Reports that cost something, and are made only for those who ask for them.
  public struct Extras: OptionSet, Sendable, Hashable {
    /// The sum of the options, one bit each.
    public let rawValue: Int

    /// Makes options from their sum.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The text of each sentence.
    public static let sentences = Extras(rawValue: 1)
    /// Each change of the verdict, looked for with every report and once a second.
    public static let verdicts = Extras(rawValue: 2)
    /// The bytes of each binary message.
    public static let messages = Extras(rawValue: 4)
    /// All of them: everything that a receiver tells.
    public static let all: Extras = [.sentences, .verdicts, .messages]
  }
}

/// One epoch of a receiver: its fix, and the location that follows from it.
public struct Epoch: Sendable, Hashable {
  /// The receiver's own words, with or without a position.
  public var fix: Fix
  /// The location after this epoch with its freshness, or the reason why there is none.
  public var update: LocationUpdate
  /// The arrival of the epoch's last byte.
  ///
  /// Age counts from here, not from the moment when the epoch was found to be complete.
  public var received: ContinuousClock.Instant {
    get { moment.instant }
    set { moment = Moment(newValue) }
  }
  private var moment: Moment
  /// Whether the signals behind the position are probably forged; see ``ReceiverCondition/isSuspect(at:)``.
  public var isSuspect: Bool
  /// How long the epoch was held back on its way, at least, as in a buffer that nobody read; nil for a present one.
  ///
  /// Its position is where the receiver was so long ago: ``update`` is stale or lost, and has that age.
  public var delay: Duration?

  /// Seconds by which its time was ahead of the host's clock when it came.
  ///
  /// Nil where the kernel does not vouch for that clock, where the epoch was held back, and for a simulated receiver.
  public internal(set) var secondsAheadOfHost: Double?

  /// Whether clients that know nothing of age and trust may be sent its position.
  public var isPresentable: Bool { !isSuspect && delay == nil }

  /// Puts an epoch together.
  public init(
    _ fix: Fix, _ update: LocationUpdate, received: ContinuousClock.Instant, isSuspect: Bool = false,
    delay: Duration? = nil
  ) {
    self.fix = fix
    self.update = update
    moment = Moment(received)
    self.isSuspect = isSuspect
    self.delay = delay
  }

  /// The location that this epoch has brought; nil if its fix has no position.
  public var newLocation: Location? { update.newLocation }
}

/// A sentence as a receiver sent it, and when it arrived.
public struct ReceivedSentence: Sendable, Hashable {
  /// The bytes from `$` to the checksum, which is right.
  public let bytes: [UInt8]
  /// When the last of them arrived, by the receiver's monotonic clock.
  public var received: ContinuousClock.Instant { moment.instant }
  private let moment: Moment

  /// Notes a sentence.
  public init(_ bytes: [UInt8], received: ContinuousClock.Instant) {
    self.bytes = bytes
    moment = Moment(received)
  }

  /// The sentence as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Reads the sentence; throws if a field is not what its type allows.
  public func sentence() throws(SentenceError) -> Sentence { try Sentence(bytes) }
}

/// A message of u-blox's binary protocol as a receiver sent it, and when it arrived.
///
/// ```swift
/// import UBX
///
/// receiver.onReport(including: .messages) { report in
///   if case .message(let received) = report, case .navPVT(let solution)? = received.message { show(solution) }
/// }
/// ```
public struct ReceivedMessage: Sendable, Hashable {
  /// The bytes from the leader to the checksum, which is right.
  public let bytes: [UInt8]
  /// The arrival of the last of them, by the receiver's monotonic clock.
  public var received: ContinuousClock.Instant { moment.instant }
  private let moment: Moment

  /// Notes a message.
  public init(_ bytes: [UInt8], received: ContinuousClock.Instant) {
    self.bytes = bytes
    moment = Moment(received)
  }

  /// The content of the message; nil for bytes that are no whole message, which no receiver is reported to send.
  public var message: Message? {
    guard case .message(let frame) = MessageFrame.recognize(bytes.span) else { return nil }
    return Message(frame, bytes.span)
  }
}
