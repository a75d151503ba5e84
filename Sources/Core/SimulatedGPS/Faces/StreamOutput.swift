// One-way output: bytes go to a file, a pipe, or standard output.

internal import GPSSystemCalls

/// Writes the bytes of a simulated receiver or a recording to a file or to standard output.
///
/// ```swift
/// var face = StreamOutput(.drive, to: try ByteSink(path: "drive.nmea"))
/// try face.write(.seconds(3600))                                  // at once
/// try face.write(.seconds(60), waiting: StreamOutput.realTime())    // takes a minute
/// ```
public struct StreamOutput: Sendable {
  private var source: any EmissionSource
  private let sink: ByteSink

  /// The number of bytes written.
  public private(set) var written = 0

  /// Creates a writer for the bytes of a receiver that plays a scenario.
  public init(_ scenario: Scenario, to sink: ByteSink) {
    self.init(source: SimulatedReceiverMachine(scenario), to: sink)
  }

  /// Creates a writer for the bytes of a recording that is played back.
  public init(_ replay: Simulation.Replay, to sink: ByteSink) { self.init(source: replay, to: sink) }

  package init(source: some EmissionSource, to sink: ByteSink) { (self.source, self.sink) = (source, sink) }

  /// The current time of the source.
  public var now: Duration { source.now }

  /// Whether there will be no more output.
  public var isOver: Bool { source.isOver }

  /// Writes the output of the given span of simulated time as fast as the sink accepts it.
  public mutating func write(_ duration: Duration) throws(SimulationError) {
    try write(duration) { _ in true }
  }

  /// Writes the output of the given span of simulated time, each piece when it is due.
  ///
  /// `wait` receives a time since the beginning and returns when that time has come, or returns false to
  /// stop. Output not yet due is not lost; the next call continues with it.
  public mutating func write(
    _ duration: Duration, waiting wait: (Duration) -> Bool
  ) throws(SimulationError) {
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

  /// Returns a wait in real time for ``write(_:waiting:)``, on a schedule that does not drift.
  ///
  /// It blocks the thread. `from` is the current time of the source.
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

/// A destination for output only: a file, a pipe, or standard output.
public final class ByteSink: Sendable {
  /// The display name.
  public let name: String
  private let descriptor: CInt
  private let isOwned: Bool

  /// Standard output.
  public static let standardOutput = ByteSink(descriptor: Kernel.standardOutput, name: "standard output")

  /// Creates a file; an existing file is kept unless `overwriting` is true.
  public init(path: String, overwriting: Bool = false) throws(SimulationError) {
    name = path
    guard !path.utf8.contains(0) else {
      throw SimulationError(.notFound, "a path with a NUL in it names no file")
    }
    isOwned = true
    do throws(Errno) {
      descriptor = try Kernel.open(path, for: overwriting ? .overwriting : .creating)
    } catch {
      switch error {
      case .exists:
        throw SimulationError(
          .nameTaken, "\(path) already exists; choose another name, or allow overwriting it", error)
      case .noSuchFile, .notADirectory:
        throw SimulationError(
          .notFound, "\(path) cannot be created: its folder does not exist; create it first", error)
      case .accessDenied, .notPermitted, .readOnly:
        throw SimulationError(
          .permissionDenied,
          "\(path) cannot be created: you may not write there; choose a folder of your own",
          error
        )
      default: throw SimulationError(.writeFailed, "\(path) cannot be created: \(error.words)", error)
      }
    }
  }

  /// Creates a sink for a descriptor that the caller has opened and will close.
  public init(descriptor: CInt, name: String) {
    (self.descriptor, self.name) = (descriptor, name)
    isOwned = false
  }

  deinit { if isOwned { try? Kernel.close(descriptor) } }

  /// Writes all bytes, even if the kernel accepts them in small pieces only.
  ///
  /// If the reader of a pipe has closed it, this throws ``SimulationError/Code/readerGone``, without a SIGPIPE.
  public func write(_ bytes: Span<UInt8>) throws(SimulationError) {
    var written = 0
    while written < bytes.count {
      do throws(Errno) { written += try Kernel.writeToPipe(descriptor, bytes.extracting(written...)) } catch {
        try recover(error)
      }
    }
  }

  /// Flushes written data to the disk, if the sink is a file.
  public func synchronize() throws(SimulationError) {
    do throws(Errno) { try Kernel.synchronize(descriptor) } catch {
      // A pipe or a terminal has nothing to synchronize.
      if error != .invalid, error != .readOnly, error != .notSupported { try recover(error) }
    }
  }

  private func recover(_ error: Errno) throws(SimulationError) {
    switch error {
    case .wouldBlock: Kernel.waitUntilWritable(descriptor)
    case .brokenPipe: throw SimulationError(.readerGone, "the reader of \(name) is gone", error)
    case .noSpace, .quotaExceeded, .fileTooLarge:
      throw SimulationError(
        .diskFull, "\(name): no space is left; earlier output may end in the middle of a line",
        error)
    default: throw SimulationError(.writeFailed, "\(name) cannot be written to: \(error.words)", error)
    }
  }
}
