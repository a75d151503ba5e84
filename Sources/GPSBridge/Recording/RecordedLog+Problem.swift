extension RecordedLog {
  /// A line of a recording that can't be read as it stands.
  ///
  /// The recording goes on behind it. New kinds may come with new versions.
  public struct Problem: Sendable, Hashable, CustomStringConvertible {
    /// What kind of problem.
    public struct Code: RawRepresentable, Sendable, Hashable {
      /// The word for it, in snake case.
      public let rawValue: String

      /// Names a kind.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// The first line names a version that is not known here; nothing behind it is read.
      public static let unsupportedVersion = Code(rawValue: "unsupported_version")
      /// The first line does not say when the recording was begun.
      public static let badStart = Code(rawValue: "bad_start")
      /// A line does not begin with milliseconds and a space.
      public static let badTime = Code(rawValue: "bad_time")
      /// A line is said to have come before the one above it; its bytes are given out with that one's time.
      public static let timeWentBack = Code(rawValue: "time_went_back")
      /// A backslash is not followed by `x` and two hexadecimal digits.
      public static let badEscape = Code(rawValue: "bad_escape")
      /// A byte stands there that should have been written as `\xHH`.
      public static let rawByte = Code(rawValue: "raw_byte")
      /// A line is longer than any that is written.
      public static let lineTooLong = Code(rawValue: "line_too_long")
      /// There are more remarks than are kept.
      public static let tooManyFields = Code(rawValue: "too_many_fields")
    }

    /// What kind of problem.
    public var code: Code
    /// The line, from 1.
    public var line: Int
    /// What was found, what was expected, and what became of the line.
    public var description: String

    init(_ code: Code, line: Int, _ words: String) {
      self.code = code
      self.line = line
      description = "line \(line): \(words)"
    }
  }
}
