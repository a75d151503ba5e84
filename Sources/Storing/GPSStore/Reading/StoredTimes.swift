public import GNSS
internal import GPSTrackRows

/// A time without a position, and why.
public struct StoredGap: Sendable, Hashable {
  /// Its number in the sequence of fixes, gaps and events.
  public let number: Int64
  /// The session that it belongs to.
  public let session: Int64
  /// Its first moment.
  public let from: UTC
  /// Its last moment.
  public let to: UTC
  /// The cause, such as `not_running`, or a reason of `NoLocationReason`.
  ///
  /// It is text from the file: make it safe before you show it.
  public let cause: String
  /// The verdict on the receiver at its end.
  public let verdict: String?

  /// Its length in seconds.
  public var seconds: Double { to.seconds(since: from) }
}

/// An event of a device.
public struct StoredEvent: Sendable, Hashable {
  /// Its number in the sequence of fixes, gaps and events.
  public let number: Int64
  /// The session that it belongs to.
  public let session: Int64
  /// When it happened, by this machine's clock.
  public let time: UTC
  /// Its kind, such as `opened`.
  ///
  /// It is text from the file: make it safe before you show it.
  public let kind: String
  /// The details.
  public let detail: String?
}

/// A time in which one program kept the data of one device.
public struct StoredSession: Sendable, Hashable {
  /// Its number.
  public let number: Int64
  /// The device's key, by which it is recognized, such as `usb-1.2`.
  ///
  /// It is text from the file, as the name and the program are.
  public let device: String
  /// The device's name.
  public let name: String
  /// `live`, `simulated`, `recorded`, or `import` for a file that was imported.
  public let kind: String
  /// Its begin by this machine's clock.
  public let began: UTC
  /// Its end by this machine's clock; nil while it is written, or if its end was not written.
  public let ended: UTC?
  /// The program that wrote it.
  public let program: String
}
