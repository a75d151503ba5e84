package import GPSBridge
package import GPSSystemCalls

/// A recording file of any size that is read during playback.
package final class PlayedFile: Sendable {
  private let file: RecordedLog.File
  private let content = Guarded<Reading?>(nil)
  private let failed = Guarded<(number: CInt, place: Int)?>(nil)

  /// Fills a buffer, whose length stays the same, from a position; returns the number of bytes, 0 at the end.
  package typealias Reading = @Sendable (_ place: Int, _ buffer: inout [UInt8]) -> Result<Int, Errno>

  package init(_ path: String) throws(RecordedLog.FileError) { file = try RecordedLog.File(path) }

  /// Reads from a function instead of the file, such as for a compressed file, whose size is unknown.
  package func replaceContent(_ read: @escaping Reading) { content.withLock { $0 = read } }

  /// The number of the error that stopped reading, and its byte position; nil without an error.
  package var failure: (number: CInt, place: Int)? { failed.withLock { $0 } }

  /// The number of bytes; nil if unknown.
  var size: Int? { content.withLock { $0 } == nil ? file.size : nil }

  /// Reads from a position; a failure is stored and ends the recording.
  package func read(at place: Int, into buffer: inout [UInt8]) -> Int {
    let number: CInt
    if let read = content.withLock({ $0 }) {
      do throws(Errno) { return try read(place, &buffer).get() } catch { number = error.rawValue }
    } else {
      do throws(RecordedLog.FileError) { return try file.read(at: place, into: &buffer) } catch {
        number = error.number
      }
    }
    failed.withLock { $0 = (number, place) }
    return 0
  }
}

/// The pieces of a recording file, in order; a copy continues independently from the same position.
///
/// It buffers what it has read ahead: a block, or as much as comparing pauses requires.
package struct RecordingStream: Sendable {
  private let file: PlayedFile
  /// The position of the next byte to read.
  private var place = 0
  private var maker = PieceMaker()
  private var hasEnded = false

  /// The pieces read ahead, the index of the next one, and the size of the remaining ones.
  private var ahead: [RecordedPiece] = []
  private var first = 0
  private var held = 0
  /// The number of bytes in all pieces read.
  private var count = 0

  private var cut: PauseCut?
  private let delay: Int64
  /// The time of the last piece to return.
  private var end = Int64.max
  /// Called with the time left out of a pause, when that pause begins.
  private var onCut: (@Sendable (Duration) -> Void)?

  /// The time of the last piece returned.
  private(set) var lastTime: Int64 = 0
  package var header: RecordedLog.Header? { maker.header }
  /// A format version that this program does not support.
  package var refusal: RecordedLog.Problem? { maker.problems.first { $0.code == .unsupportedVersion } }

  /// The memory that a piece needs besides its bytes.
  private static let overhead = 64
  static let blockSize = 65_536

  /// Reads the beginning of a file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - delay: The time before its first piece.
  package init(_ file: PlayedFile, delay: Duration = .zero) {
    self.file = file
    self.delay = delay.wholeNanoseconds
    fill(1)
  }

  /// Shortens long pauses from now on; must be called before the first piece is taken.
  package mutating func cutPauses(_ onCut: @escaping @Sendable (Duration) -> Void) {
    var cut = PauseCut()
    count = 0
    for piece in ahead {
      count += piece.bytes.count
      cut.read(piece.time, at: count)
    }
    (self.cut, self.onCut) = (cut, onCut)
  }

  /// Omits the pieces after a time, from now on.
  package mutating func end(at time: Duration) { end = time.wholeNanoseconds }

  package var isAtEnd: Bool {
    if first == ahead.count && hasEnded { return true }
    guard end < .max else { return false }
    var copy = self
    copy.onCut = nil
    return copy.next() == nil
  }
  /// The time of the last piece returned, since the beginning.
  package var position: Duration { .nanoseconds(lastTime) }

  /// Returns the next piece, for callers other than a replay.
  package mutating func nextPiece() -> (time: Duration, bytes: [UInt8])? {
    next().map { (.nanoseconds($0.time), $0.bytes) }
  }

  mutating func next() -> RecordedPiece? {
    guard first < ahead.count else { return nil }
    var piece = ahead[first]
    first += 1
    held -= piece.bytes.count + Self.overhead
    fill(cut == nil ? 1 : PauseCut.reach)
    let over = cut?.play(piece.time) ?? 0
    piece.time += delay - (cut?.left ?? 0)
    guard piece.time <= end else {
      (ahead, first, held, hasEnded) = ([], 0, 0, true)
      return nil
    }
    if over > 0 { onCut?(.nanoseconds(over)) }
    lastTime = piece.time
    return piece
  }

  // MARK: - Reading ahead

  /// Reads ahead until this much data is buffered, or to the end.
  private mutating func fill(_ size: Int) {
    guard held < size, !hasEnded else { return }
    ahead.removeFirst(first)
    first = 0
    var block = [UInt8](repeating: 0, count: Self.blockSize)
    repeat {
      let count = file.read(at: place, into: &block)
      place += count
      var pieces: [RecordedPiece] = []
      let hasMore = maker.pull(block.span.extracting(0..<count)) { pieces.append($0) }
      for piece in pieces { keep(piece) }
      hasEnded = !hasMore || refusal != nil
    } while held < size && !hasEnded
  }

  private mutating func keep(_ piece: RecordedPiece) {
    ahead.append(piece)
    held += piece.bytes.count + Self.overhead
    count += piece.bytes.count
    cut?.read(piece.time, at: count)
  }

  // MARK: - Seeking

  /// Skips the pieces before a time.
  ///
  /// In our own format, times never decrease, so the line is found by bisection, unless pauses are shortened.
  /// Files of other programs, and compressed ones, are read up to that time.
  package mutating func skip(to time: Duration) {
    let time = time.wholeNanoseconds
    guard time > 0 else { return }
    if cut == nil, header != nil, let size = file.size { bisect(time - delay, size) }
    let onCut = onCut
    self.onCut = nil
    var before = self
    while let piece = next(), piece.time < time { before = self }
    self = before
    self.onCut = onCut
  }

  /// Seeks to a line shortly before a time.
  private mutating func bisect(_ time: Int64, _ size: Int) {
    var block = [UInt8](repeating: 0, count: RecordedLog.Reader.longestLine + Self.blockSize)
    let filled = file.read(at: 0, into: &block)
    guard let lineEnd = block[..<filled].firstIndex(of: 0x0A) else { return }
    let signature = Array(block[...lineEnd])
    // The line at `low` is earlier than `time`; the line after `high` is not, or its time is unknown.
    var (low, high) = (0, size)
    while high - low > Self.blockSize {
      let middle = low + (high - low) / 2
      let filled = file.read(at: middle, into: &block)
      if let line = Self.line(in: block[..<filled]), line.time < time {
        low = middle + line.start
      } else {
        high = middle
      }
    }
    guard low > 0 else { return }
    var stream = RecordingStream(file, delay: .nanoseconds(delay), after: signature, at: low)
    stream.maker.header = header
    self = stream
  }

  /// Continues at a line in the middle of the file.
  private init(_ file: PlayedFile, delay: Duration, after signature: [UInt8], at place: Int) {
    self.file = file
    self.delay = delay.wholeNanoseconds
    self.place = place
    _ = maker.pull(signature.span) { _ in }
    fill(1)
  }

  /// The first whole data line after a line end, and its time in nanoseconds.
  private static func line(in block: ArraySlice<UInt8>) -> (start: Int, time: Int64)? {
    var rest = block
    while let lineEnd = rest.firstIndex(of: 0x0A) {
      rest = rest[(lineEnd + 1)...]
      let digits = rest.prefix { 48...57 ~= $0 }
      guard 1...13 ~= digits.count, digits.endIndex < rest.endIndex, rest[digits.endIndex] == 0x20 else {
        continue
      }
      return (digits.startIndex, digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 48) } * 1_000_000)
    }
    return nil
  }
}
