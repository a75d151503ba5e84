internal import GNSS
internal import Glibc

extension RecordedLog {
  /// Parses a recording incrementally: bytes of the text go in, items come out.
  ///
  /// ```swift
  /// var reader = RecordedLog.Reader()
  /// reader.read(text.span) { if case .bytes(let bytes, let time) = $0 { replay(bytes, time) } }
  /// reader.finish { _ in }
  /// ```
  ///
  /// The text may be split anywhere. The reader never fails, and its memory use is bounded: it buffers one
  /// line, of at most ``longestLine`` bytes.
  public struct Reader: Sendable {
    /// The most bytes in a line; our own lines have at most a quarter of this.
    public static let longestLine = 65_536
    /// The most remarks to keep.
    public static let mostFields = 64

    /// The format of the text; nil until enough of it has arrived.
    public private(set) var format: Format?
    /// The incomplete line; at first, the possible signature.
    private var line: [UInt8] = []
    private var lines = LineReader()
    private var isTooLong = false
    private var isFinished = false
    /// Whether the text ended in the middle of a line of our format, which was ignored.
    public private(set) var hasUnfinishedLine = false

    /// Creates a reader at the beginning of a text.
    public init() {}

    /// Parses the next bytes of the text, in pieces of any size.
    public mutating func read(_ bytes: Span<UInt8>, _ receive: (Item) -> Void) {
      readParts(bytes) { if let item = Item($0, $1) { receive(item) } }
    }

    /// The same as ``read(_:_:)``, without a copy of the bytes.
    public mutating func readParts(_ bytes: Span<UInt8>, _ receive: (Part, Span<UInt8>) -> Void) {
      guard !isFinished, bytes.count > 0 else { return }
      let rest = bytes.extracting(recognize(bytes)...)
      switch format {
      case nil: break
      case .plain where line.isEmpty: receive(.bytes(at: nil), rest)
      case .plain:
        // Bytes that could have been the signature.
        receive(.bytes(at: nil), (line + rest.array).span)
        line = []
      case .recording: readLines(rest, receive)
      }
    }

    /// Ends the text; an unfinished last line is ignored.
    public mutating func finish(_ receive: (Item) -> Void) {
      finishParts { if let item = Item($0, $1) { receive(item) } }
    }

    /// The same as ``finish(_:)``, without a copy of the bytes.
    public mutating func finishParts(_ receive: (Part, Span<UInt8>) -> Void) {
      guard !isFinished else { return }
      isFinished = true
      if format == nil {
        format = .plain
        // Only a part of the signature: this is a plain file.
        if !line.isEmpty { receive(.bytes(at: nil), line.span) }
      } else if format == .recording {
        hasUnfinishedLine = !line.isEmpty
        lines.finish(receive)
      }
      line = []
    }

    /// Parses the next bytes of a file; none end the text.
    ///
    /// - Returns: Whether there were any.
    public mutating func pull(_ bytes: Span<UInt8>, _ receive: (Part, Span<UInt8>) -> Void) -> Bool {
      if bytes.isEmpty { finishParts(receive) } else { readParts(bytes, receive) }
      return !bytes.isEmpty
    }

    /// Compares the first bytes with the signature; returns how many belong to it.
    private mutating func recognize(_ bytes: Span<UInt8>) -> Int {
      var index = 0
      while format == nil, index < bytes.count {
        if bytes[index] == RecordedLog.signature[line.count] {
          line.append(bytes[index])
          index += 1
          if line.count == RecordedLog.signature.count { format = .recording }
        } else {
          format = .plain
        }
      }
      return index
    }

    private mutating func readLines(_ bytes: Span<UInt8>, _ receive: (Part, Span<UInt8>) -> Void) {
      var start = 0
      while let end = bytes.firstLineEnd(from: start) {
        let next = bytes.extracting(start..<end)
        start = end + 1
        // Most lines are complete in these bytes.
        if line.isEmpty, next.count <= Self.longestLine {
          lines.read(next, receive)
        } else {
          complete(next, receive)
        }
      }
      keep(bytes.extracting(start...))
    }

    /// Ends the incomplete line with these bytes.
    private mutating func complete(_ bytes: Span<UInt8>, _ receive: (Part, Span<UInt8>) -> Void) {
      keep(bytes)
      // Swapped out: a span of a property would borrow the whole reader.
      var whole: [UInt8] = []
      swap(&whole, &line)
      if isTooLong { lines.skipLine(receive) } else { lines.read(whole.span, receive) }
      isTooLong = false
      whole.removeAll(keepingCapacity: true)
      swap(&whole, &line)
    }

    /// Adds bytes to the incomplete line.
    private mutating func keep(_ bytes: Span<UInt8>) {
      let room = Self.longestLine - line.count
      if bytes.count > room { isTooLong = true }
      unsafe bytes.extracting(first: room).withUnsafeBufferPointer { unsafe line.append(contentsOf: $0) }
    }
  }
}

extension Span<UInt8> {
  /// The bytes as an array.
  var array: [UInt8] { unsafe withUnsafeBufferPointer { unsafe Array($0) } }

  /// The index of the next line feed; nil without one.
  fileprivate func firstLineEnd(from start: Int) -> Int? {
    unsafe withUnsafeBytes { bytes in
      guard start < bytes.count, let begin = bytes.baseAddress,
        let end = unsafe memchr(begin + start, 0x0A, bytes.count - start)
      else { return nil }
      return unsafe UnsafeRawPointer(end) - begin
    }
  }
}

extension RecordedLog {
  /// A part of a recording, with a span beside it: the bytes of ``bytes(at:)``, the line of ``comment``, else nothing.
  public enum Part: Sendable {
    /// As ``Item/header(_:)``.
    case header(Header)
    /// As ``Item/bytes(_:at:)``.
    case bytes(at: Duration?)
    /// As ``Item/interruption``; the line that marks it was a ``comment`` before.
    case interruption
    /// A line that begins with `#`, after the first line; the header has the remarks among those before the data, too.
    case comment
    /// As ``Item/problem(_:)``.
    case problem(Problem)
  }
}

extension RecordedLog.Item {
  /// Creates an item with its own copy of the bytes; nil for a comment.
  init?(_ part: RecordedLog.Part, _ bytes: Span<UInt8>) {
    switch part {
    case .header(let header): self = .header(header)
    case .bytes(let time): self = .bytes(bytes.array, at: time)
    case .interruption: self = .interruption
    case .comment: return nil
    case .problem(let problem): self = .problem(problem)
    }
  }
}

extension RecordedLog {
  /// Converts the lines of our own format to parts.
  struct LineReader: Sendable {
    /// Receives parts and their bytes.
    typealias Receiver = (Part, Span<UInt8>) -> Void

    /// The number of the last line, from 1.
    private var number = 0
    private var header: Header? = Header(started: nil)
    private var isRefused = false
    private var last = Duration.zero
    /// The bytes of the last data line.
    private var decoded: [UInt8] = []

    /// Parses a line without its line end.
    mutating func read(_ line: Span<UInt8>, _ receive: Receiver) {
      number += 1
      // An editor on another system may have added carriage returns; our own are written as \x0D.
      let isOfOtherSystem = line.count > 0 && line[line.count - 1] == 0x0D
      let line = isOfOtherSystem ? line.extracting(droppingLast: 1) : line
      if number == 1 { return begin(line.array[...], receive) }
      guard !isRefused, line.count > 0 else { return }
      if line[0] == UInt8(ascii: "#") {
        receive(.comment, line)
        return remark(line.array[...], receive)
      }
      if header != nil { giveHeader(receive) }
      data(line, receive)
    }

    /// Skips a line that was too long to keep.
    mutating func skipLine(_ receive: Receiver) {
      number += 1
      // If the first line never ends, this is not a recording.
      if number == 1 { isRefused = true }
      let limit = Reader.longestLine
      give(Problem(.lineTooLong, line: number, "it has more than \(limit) bytes; left out"), receive)
    }

    /// Ends the text.
    mutating func finish(_ receive: Receiver) { if number > 0, !isRefused { giveHeader(receive) } }

    private func give(_ problem: Problem, _ receive: Receiver) { receive(.problem(problem), Span()) }

    private mutating func begin(_ line: ArraySlice<UInt8>, _ receive: Receiver) {
      let words = line.dropFirst(RecordedLog.signature.count).split(
        separator: 0x20, maxSplits: 1, omittingEmptySubsequences: false)
      let version = words.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
      guard version == String(RecordedLog.version) else {
        isRefused = true
        let found = ShortText.quoted(version)
        give(
          Problem(
            .unsupportedVersion, line: 1,
            "it is of version \(found), and this program reads version \(RecordedLog.version); use a newer one"
          ),
          receive)
        return
      }
      let time = words.count > 1 ? String(decoding: words[1], as: UTF8.self) : ""
      header?.started = UTC(iso8601: time)
      if header?.started == nil {
        let found = ShortText.quoted(time)
        give(
          Problem(
            .badStart, line: 1,
            "it begins at \(found), not at a time such as 2026-11-20T12:00:00.000Z; read without one"),
          receive)
      }
    }

    /// Parses `# key: value` before the data, and `# TIME opened …` within it; ignores other remarks.
    private mutating func remark(_ line: ArraySlice<UInt8>, _ receive: Receiver) {
      if header == nil, Self.isOpening(line) { return receive(.interruption, Span()) }
      guard let count = header?.fields.count, let field = Header.Field(line: line) else { return }
      switch count {
      case 0..<Reader.mostFields: header?.fields.append(field)
      case Reader.mostFields:
        // One extra remark records that the problem was reported.
        header?.fields.append(field)
        give(
          Problem(.tooManyFields, line: number, "there are more than \(Reader.mostFields) remarks; left out"),
          receive)
      default: break
      }
    }

    private static func isOpening(_ line: ArraySlice<UInt8>) -> Bool {
      let words = line.split(separator: 0x20, maxSplits: 3)
      guard words.count > 2, words[0].elementsEqual("#".utf8), words[2].elementsEqual("opened".utf8) else {
        return false
      }
      return UTC(iso8601: String(decoding: words[1], as: UTF8.self)) != nil
    }

    private mutating func giveHeader(_ receive: Receiver) {
      guard var header else { return }
      self.header = nil
      if header.fields.count > Reader.mostFields { header.fields.removeLast() }
      receive(.header(header), Span())
    }

    private mutating func data(_ line: Span<UInt8>, _ receive: Receiver) {
      guard let time = Milliseconds(line) else {
        let found = ShortText.quoted(String(decoding: line.extracting(first: 24).array, as: UTF8.self))
        return give(
          Problem(
            .badTime, line: number, "it begins with \(found), not with milliseconds and a space; left out"),
          receive)
      }
      decoded.removeAll(keepingCapacity: true)
      if let fault = EscapedBytes.decode(line.extracting((time.digits + 1)...), to: &decoded) {
        return give(fault.problem(line: number), receive)
      }
      if time.duration < last {
        let words = "it came \(last - time.duration) before the line above it; read with that one's time"
        give(Problem(.timeWentBack, line: number, words), receive)
      }
      last = max(last, time.duration)
      if !decoded.isEmpty { receive(.bytes(at: last), decoded.span) }
    }
  }
}

/// The time at the beginning of a data line, and the number of its digits.
private struct Milliseconds {
  let duration: Duration
  let digits: Int

  /// Parses digits up to a space; nil for anything else, for no digits, and for more than three centuries.
  init?(_ line: Span<UInt8>) {
    var time: Int64 = 0
    var index = 0
    while index < line.count, line[index] != 0x20 {
      guard index < 13, 48...57 ~= line[index] else { return nil }
      time = time * 10 + Int64(line[index] - 48)
      index += 1
    }
    guard index > 0, index < line.count else { return nil }
    (duration, digits) = (.milliseconds(time), index)
  }
}
