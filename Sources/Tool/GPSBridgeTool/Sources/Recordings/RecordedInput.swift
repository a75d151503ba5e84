internal import GPSSystemCalls
package import GNSS
package import GPSBridge
package import GPSFormats
internal import GPSBase
internal import SimulatedGPS
internal import Glibc

/// A recording, ours or another program's, in pieces: bytes, and their times if it has them.
package struct RecordedInput: ~Copyable {
  /// The total number of bytes; nil if unknown.
  package let size: Int?
  /// For messages.
  package let name: String
  /// Whether the input may pause before its next bytes.
  package var isLive: Bool { input.isLive }
  package private(set) var bytesRead = 0
  private(set) var guess = InputGuess()
  /// Whether it ended in the middle of a line of our format.
  package var hasUnfinishedLine: Bool { reader.hasUnfinishedLine }
  private var input: ByteInput
  private var reader = RecordedLog.Reader()

  /// Opens a file or standard input.
  package init(_ source: SourceName) throws(ToolError) {
    name = source.shown
    input = try ByteInput(source)
    if case .file(let argument) = source {
      size = Self.size(argument.bytes)
    } else {
      size = Self.size(Array("/dev/stdin".utf8))
    }
  }

  /// Reads the next piece; false at the end.
  ///
  /// - Throws: A complaint if it can't be read, or if nothing came until the deadline.
  package mutating func read(
    until deadline: ContinuousClock.Instant? = nil, _ take: (RecordedLog.Part, Span<UInt8>) -> Void
  ) throws(ToolError) -> Bool {
    var count = 0
    do throws(Errno) {
      let hasMore = try input.read(until: deadline) { bytes in
        count = bytes.count
        guess.take(bytes)
        reader.readParts(bytes, take)
      }
      bytesRead += count
      return hasMore || reader.pull(Span(), take)
    } catch  where error.rawValue == ETIMEDOUT {
      throw ToolError(
        code: "not_in_time", exit: .notInTime, message: "no fix in \(name) within the timeout",
        reason: "\(Plural.of(bytesRead, "byte")) read from it", remedy: "give it more time: --timeout")
    } catch { throw OpenFailure.reading(error.rawValue, name, after: bytesRead) }
  }

  /// Decodes the whole recording, and returns the verdict.
  package mutating func decode(
    _ decoder: inout RecordedDecoder, _ hear: (DecodedOutput, RecordedMoment) -> Void
  ) throws(ToolError) -> RecordingVerdict {
    while try read({ decoder.take($0, $1, hear) }) {}
    decoder.finish(hear)
    return verdict(decoder)
  }

  package func verdict(_ decoder: RecordedDecoder) -> RecordingVerdict {
    RecordingVerdict(stats: decoder.stats, problems: decoder.problems, guess: guess, name: name)
  }

  private static func size(_ path: [UInt8]) -> Int? {
    guard let file = Kernel.node(path), file.isFile, file.size > 0 else { return nil }
    return Int(file.size)
  }
}

/// The epochs of a recording, one by one.
package struct RecordedFixes {
  private let source: SourceName
  private let reference: CivilDate?

  package init(_ source: SourceName, reference: CivilDate? = nil) throws(ToolError) {
    (self.source, self.reference) = (source, reference)
  }

  /// Reads until the closure returns false.
  ///
  /// Epochs with a probably forged position are left out.
  ///
  /// - Parameters:
  ///   - timeout: The time after which reading stops; nil to read to the end.
  ///   - take: Called with each epoch and its time in seconds by the receiver, if known, on an ``EpochLine``; false stops it.
  /// - Returns: Statistics of the recording, as far as it was read.
  /// - Throws: A complaint if it can't be read, or if there is nothing in it.
  package func read(
    within timeout: Duration?, _ take: (Fix, Double?) -> Bool
  ) throws(ToolError) -> WatchStats {
    let deadline = timeout.map { ContinuousClock.now + $0 }
    var input = try RecordedInput(source)
    var decoder = RecordedDecoder(reference, ReadingRules.strictness)
    var goesOn = true
    var line = EpochLine()
    func hear(_ output: DecodedOutput, _ moment: RecordedMoment) {
      guard goesOn, case .fix(let fix) = output, !moment.isSuspect else { return }
      goesOn = take(fix, line.time(of: fix)?.unixSeconds)
    }
    while goesOn, try input.read(until: deadline, { decoder.take($0, $1, hear) }) {}
    if goesOn { decoder.finish(hear) }
    if let complaint = input.verdict(decoder).complaint { throw complaint }
    return decoder.stats
  }
}

/// The pauses of a recording that were shortened in playback.
struct PauseTally: Hashable, Sendable {
  /// The length to which longer pauses are cut.
  static let longest = PauseCut.longest

  private var count = 0
  private var time = Duration.zero

  mutating func add(_ time: Duration) {
    count += 1
    self.time += time
  }

  /// The remark for the user; nil if nothing was cut.
  var note: String? {
    guard count > 0 else { return nil }
    return "\(Plural.of(count, "long pause")) cut short, \(Self.text(time)) in all"
  }

  /// The remark about a pause at its beginning.
  static func note(on time: Duration) -> String {
    "a pause of \(text(time + longest)) cut short to \(longest.components.seconds) s"
  }

  private static func text(_ time: Duration) -> String { TimeText.short(.seconds(Int(time / .seconds(1)))) }
}
