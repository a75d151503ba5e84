/// An error that can say that nobody will answer any more.
///
/// Adopt it in the error type of your own, and a ``OneShot`` knows what to reject with:
///
/// ```swift
/// enum ScanError: OneShotFailure { case noPaper, abandoned, cancelled }
/// let page = OneShot<Page, ScanError>()
/// ```
public protocol OneShotFailure: Error {
  /// Whoever had to answer has gone without an answer.
  static var abandoned: Self { get }
  /// Whoever waited for the answer was cancelled.
  static var cancelled: Self { get }
}

/// What a one-shot without an error type of its own rejects with.
public enum OneShotError: OneShotFailure, Hashable {
  /// Whoever had to answer has gone without an answer.
  case abandoned
  /// Whoever waited for the answer was cancelled.
  case cancelled
}
