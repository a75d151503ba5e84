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

    /// Creates a reader at the beginning of a text.
    public init() {}

    /// Parses the next bytes of the text, in pieces of any size.
    public mutating func read(_ bytes: Span<UInt8>, _ receive: (Item) -> Void) {
      guard !isFinished, bytes.count > 0 else { return }
      let rest = bytes.extracting(recognize(bytes)...)
      switch format {
      case nil: break
      case .plain:
        receive(.bytes(line + rest.array, at: nil))
        line = []
      case .recording: readLines(rest, receive)
      }
    }

    /// Ends the text; an unfinished last line is ignored.
    public mutating func finish(_ receive: (Item) -> Void) {
      guard !isFinished else { return }
      isFinished = true
      if format == nil {
        format = .plain
        // Only a part of the signature: this is a plain file.
        if !line.isEmpty { receive(.bytes(line, at: nil)) }
      } else if format == .recording {
        lines.finish(receive)
      }
      line = []
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

    private mutating func readLines(_ bytes: Span<UInt8>, _ receive: (Item) -> Void) {
      var start = 0
      while let end = bytes.firstLineEnd(from: start) {
        keep(bytes.extracting(start..<end))
        if isTooLong { lines.skipLine(receive) } else { lines.read(line, receive) }
        line.removeAll(keepingCapacity: true)
        isTooLong = false
        start = end + 1
      }
      keep(bytes.extracting(start...))
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
  /// Converts the lines of our own format to items.
  struct LineReader: Sendable {
    /// The number of the last line, from 1.
    private var number = 0
    private var header: Header? = Header(started: nil)
    private var isRefused = false
    private var last = Duration.zero

    /// Parses a line without its line end.
    mutating func read(_ line: [UInt8], _ receive: (Item) -> Void) {
      number += 1
      // An editor on another system may have added carriage returns; our own are written as \x0D.
      let line = line.last == 0x0D ? line.dropLast() : line[...]
      if number == 1 { return begin(line, receive) }
      guard !isRefused, let first = line.first else { return }
      if first == UInt8(ascii: "#") { return remark(line, receive) }
      giveHeader(receive)
      data(line, receive)
    }

    /// Skips a line that was too long to keep.
    mutating func skipLine(_ receive: (Item) -> Void) {
      number += 1
      // If the first line never ends, this is not a recording.
      if number == 1 { isRefused = true }
      let limit = Reader.longestLine
      receive(.problem(Problem(.lineTooLong, line: number, "it has more than \(limit) bytes; left out")))
    }

    /// Ends the text.
    mutating func finish(_ receive: (Item) -> Void) { if number > 0, !isRefused { giveHeader(receive) } }

    private mutating func begin(_ line: ArraySlice<UInt8>, _ receive: (Item) -> Void) {
      let words = line.dropFirst(RecordedLog.signature.count).split(
        separator: 0x20, maxSplits: 1, omittingEmptySubsequences: false)
      let version = words.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
      guard version == String(RecordedLog.version) else {
        isRefused = true
        let found = ShortText.quoted(version)
        receive(
          .problem(
            Problem(
              .unsupportedVersion, line: 1,
              "it is of version \(found), and this program reads version \(RecordedLog.version); use a newer one"
            )))
        return
      }
      let time = words.count > 1 ? String(decoding: words[1], as: UTF8.self) : ""
      header?.started = UTC(text: time)
      if header?.started == nil {
        let found = ShortText.quoted(time)
        receive(
          .problem(
            Problem(
              .badStart, line: 1,
              "it begins at \(found), not at a time such as 2026-11-20T12:00:00.000Z; read without one")))
      }
    }

    /// Parses `# key: value` before the data, and `# TIME opened …` within it; ignores other remarks.
    private mutating func remark(_ line: ArraySlice<UInt8>, _ receive: (Item) -> Void) {
      if header == nil, Self.isOpening(line) { return receive(.interruption) }
      guard let count = header?.fields.count, let field = Header.Field(line: line) else { return }
      switch count {
      case 0..<Reader.mostFields: header?.fields.append(field)
      case Reader.mostFields:
        // One extra remark records that the problem was reported.
        header?.fields.append(field)
        receive(
          .problem(
            Problem(
              .tooManyFields, line: number, "there are more than \(Reader.mostFields) remarks; left out")))
      default: break
      }
    }

    private static func isOpening(_ line: ArraySlice<UInt8>) -> Bool {
      let words = line.split(separator: 0x20, maxSplits: 3)
      guard words.count > 2, words[0].elementsEqual("#".utf8), words[2].elementsEqual("opened".utf8) else {
        return false
      }
      return UTC(text: String(decoding: words[1], as: UTF8.self)) != nil
    }

    private mutating func giveHeader(_ receive: (Item) -> Void) {
      guard var header else { return }
      self.header = nil
      if header.fields.count > Reader.mostFields { header.fields.removeLast() }
      receive(.header(header))
    }

    private mutating func data(_ line: ArraySlice<UInt8>, _ receive: (Item) -> Void) {
      guard let space = line.firstIndex(of: 0x20), let time = Milliseconds(line[..<space]) else {
        let found = ShortText.quoted(String(decoding: line.prefix(24), as: UTF8.self))
        receive(
          .problem(
            Problem(
              .badTime, line: number, "it begins with \(found), not with milliseconds and a space; left out"))
        )
        return
      }
      switch EscapedBytes.decode(line[(space + 1)...]) {
      case .failure(let fault): receive(.problem(fault.problem(line: number)))
      case .success(let bytes):
        if time.duration < last {
          let words = "it came \(last - time.duration) before the line above it; read with that one's time"
          receive(.problem(Problem(.timeWentBack, line: number, words)))
        }
        last = max(last, time.duration)
        if !bytes.isEmpty { receive(.bytes(bytes, at: last)) }
      }
    }
  }
}

/// The time at the beginning of a data line.
private struct Milliseconds {
  var duration: Duration

  /// Parses digits; nil for anything else, for no digits, and for more than three centuries.
  init?(_ digits: ArraySlice<UInt8>) {
    guard 1...13 ~= digits.count, digits.allSatisfy({ 48...57 ~= $0 }) else { return nil }
    duration = .milliseconds(digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 48) })
  }
}
