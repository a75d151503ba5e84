public import GNSS
import GPSSystemCalls
internal import Glibc
public import NMEA

/// Recordings: the bytes of a receiver, with their times of arrival.
///
/// A recording is a text file, so that it can be viewed, cut and repaired with any editor:
///
/// ```
/// #gpsbridge-recording 1 2026-11-20T12:00:00.000Z
/// # device: usb-1.2
/// # speed: 9600
/// 0 $GPRMC,120000,A,4807.038,N,01131.000,E,,,201126,,,A*7A\x0D\x0A
/// 1003 \xB5b\x01\x07\x5C
/// ```
///
/// A data line has the milliseconds since the beginning and the bytes: printable ASCII as is, other bytes and
/// the backslash as `\x` and two digits. It contains bytes that arrived together, and may split a sentence.
/// An unfinished last line was cut by a power failure, and is ignored. After the first data line, `#` begins
/// a comment, but `# 2026-11-20T12:00:05.000Z opened /dev/ttyUSB0` marks an interruption.
///
/// ``Fixes`` reads the fixes of a file.
/// Files of other programs, such as `.nmea`, `.log` and `.ubx`, are read as bytes without times.
public enum RecordedLog {
  package struct Header: Sendable, Hashable {
    /// A remark with a name and a text.
    package struct Field: Sendable, Hashable {
      package var key: String
      /// The text of the remark.
      package var value: String

      package init(_ key: String, _ value: String) { (self.key, self.value) = (key, value) }
    }

    /// When the recording began, by the system clock; nil if unreadable.
    package var started: UTC?
    /// The remarks, in order.
    package var fields: [Field]

    package init(started: UTC?, fields: [Field] = []) { (self.started, self.fields) = (started, fields) }

    /// The text of the first remark with this name.
    package subscript(_ key: String) -> String? { fields.first { $0.key == key }?.value }

    package var device: String? { self["device"] }
    /// The speed of the device's line, in bits per second.
    package var speed: Int? { self["speed"].flatMap { Int($0) } }
    package var selector: String? { self["selector"] }
  }

  /// The items of a recording, in order.
  package enum Item: Sendable, Hashable {
    /// The header; once, before all bytes, and only in our own format.
    case header(Header)
    /// Bytes, and their time since the beginning; nil if the format has no times.
    case bytes([UInt8], at: Duration?)
    /// The device had disappeared and was reopened: a sentence cut off before does not continue after.
    case interruption
    /// A line that can't be parsed, and was skipped.
    case problem(Problem)
  }

  /// The format of a text.
  package enum Format: Sendable, Hashable {
    /// Our own format, with times.
    case recording
    /// Plain bytes.
    case plain
  }

  /// The signature at the beginning of our own format.
  static let signature = Array("#gpsbridge-recording ".utf8)
  /// The format version that we read and write.
  static let version = 1

  /// A line of a recording that can't be parsed as it is.
  ///
  /// The recording continues after it.
  package struct Problem: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of problems, by their names in snake case.
    package enum Code: String, Sendable {
      /// The first line names an unknown version; the rest is not read.
      case unsupportedVersion = "unsupported_version"
      /// The first line does not state when the recording began.
      case badStart = "bad_start"
      /// A line does not begin with milliseconds and a space.
      case badTime = "bad_time"
      /// A line's time is before the previous line's; its bytes get the previous time.
      case timeWentBack = "time_went_back"
      /// A backslash is not followed by `x` and two hexadecimal digits.
      case badEscape = "bad_escape"
      /// A byte should have been written as `\xHH`.
      case rawByte = "raw_byte"
      case lineTooLong = "line_too_long"
      /// There are more remarks than the limit.
      case tooManyFields = "too_many_fields"
    }

    package var code: Code
    /// The number of the line, from 1.
    package var line: Int
    /// A sentence with what was found, what was expected, and what happened to the line.
    package var description: String

    init(_ code: Code, line: Int, _ words: String) {
      (self.code, self.line) = (code, line)
      description = "line \(line): \(words)"
    }
  }

  /// Parses a recording incrementally: bytes of the text go in, items come out.
  ///
  /// The text may be split anywhere. The reader never fails, and its memory use is bounded: it buffers one
  /// line, of at most ``longestLine`` bytes.
  package struct Reader: Sendable {
    /// The most bytes in a line; our own lines have at most a quarter of this.
    package static let longestLine = 65_536
    /// The most remarks to keep.
    package static let mostFields = 64

    /// The format of the text; nil until enough of it has arrived.
    package private(set) var format: Format?
    /// The incomplete line; at first, the possible signature.
    private var line: [UInt8] = []
    private var lines = LineReader()
    private var isTooLong = false
    private var isFinished = false
    /// Whether the text ended in the middle of a line of our format, which was ignored.
    package private(set) var hasUnfinishedLine = false

    /// Creates a reader at the beginning of a text.
    package init() {}

    /// Parses the next bytes of the text, in pieces of any size.
    package mutating func read(_ bytes: Span<UInt8>, _ receive: (Item) -> Void) {
      readParts(bytes) { if let item = Item($0, $1) { receive(item) } }
    }

    /// The same as ``read(_:_:)``, without a copy of the bytes.
    package mutating func readParts(_ bytes: Span<UInt8>, _ receive: (Part, Span<UInt8>) -> Void) {
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
    package mutating func finish(_ receive: (Item) -> Void) {
      finishParts { if let item = Item($0, $1) { receive(item) } }
    }

    /// The same as ``finish(_:)``, without a copy of the bytes.
    package mutating func finishParts(_ receive: (Part, Span<UInt8>) -> Void) {
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

    /// Parses the next bytes of a file; an empty piece ends the text.
    ///
    /// - Returns: Whether there were any.
    package mutating func pull(_ bytes: Span<UInt8>, _ receive: (Part, Span<UInt8>) -> Void) -> Bool {
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

  /// A part of a recording, whose span has the bytes of ``bytes(at:)`` or the line of ``comment``.
  package enum Part: Sendable {
    /// As ``Item/header(_:)``.
    case header(Header)
    /// As ``Item/bytes(_:at:)``.
    case bytes(at: Duration?)
    /// As ``Item/interruption``; the line that marks it is first passed on as a ``comment``.
    case interruption
    /// A line that begins with `#`, after the first line; the header also has the remarks before the data.
    case comment
    /// As ``Item/problem(_:)``.
    case problem(Problem)
  }

  /// Converts the lines of our own format to parts.
  struct LineReader: Sendable {
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

  /// The fixes of a recording on disk, in order; memory use does not depend on the file's length.
  ///
  /// ```swift
  /// var fixes = try RecordedLog.Fixes("walk.gbr")
  /// while let (fix, arrival) = try fixes.next() { print(arrival ?? .zero, fix.mode) }
  /// ```
  ///
  /// Dates are resolved from the day on which the recording began. An interruption ends the epoch.
  public struct Fixes: ~Copyable {
    private var file: File
    private var decoder: FixDecoder?
    private var header: Header?
    private var strictness: Strictness
    private var waiting: [(fix: Fix, arrival: Duration?)] = []
    private var given = 0
    private var isOver = false

    /// Opens a recording, or a file of plain sentences and messages.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - strictness: The rule for accepting a sentence.
    /// - Throws: An error if the file can't be opened.
    public init(_ path: String, strictness: Strictness = .standard) throws(FileError) {
      file = try File(path)
      self.strictness = strictness
    }

    /// Returns the next fix, even without a position, and its time since the beginning.
    ///
    /// - Returns: Nil at the end. The time is nil if the format has no times.
    /// - Throws: An error if the file can't be read.
    public mutating func next() throws(FileError) -> (fix: Fix, arrival: Duration?)? {
      while given == waiting.count {
        guard !isOver else { return nil }
        waiting.removeAll(keepingCapacity: true)
        given = 0
        try readMore()
      }
      defer { given += 1 }
      return waiting[given]
    }

    private mutating func readMore() throws(FileError) {
      var items: [Item] = []
      isOver = try !file.read { items.append($0) }
      for item in items { take(item) }
      if isOver { endEpoch() }
    }

    private mutating func take(_ item: Item) {
      switch item {
      case .header(let found): header = found
      case .problem: break
      case .interruption: endEpoch()
      case .bytes(let bytes, let arrival):
        var next = decoder ?? FixDecoder(.recording(nil, begun: header), strictness)
        // Take the decoder out, because mutating a shared value would copy its storage.
        decoder = nil
        var fixes: [(fix: Fix, arrival: Duration?)] = []
        next.decode(bytes.span) { if case .fix(let fix) = $0 { fixes.append((fix, arrival)) } }
        waiting += fixes
        decoder = next
      }
    }

    private mutating func endEpoch() {
      var fixes: [(fix: Fix, arrival: Duration?)] = []
      decoder?.finish { if case .fix(let fix) = $0 { fixes.append((fix, nil)) } }
      waiting += fixes
    }
  }

  /// Formats a recording as text; the caller writes the text to a file.
  ///
  /// Each call returns whole lines, so the file is valid after each of them.
  package struct Writer: Sendable {
    /// The most bytes in one line.
    static let mostBytes = 4096
    private var last: Int64 = 0

    /// Creates a writer for a new recording.
    package init() {}

    /// Returns the first lines of a recording; remarks beyond the reader's limit are omitted.
    package func header(_ header: Header) -> [UInt8] {
      let started = header.started.map(\.text) ?? "-"
      var text = RecordedLog.signature + Array("\(RecordedLog.version) \(started)\n".utf8)
      for field in header.fields.prefix(Reader.mostFields) where !field.key.isEmpty {
        field.append(to: &text)
      }
      return text
    }

    /// Appends lines for bytes that arrived together.
    ///
    /// - Parameters:
    ///   - bytes: The received bytes.
    ///   - time: The time since the beginning; a time before the previous one counts as equal to it.
    ///   - text: The text to append the lines to.
    package mutating func append(_ bytes: Span<UInt8>, at time: Duration, to text: inout [UInt8]) {
      last = max(last, min(Self.milliseconds(time), 9_999_999_999_999))
      var index = 0
      while index < bytes.count {
        let end = min(index + Self.mostBytes, bytes.count)
        text += Array("\(last) ".utf8)
        for place in index..<end {
          // Editors strip spaces at the end of a line.
          if place == end - 1, bytes[place] == 0x20 {
            EscapedBytes.appendEscaped(0x20, to: &text)
          } else {
            EscapedBytes.append(bytes[place], to: &text)
          }
        }
        text.append(0x0A)
        index = end
      }
    }

    private static func milliseconds(_ time: Duration) -> Int64 {
      let (seconds, attoseconds) = time.components
      guard seconds < 10_000_000_000 else { return .max }
      return max(0, seconds) * 1000 + max(0, attoseconds) / 1_000_000_000_000_000
    }
  }

  /// A recording on disk, read from beginning to end.
  package struct File: ~Copyable, Sendable {
    package let path: String
    /// The size of the file in bytes when it was opened.
    package private(set) var size = 0
    private let descriptor: CInt
    private var reader = Reader()
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    /// Opens a file; throws for anything else, such as a port or a pipe.
    package init(_ path: String) throws(FileError) {
      let (opened, bytes) = try Self.open(path)
      (self.path, descriptor, size) = (path, opened, bytes)
    }

    private static func open(_ path: String) throws(FileError) -> (descriptor: CInt, size: Int) {
      let opened: CInt
      do throws(Errno) { opened = try Kernel.open(path, for: .reading) } catch {
        throw FileError(path, error.rawValue)
      }
      guard let node = Kernel.node(of: opened), node.isFile else {
        try? Kernel.close(opened)
        throw FileError(notAFile: path)
      }
      return (opened, Int(node.size))
    }

    deinit { try? Kernel.close(descriptor) }

    /// The format of the text; nil until enough of it has been read.
    package var format: Format? { reader.format }

    /// Reads the next piece and passes on the items that it completes; returns false at the end.
    package mutating func read(_ receive: (Item) -> Void) throws(FileError) -> Bool {
      let count: Int
      do throws(Errno) { count = try Kernel.read(descriptor, into: &buffer) } catch {
        throw FileError(path, error.rawValue)
      }
      guard count > 0 else {
        reader.finish(receive)
        return false
      }
      let piece = buffer
      reader.read(piece.span.extracting(0..<count), receive)
      return true
    }

    /// Reads bytes at a position, without affecting ``read(_:)``.
    ///
    /// - Parameters:
    ///   - place: The position of the first byte, from 0.
    ///   - buffer: The buffer to fill; it keeps its length.
    /// - Returns: The number of bytes read; 0 at the end.
    /// - Throws: An error if the kernel can't read the file.
    package func read(at place: Int, into buffer: inout [UInt8]) throws(FileError) -> Int {
      do throws(Errno) { return try Kernel.read(descriptor, at: Int64(place), into: &buffer) } catch {
        throw FileError(path, error.rawValue)
      }
    }
  }

  /// The error for a recording that can't be read.
  public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of failures; new versions may add more.
    public struct Code: RawRepresentable, Sendable, Hashable {
      /// The name of the kind, in snake case.
      public let rawValue: String

      public init(rawValue: String) { self.rawValue = rawValue }

      /// The file does not exist.
      public static let notFound = Code(rawValue: "not_found")
      /// This user may not read the file.
      public static let permissionDenied = Code(rawValue: "permission_denied")
      /// The path is a folder, a port or a pipe.
      public static let notAFile = Code(rawValue: "not_a_file")
      /// The kernel failed to read the file; ``number`` is its error.
      public static let unreadable = Code(rawValue: "unreadable")
    }

    /// The kind of failure.
    public var code: Code
    /// The path of the file, as given.
    public var path: String
    /// The kernel's error number; 0 if the kernel reported no error.
    public var number: CInt
    /// A sentence with the cause and a remedy.
    public var description: String

    init(_ path: String, _ number: CInt) {
      (self.path, self.number) = (path, number)
      switch number {
      case ENOENT, ENOTDIR:
        code = .notFound
        description = "there is no file \(path); check its name"
      case EACCES, EPERM:
        code = .permissionDenied
        description = "\(path) can't be read by this user; ask its owner, or copy it as its owner"
      default:
        code = .unreadable
        description = "\(path) can't be read: \(unsafe String(cString: strerror(number)))"
      }
    }

    init(notAFile path: String) {
      self.path = path
      number = 0
      code = .notAFile
      description = "\(path) is not a file, as a recording must be; read a port with a Receiver"
    }
  }
}

extension RecordedLog.Header.Field {
  /// Parses `# key: value`; nil for any other line.
  ///
  /// The text is UTF-8. An invalid escape is kept as literal text, since this is only a remark.
  init?(line: ArraySlice<UInt8>) {
    guard line.first == UInt8(ascii: "#"), let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      return nil
    }
    key = Self.text(line[line.index(after: line.startIndex)..<colon])
    value = Self.text(line[line.index(after: colon)...])
    if key.isEmpty { return nil }
  }

  /// Appends `# key: value` and a line end.
  package func append(to text: inout [UInt8]) {
    text += Array("# ".utf8)
    Self.append(key, to: &text) { $0 == UInt8(ascii: ":") }
    text += Array(": ".utf8)
    Self.append(value, to: &text) { _ in false }
    text.append(0x0A)
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let trimmed = bytes.drop { $0 == 0x20 }.reversed().drop { $0 == 0x20 }.reversed()
    var text: [UInt8] = []
    var rest = Array(trimmed)[...]
    while let byte = rest.first {
      if byte == UInt8(ascii: "\\"), case .success(let bytes) = EscapedBytes.decode(rest.prefix(4)),
        bytes.count == 1
      {
        text += bytes
        rest = rest.dropFirst(4)
      } else {
        text.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func append(_ string: String, to text: inout [UInt8], isSpecial: (UInt8) -> Bool) {
    let bytes = Array(string.utf8)
    for (index, byte) in bytes.enumerated() {
      // Spaces at either end would be taken for separators.
      let isEdge = byte == 0x20 && (index == 0 || index == bytes.count - 1)
      if byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\\") || isEdge || isSpecial(byte) {
        EscapedBytes.appendEscaped(byte, to: &text)
      } else {
        text.append(byte)
      }
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

extension DateReference {
  /// Returns the reference for the dates of a recording: the given day, or else the day on which it began.
  package static func recording(_ day: CivilDate?, begun header: RecordedLog.Header?) -> DateReference {
    // A year before 2020 means that the recording computer's clock was not set.
    guard day == nil, let begun = header?.started?.date, begun.year >= 2020 else { return .recording(day) }
    return .recording(begun)
  }
}
