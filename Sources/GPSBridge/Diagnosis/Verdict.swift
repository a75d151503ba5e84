/// What a receiver's condition is, in four lines: what, why, what to do, and what to expect.
///
/// ```
/// what:   The receiver hears 4 satellites, all of them too weakly for a fix.
/// why:    The best comes with 24 dB-Hz, and about 30 are needed from four of them.
/// do:     Move the antenna to a window or outside, away from metal and USB 3 devices.
/// expect: A fix within a minute once four satellites come in well.
/// ```
///
/// The ``code`` is for programs and stays; the words are for people and may get better.
public struct Verdict: Sendable, Hashable {
  /// What a verdict is about; new ones may come with new versions.
  public struct Code: RawRepresentable, Sendable, Hashable, Codable {
    /// The word for it in the records, in snake case.
    public let rawValue: String

    /// Names a condition.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The condition.
  public var code: Code
  /// What is the case.
  public var what: String
  /// How one can tell.
  public var why: String
  /// What to do about it.
  public var advice: String
  /// What happens then.
  public var expectation: String
  /// How long that usually takes, where it is a matter of time.
  public var expectedTime: Duration?

  /// Makes a verdict.
  public init(
    _ code: Code, what: String, why: String, advice: String, expectation: String,
    expectedTime: Duration? = nil
  ) {
    self.code = code
    self.what = what
    self.why = why
    self.advice = advice
    self.expectation = expectation
    self.expectedTime = expectedTime
  }
}

extension Verdict: CustomStringConvertible {
  /// The four lines.
  public var description: String {
    "what:   \(what)\nwhy:    \(why)\ndo:     \(advice)\nexpect: \(expectation)"
  }
}
