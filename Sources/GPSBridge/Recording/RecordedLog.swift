public import GNSS

/// Recordings: the bytes of a receiver, with the times at which they came.
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
/// backslash as `\x` and two digits. One line is what came at once, not what belongs together. Text after the last line
/// end is ignored: the power went while it was being written. A line between the data that begins with `#` is for
/// people; one such as `# 2026-11-20T12:00:05.000Z opened /dev/ttyUSB0` also tells that the device had gone meanwhile.
///
/// ``Writer`` makes such a text and ``Reader`` reads it; neither touches a file. ``File`` does. Files of other
/// programs, such as `.nmea`, `.log` and `.ubx`, are read as bytes without times.
public enum RecordedLog {
  /// The beginning of a recording.
  public struct Header: Sendable, Hashable {
    /// A remark of one line.
    public struct Field: Sendable, Hashable {
      /// The name of the remark.
      public var key: String
      /// The text of the remark.
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

    /// The text of the first remark of that name.
    public subscript(_ key: String) -> String? { fields.first { $0.key == key }?.value }

    /// The device that was recorded.
    public var device: String? { self["device"] }
    /// The speed of its line, in bits per second.
    public var speed: Int? { self["speed"].flatMap { Int($0) } }
    /// How the device was asked for.
    public var selector: String? { self["selector"] }
  }

  /// The items of a recording, in its order.
  public enum Item: Sendable, Hashable {
    /// The beginning; it comes once, before all bytes, and only from our own format.
    case header(Header)
    /// Bytes, and how long after the beginning they came; nil if the format does not tell.
    case bytes([UInt8], at: Duration?)
    /// The device had gone and was opened again: a sentence cut before it does not go on after it.
    case interruption
    /// A line that can't be read, and is left out.
    case problem(Problem)
  }

  /// The format of a text.
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

extension RecordedLog.Header.Field {
  /// Reads `# key: value`; nil for another line.
  ///
  /// Text is UTF-8 here. Where an escape is broken, the letters are taken as they stand: it is a remark.
  init?(line: ArraySlice<UInt8>) {
    guard line.first == UInt8(ascii: "#"), let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      return nil
    }
    key = Self.text(line[line.index(after: line.startIndex)..<colon])
    value = Self.text(line[line.index(after: colon)...])
    if key.isEmpty { return nil }
  }

  /// Appends `# key: value` and a line end.
  func append(to text: inout [UInt8]) {
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
      // Spaces at the ends would be taken for the format's own.
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
  /// A line of a recording that can't be read as it stands.
  ///
  /// The recording goes on after it.
  public struct Problem: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of problems; new versions may add more.
    public struct Code: RawRepresentable, Sendable, Hashable {
      /// The word for it, in snake case.
      public let rawValue: String

      /// Names a kind.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// The first line names an unknown version; nothing after it is read.
      public static let unsupportedVersion = Code(rawValue: "unsupported_version")
      /// The first line does not say when the recording was begun.
      public static let badStart = Code(rawValue: "bad_start")
      /// A line does not begin with milliseconds and a space.
      public static let badTime = Code(rawValue: "bad_time")
      /// A line's time is before that of the line above; its bytes get the time of that line.
      public static let timeWentBack = Code(rawValue: "time_went_back")
      /// A backslash is not followed by `x` and two hexadecimal digits.
      public static let badEscape = Code(rawValue: "bad_escape")
      /// A byte should have been written as `\xHH`.
      public static let rawByte = Code(rawValue: "raw_byte")
      /// A line is longer than any that is written.
      public static let lineTooLong = Code(rawValue: "line_too_long")
      /// There are more remarks than are kept.
      public static let tooManyFields = Code(rawValue: "too_many_fields")
    }

    /// The kind of problem.
    public var code: Code
    /// The line, from 1.
    public var line: Int
    /// A sentence that says what was found, what was expected, and what became of the line.
    public var description: String

    init(_ code: Code, line: Int, _ words: String) {
      self.code = code
      self.line = line
      description = "line \(line): \(words)"
    }
  }
}
