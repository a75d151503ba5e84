public import GNSS

/// Recordings: the bytes of a receiver, with their times of arrival.
///
/// A recording is a text file, so that it can be viewed, cut and repaired with any editor:
///
/// ```
/// #gpsbridge-recording 1 2026-11-20T12:00:00.000Z
/// # device: usb-1.2
/// # speed: 9600
/// 0 $GPRMC,120000,A,4807.038,N,01131.000,E,,,201126,,,A*7A\x0D\x0A
/// 1003 \xB5b\x01\x07\x5C
/// ```
///
/// A data line has the milliseconds since the beginning and the bytes: printable ASCII as is, other bytes and
/// the backslash as `\x` and two digits. It has bytes that arrived together, and may split a sentence. An
/// unfinished last line was cut by a power failure, and is ignored. After the first data line, `#` begins a
/// comment, but `# 2026-11-20T12:00:05.000Z opened /dev/ttyUSB0` marks an interruption.
///
/// ``Writer`` formats this text and ``Reader`` parses it, without accessing files; ``File`` reads a file.
/// Files of other programs, such as `.nmea`, `.log` and `.ubx`, are read as bytes without times.
public enum RecordedLog {
  /// The header of a recording.
  public struct Header: Sendable, Hashable {
    /// A remark with a name and a text.
    public struct Field: Sendable, Hashable {
      /// The name of the remark.
      public var key: String
      /// The text of the remark.
      public var value: String

      /// Creates a remark.
      public init(_ key: String, _ value: String) { (self.key, self.value) = (key, value) }
    }

    /// When the recording began, by the system clock; nil if unreadable.
    public var started: UTC?
    /// The remarks, in order.
    public var fields: [Field]

    /// Creates a header.
    public init(started: UTC?, fields: [Field] = []) { (self.started, self.fields) = (started, fields) }

    /// The text of the first remark with this name.
    public subscript(_ key: String) -> String? { fields.first { $0.key == key }?.value }

    /// The device that was recorded.
    public var device: String? { self["device"] }
    /// The speed of the device's line, in bits per second.
    public var speed: Int? { self["speed"].flatMap { Int($0) } }
    /// The selector that the device was opened with.
    public var selector: String? { self["selector"] }
  }

  /// The items of a recording, in order.
  public enum Item: Sendable, Hashable {
    /// The header; once, before all bytes, and only in our own format.
    case header(Header)
    /// Bytes, and their time since the beginning; nil if the format has no times.
    case bytes([UInt8], at: Duration?)
    /// The device had disappeared and was reopened: a sentence cut off before does not continue after.
    case interruption
    /// A line that can't be parsed, and was skipped.
    case problem(Problem)
  }

  /// The format of a text.
  public enum Format: Sendable, Hashable {
    /// Our own format, with times.
    case recording
    /// Plain bytes.
    case plain
  }

  /// The signature at the beginning of our own format.
  static let signature = Array("#gpsbridge-recording ".utf8)
  /// The format version that we read and write.
  static let version = 1
}

extension RecordedLog.Header.Field {
  /// Parses `# key: value`; nil for any other line.
  ///
  /// The text is UTF-8. An invalid escape is kept as literal text, since this is only a remark.
  init?(line: ArraySlice<UInt8>) {
    guard line.first == UInt8(ascii: "#"), let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      return nil
    }
    key = Self.text(line[line.index(after: line.startIndex)..<colon])
    value = Self.text(line[line.index(after: colon)...])
    if key.isEmpty { return nil }
  }

  /// Appends `# key: value` and a line end.
  public func append(to text: inout [UInt8]) {
    text += Array("# ".utf8)
    Self.append(key, to: &text) { $0 == UInt8(ascii: ":") }
    text += Array(": ".utf8)
    Self.append(value, to: &text) { _ in false }
    text.append(0x0A)
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let trimmed = bytes.drop { $0 == 0x20 }.reversed().drop { $0 == 0x20 }.reversed()
    var text: [UInt8] = []
    var rest = Array(trimmed)[...]
    while let byte = rest.first {
      if byte == UInt8(ascii: "\\"), case .success(let bytes) = EscapedBytes.decode(rest.prefix(4)),
        bytes.count == 1
      {
        text += bytes
        rest = rest.dropFirst(4)
      } else {
        text.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func append(_ string: String, to text: inout [UInt8], isSpecial: (UInt8) -> Bool) {
    let bytes = Array(string.utf8)
    for (index, byte) in bytes.enumerated() {
      // Spaces at either end would be taken for separators.
      let isEdge = byte == 0x20 && (index == 0 || index == bytes.count - 1)
      if byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\\") || isEdge || isSpecial(byte) {
        EscapedBytes.appendEscaped(byte, to: &text)
      } else {
        text.append(byte)
      }
    }
  }
}

extension RecordedLog {
  /// A line of a recording that can't be parsed as it is.
  ///
  /// The recording continues after it.
  public struct Problem: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of problems; new versions may add more.
    public struct Code: RawRepresentable, Sendable, Hashable {
      /// The name of the kind, in snake case.
      public let rawValue: String

      /// Creates a kind from its name.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// The first line names an unknown version; the rest is not read.
      public static let unsupportedVersion = Code(rawValue: "unsupported_version")
      /// The first line does not state when the recording began.
      public static let badStart = Code(rawValue: "bad_start")
      /// A line does not begin with milliseconds and a space.
      public static let badTime = Code(rawValue: "bad_time")
      /// A line's time is before the previous line's; its bytes get the previous time.
      public static let timeWentBack = Code(rawValue: "time_went_back")
      /// A backslash is not followed by `x` and two hexadecimal digits.
      public static let badEscape = Code(rawValue: "bad_escape")
      /// A byte should have been written as `\xHH`.
      public static let rawByte = Code(rawValue: "raw_byte")
      /// A line is longer than the limit.
      public static let lineTooLong = Code(rawValue: "line_too_long")
      /// There are more remarks than the limit.
      public static let tooManyFields = Code(rawValue: "too_many_fields")
    }

    /// The kind of problem.
    public var code: Code
    /// The number of the line, from 1.
    public var line: Int
    /// A sentence with what was found, what was expected, and what happened to the line.
    public var description: String

    init(_ code: Code, line: Int, _ words: String) {
      (self.code, self.line) = (code, line)
      description = "line \(line): \(words)"
    }
  }
}
