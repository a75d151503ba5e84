internal import GPSBase
internal import GPSSystemCalls
internal import Glibc

/// A receiver's start, up to its first fix.
public struct ReceiverStart: Sendable, Hashable {
  /// The kind of start.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Without our memory; the receiver may have had data of its own.
    case cold
    /// With the memory that we restored.
    case restored
    /// The receiver already had a fix in its first epoch.
    case hot
  }

  /// The kind of start.
  public var kind: Kind
  /// The time to the first fix, from the opening or from the receiver's greeting.
  public var timeToFix: Duration
  /// The number of pieces sent to the receiver.
  public var given = 0
  /// The number of pieces that the receiver accepted.
  public var taken = 0
  /// When the first fix came, in UTC, in seconds since 1970; nil if the receiver did not report the time.
  public var time: Int64?

  /// Creates a start of a kind, with its duration.
  public init(_ kind: Kind, timeToFix: Duration) { (self.kind, self.timeToFix) = (kind, timeToFix) }
}

/// An event of a receiver's memory.
///
/// New versions may add more: keep a `default`.
public enum MemoryEvent: Sendable, Hashable {
  /// The receiver sent its navigation data, and this many pieces were stored.
  case kept(pieces: Int)
  /// The stored pieces were sent to the receiver, which accepted this many.
  case given(pieces: Int, taken: Int)
  /// Nothing was restored: starts with the memory were not faster than starts without it.
  case ofNoHelp
  /// A memory could not be read or written.
  case failed(MemoryFileError)
}

/// The error for a memory that could not be read or written.
public struct MemoryFileError: Error, Sendable, Hashable, CustomStringConvertible {
  enum Action: String, Sendable, Hashable { case reading = "read", writing = "write" }

  /// The path of the file.
  public let path: String
  /// The system's error number.
  public let errno: Int32
  private let action: Action

  init(_ action: Action, _ path: String, errno: Int32) {
    (self.action, self.path, self.errno) = (action, path, errno)
  }

  /// Passes the bytes of a path to a system call; its error becomes one of the file.
  static func attempt<Answer>(
    _ action: Action, _ path: String, _ body: ([UInt8]) throws(Errno) -> Answer
  ) throws(MemoryFileError) -> Answer {
    do throws(Errno) { return try body(Array(path.utf8)) } catch {
      throw MemoryFileError(action, path, errno: error.rawValue)
    }
  }

  /// The error as a line of text: `cannot write ports.json: No space left on device`.
  public var description: String { "cannot \(action.rawValue) \(ShortText.harmless(path)): \(reason)" }

  /// The system's description, without the file's name: `No space left on device`.
  public var reason: String { unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)" }
}
