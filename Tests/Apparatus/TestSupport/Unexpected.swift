/// Something else came than what a test asked for.
public struct Unexpected: Error {
  /// What came instead.
  public let found: String

  public init(_ found: Any = "") { self.found = "\(found)" }
}
