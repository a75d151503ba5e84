/// Why a GPX file gives no route.
public struct GPXError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of reason.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The word for it.
    public var rawValue: String
    /// Makes a kind of its word.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// There is no GPX in it.
    public static let notGPX = Code(rawValue: "not_gpx")
    /// There is GPX in it, and no point.
    public static let noPoints = Code(rawValue: "no_points")
    /// A point has no latitude or longitude, or one that no place has.
    public static let badPoint = Code(rawValue: "bad_point")
    /// The file ends within a tag.
    public static let cut = Code(rawValue: "cut")
    /// There are more points than are taken.
    public static let tooManyPoints = Code(rawValue: "too_many_points")
  }

  /// The kind of reason.
  public var code: Code
  /// The line where it was found, from 1.
  public var line: Int
  /// A sentence that says what was found, what was expected, and what to do.
  public var description: String

  init(_ code: Code, line: Int, _ description: String) {
    self.code = code
    self.line = line
    self.description = "line \(line): \(description)"
  }
}
