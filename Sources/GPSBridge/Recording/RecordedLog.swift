public import GNSS

/// Recordings: what came from a receiver, with the moment at which it came.
///
/// A recording is a text of lines, so that it can be looked at, cut and mended with any editor:
///
/// ```
/// #gpsbridge-recording 1 2026-11-20T12:00:00.000Z
/// # device: usb-1.2
/// # speed: 9600
/// 0 $GPRMC,120000,A,4807.038,N,01131.000,E,,,201126,,,A*7A\x0D\x0A
/// 1003 \xB5b\x01\x07\x5C
/// ```
///
/// A line of data is the milliseconds since the beginning and the bytes: printable ASCII as it is, the rest and the
/// backslash as `\x` and two digits. One line is what came at once, not what belongs together. Whatever stands behind
/// the last line end was being written when the power went, and is ignored. A line between the data that begins with `#` is
/// for people; one such as `# 2026-11-20T12:00:05.000Z opened /dev/ttyUSB0` also tells that the device had gone meanwhile.
///
/// ``Writer`` makes such a text and ``Reader`` reads it; neither touches a file. ``File`` does. Other files, the `.nmea`,
/// `.log` and `.ubx` of other programs, are read as bytes of which nobody knows when they came.
public enum RecordedLog {
  /// What stands at the beginning of a recording.
  public struct Header: Sendable, Hashable {
    /// A remark of one line.
    public struct Field: Sendable, Hashable {
      /// What it is about.
      public var key: String
      /// What it says.
      public var value: String

      /// Makes a remark.
      public init(_ key: String, _ value: String) {
        self.key = key
        self.value = value
      }
    }

    /// When the recording was begun, by the machine's clock; nil if that can't be read.
    public var started: UTC?
    /// Remarks, in their order.
    public var fields: [Field]

    /// Makes a header.
    public init(started: UTC?, fields: [Field] = []) {
      self.started = started
      self.fields = fields
    }

    /// What the first remark of that name says.
    public subscript(_ key: String) -> String? { fields.first { $0.key == key }?.value }

    /// The device that was recorded.
    public var device: String? { self["device"] }
    /// The speed of its line, in bits per second.
    public var speed: Int? { self["speed"].flatMap { Int($0) } }
    /// How the device was asked for.
    public var selector: String? { self["selector"] }
  }

  /// What comes out of a recording, in its order.
  public enum Item: Sendable, Hashable {
    /// The beginning; it comes once, before all bytes, and only from our own format.
    case header(Header)
    /// Bytes, and how long after the beginning they came; nil where the format does not tell.
    case bytes([UInt8], at: Duration?)
    /// The device had gone and was opened again: what was half said before does not go on behind it.
    case interruption
    /// A line that can't be read, and is left out.
    case problem(Problem)
  }

  /// What kind of text it is.
  public enum Format: Sendable, Hashable {
    /// Ours, with times.
    case recording
    /// Bytes as they came.
    case plain
  }

  /// The words that our own format begins with.
  static let signature = Array("#gpsbridge-recording ".utf8)
  /// The version that is read and written.
  static let version = 1
}
