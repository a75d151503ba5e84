// A face without answers: bytes go to a file, a pipe, or standard output.

internal import GPSSystemCalls

/// A simulated receiver, or a recording, whose bytes go to a file or to standard output.
///
/// ```swift
/// var face = StreamFace(.drive, to: try ByteSink(path: "drive.nmea"))
/// try face.write(.seconds(3600))                                  // at once
/// try face.write(.seconds(60), waiting: StreamFace.realTime())    // takes a minute
/// ```
public struct StreamFace: Sendable {
  private var source: any EmissionSource
  private let sink: ByteSink

  /// How many bytes were written.
  public private(set) var written = 0

  /// Writes the bytes of a receiver that plays a scenario.
  public init(_ scenario: Scenario, to sink: ByteSink) {
    self.init(source: SimulatedReceiverEngine(scenario), to: sink)
  }

  /// Writes the bytes of a recording that is played back.
  public init(_ replay: Simulation.Replay, to sink: ByteSink) { self.init(source: replay, to: sink) }

  /// Writes the bytes of any source of emissions.
  package init(source: some EmissionSource, to sink: ByteSink) {
    self.source = source
    self.sink = sink
  }

  /// How far its time has come.
  public var now: Duration { source.now }

  /// Whether nothing will come any more.
  public var isOver: Bool { source.isOver }

  /// Writes what comes out in so much time from now, as fast as it is taken.
  public mutating func write(_ duration: Duration) throws(FaceError) {
    try write(duration) { _ in true }
  }

  /// Writes what comes out in so much time from now, each piece when it is due.
  ///
  /// `wait` is told how far time must have come, since the beginning, and returns when it has; false to stop. What is
  /// waiting then is not lost: the next call goes on with it.
  public mutating func write(
    _ duration: Duration, waiting wait: (Duration) -> Bool
  ) throws(FaceError) {
    let end = source.now + max(duration, .zero)
    while !source.isOver {
      let due = source.nextDue
      guard wait(min(due, end)) else { return }
      for case .bytes(let chunk) in source.advance(to: min(due, end)) {
        try sink.write(chunk.bytes.span)
        written += chunk.bytes.count
      }
      if due > end { return }
    }
  }

  /// A wait for ``write(_:waiting:)``: at the machine's own pace, from now on, on a schedule that does not drift.
  ///
  /// It blocks the thread. `from` is where the source's time stands.
  public static func realTime(from start: Duration = .zero) -> (Duration) -> Bool {
    let origin = Kernel.monotonicNanoseconds() - start.wholeNanoseconds
    return { due in
      let (until, overflow) = origin.addingReportingOverflow(due.wholeNanoseconds)
      guard !overflow else { return false }
      Kernel.sleep(untilMonotonicNanoseconds: until)
      return true
    }
  }
}

/// A destination for bytes that are not answered: a file, a pipe, standard output.
public final class ByteSink: Sendable {
  /// Its name, for a person.
  public let name: String
  private let descriptor: CInt
  private let isOwned: Bool

  /// Standard output.
  public static let standardOutput = ByteSink(descriptor: Kernel.standardOutput, name: "standard output")

  /// Makes a file; what is there already is kept, unless it may be overwritten.
  public init(path: String, overwriting: Bool = false) throws(FaceError) {
    name = path
    guard !path.utf8.contains(0) else { throw FaceError(.notFound, "a path with a NUL in it names no file") }
    isOwned = true
    do throws(Errno) {
      descriptor = try Kernel.open(path, for: overwriting ? .overwriting : .creating)
    } catch {
      switch error {
      case .exists:
        throw FaceError(
          .nameTaken, "\(path) is there already; choose another name, or allow to overwrite it", error)
      case .noSuchFile, .notADirectory:
        throw FaceError(.notFound, "\(path) cannot be made: its folder is not there; make it first", error)
      case .accessDenied, .notPermitted, .readOnly:
        throw FaceError(
          .permissionDenied, "\(path) cannot be made: you may not write there; choose a folder of yours",
          error
        )
      default: throw FaceError(.writeFailed, "\(path) cannot be made: \(error.words)", error)
      }
    }
  }

  /// Writes to a descriptor that somebody else opened and will close.
  public init(descriptor: CInt, name: String) {
    self.descriptor = descriptor
    self.name = name
    isOwned = false
  }

  deinit { if isOwned { try? Kernel.close(descriptor) } }

  /// Writes all of it, however small the pieces are that the kernel takes.
  ///
  /// When the reader of a pipe has gone, that is ``FaceError/Code/readerGone`` and not the end of the program.
  public func write(_ bytes: Span<UInt8>) throws(FaceError) {
    var written = 0
    while written < bytes.count {
      do throws(Errno) {
        written += try Kernel.writeToPipe(descriptor, bytes.extracting(written...))
      } catch {
        try recover(error)
      }
    }
  }

  /// Sees to it that all of it is on the disk, where there is one.
  public func synchronize() throws(FaceError) {
    do throws(Errno) {
      try Kernel.synchronize(descriptor)
    } catch {
      // A pipe or a terminal has nothing to synchronize.
      if error != .invalid, error != .readOnly, error != .notSupported { try recover(error) }
    }
  }

  private func recover(_ error: Errno) throws(FaceError) {
    switch error {
    case .wouldBlock: Kernel.waitUntilWritable(descriptor)
    case .brokenPipe: throw FaceError(.readerGone, "whoever was reading \(name) has gone", error)
    case .noSpace, .quotaExceeded, .fileTooLarge:
      throw FaceError(
        .diskFull, "\(name): there is no room for more; what was written may end in the middle of a line",
        error)
    default: throw FaceError(.writeFailed, "\(name) cannot be written to: \(error.words)", error)
    }
  }
}
