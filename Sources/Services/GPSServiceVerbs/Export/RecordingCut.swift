internal import GPSBridgeTool
internal import GNSS
internal import GPSBase
internal import GPSBridge
internal import GPSFormats
internal import GPSTrackRows

/// The union of recordings of one receiver, or a part of it, as a recording: each byte keeps its time of arrival.
///
/// Where recordings overlap in time, they must agree, as parts of one recording do.
struct RecordingCut {
  private let feeds: [RecordingFeed]
  private var window: TimeWindow
  private var writer = RecordedLog.Writer()
  /// The arrival of the first and the last bytes written, and the time that the new recording counts from.
  private var (first, last, start): (Int64?, Int64, Int64) = (nil, 0, 0)
  private var recent: RecordingFeed?
  /// The lines before the bytes of the recordings that were written, and these recordings.
  private var (remarks, introduced): (Set<RecordingFeed.Entry>, Set<ObjectIdentifier>) = ([], [])
  private(set) var bytes = 0

  /// Opens recordings; throws for a source that has no times of arrival.
  init(_ sources: [SourceName], _ window: TimeWindow) throws(ToolError) {
    var feeds: [RecordingFeed] = []
    for source in sources { feeds.append(try RecordingFeed(source)) }
    self.window = window
    if let feed = feeds.first(where: { !$0.hasStart }), feeds.count > 1 || window.isLimited {
      throw ToolError(
        code: "no_start", exit: .nothingKnown, message: "\(feed.name) does not state when it began",
        reason: "--from, --to and several recordings need the time in its first line",
        remedy: "write it there: #gpsbridge-recording 1 2026-11-20T12:00:00.000Z")
    }
    for feed in feeds where feed.header.device != feeds[0].header.device {
      throw ToolError(
        code: "several_receivers", exit: .usage,
        message: "\(feeds[0].name) and \(feed.name) are recordings of two receivers",
        reason: "found \(feeds[0].device) and \(feed.device); in one recording their bytes would mix",
        remedy:
          "merge recordings of one receiver; if it is one, correct the line \"# device:\" of one of them")
    }
    self.feeds = feeds
  }

  /// Passes the new recording's text to a function.
  mutating func write(_ output: ([UInt8]) -> Bool) throws(ToolError) {
    // The last bytes that were left out before the first ones written.
    var skipped: Int64?
    while let time = feeds.compactMap({ $0.group?.time }).min() {
      let found = feeds.filter { $0.group?.time == time }
      if window.contains(TrackRow.instant(time)) {
        var text: [UInt8] = []
        begin(found, time, skipped, &text)
        for entry in try union(found, time) { write(entry, time, &text) }
        (last, recent) = (time, found.last)
        if !output(text) { return }
      } else if first == nil {
        skipped = time
      }
      for feed in found { try feed.advance() }
    }
    guard first == nil else { return }
    let ends = feeds.map { ($0.begun, $0.ended) }
    let span = (ends.map(\.0).min() ?? 0, ends.map(\.1).max() ?? 0)
    throw ToolError(
      code: "nothing_in_time", exit: .nothingKnown,
      message: "no bytes of \(feeds.map(\.name).joined(separator: ", ")) came within --from and --to",
      reason:
        "they came from \(Self.text(span.0)) to \(Self.text(span.1)), by the clock of the recording computer",
      remedy: "name times between these, in UTC")
  }

  /// The result in one line, for people.
  var report: String {
    let parts = feeds.count > 1 ? " of \(feeds.count) recordings" : ""
    return "\(Plural.of(bytes, "byte"))\(parts) in \(HumanText.time(Double(last - (first ?? last)) / 1000))"
  }

  /// Notes on lines that a crash has cut off.
  var notes: [String] {
    feeds.filter(\.hasUnfinishedLine).map {
      "note: the last line of \($0.name) is incomplete, and is left out\n"
    }
  }

  /// The complaint about unreadable lines, if any.
  func doubt(about output: String) -> ToolError? {
    let damaged = feeds.filter { $0.damaged > 0 }
    guard let feed = damaged.first else { return nil }
    let lines = damaged.map { "\(Plural.of($0.damaged, "line")) of \($0.name)" }.joined(separator: ", ")
    return ToolError(
      code: "data_problems", exit: .dataProblems,
      message: "\(output) is written, but \(lines) can't be read as it is", reason: feed.problem,
      remedy: "a recording is text: correct the line in an editor, and export it again")
  }

  // MARK: - Parts

  /// Writes the header, or marks that another recording begins.
  private mutating func begin(
    _ found: [RecordingFeed], _ time: Int64, _ skipped: Int64?, _ text: inout [UInt8]
  ) {
    guard let next = found.first else { return }
    if first == nil {
      first = time
      start = skipped == nil ? next.start : time
      text = writer.header(.init(started: next.hasStart ? TrackRow.instant(start) : nil))
      // First, since a reader ignores lines of this form beyond a number.
      if let cut = skipped ?? next.cutAfter {
        RecordedLog.Header.Field(RecordingFeed.cutKey, Self.text(cut)).append(to: &text)
      }
      for remark in next.remarks { write(remark, time, &text) }
      (remarks, introduced) = (Set(next.remarks), [ObjectIdentifier(next)])
    } else if let recent, !found.contains(where: { $0.previous == last }),
      !next.isAtBegin || !next.continues(recent, at: last, time)
    {
      // The halves of two sentences must not form one that the receiver never sent.
      let speed = next.header.speed.map { ", \($0) bit/s" } ?? ""
      text += Array("# \(Self.text(next.isAtBegin ? next.start : time)) opened \(next.port)\(speed)\n".utf8)
      for field in next.header.fields where !recent.header.fields.contains(field) { field.append(to: &text) }
    }
    for feed in found where introduced.insert(ObjectIdentifier(feed)).inserted {
      let comments = feed.remarks.filter { $0.kind == .comment && !remarks.contains($0) }
      for comment in comments { write(comment, time, &text) }
      remarks.formUnion(comments)
    }
  }

  private mutating func write(_ entry: RecordingFeed.Entry, _ time: Int64, _ text: inout [UInt8]) {
    if entry.kind != .data {
      text += entry.bytes + [0x0A]
    } else {
      writer.append(entry.bytes.span, at: .milliseconds(time - start), to: &text)
      bytes += entry.bytes.count
    }
  }

  /// The lines that arrived at a time, if all recordings that cover it agree.
  private func union(_ found: [RecordingFeed], _ time: Int64) throws(ToolError) -> [RecordingFeed.Entry] {
    let groups = found.compactMap(\.group)
    guard feeds.count > 1, let most = groups.max(by: { $0.entries.count < $1.entries.count }) else {
      return groups.first?.entries ?? []
    }
    if let silent = feeds.first(where: { feed in
      guard let previous = feed.previous, let next = feed.group?.time, next != time else { return false }
      // One may lie in a gap of another.
      return next - previous <= RecordingFeed.leastGap || found.contains { $0.begun <= previous }
    }) {
      throw conflict(found[0], silent, time)
    }
    for (feed, group) in zip(found, groups) where group != most {
      // A recording that was copied while it grew may end within the bytes of one moment.
      if feed.isAtEnd, most.entries.starts(with: group.entries) { continue }
      // One may begin at the moment at which another ends.
      for one in 0..<2 where found.count == 2 && found[one].isAtEnd && found[1 - one].isAtBegin {
        return groups[one].entries + groups[1 - one].entries
      }
      throw conflict(found[0], found[1], time)
    }
    return most.entries
  }

  private func conflict(_ one: RecordingFeed, _ other: RecordingFeed, _ time: Int64) -> ToolError {
    let names = feeds.filter { $0 === one || $0 === other }.map(\.name)
    return ToolError(
      code: "overlap", exit: .usage, message: "\(names.joined(separator: " and ")) overlap, and differ",
      reason: "found different bytes at \(Self.text(time)); parts of one recording agree where they overlap",
      remedy: "cut one of them before: gpsbridge export \(names[0]) --to TIME -o PART.gbr")
  }

  private static func text(_ milliseconds: Int64) -> String { Timestamp.text(TrackRow.instant(milliseconds)) }
}

/// A recording as groups of lines that arrived at the same millisecond.
final class RecordingFeed {
  /// A line of data, a comment, or a fact of the header.
  struct Entry: Hashable {
    enum Kind { case data, comment, fact }
    var kind: Kind
    var bytes: [UInt8]

    /// The name in `# name: text`.
    var key: [UInt8]? {
      guard kind != .data, let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      return bytes[1..<colon].filter { $0 != 0x20 }
    }
  }

  struct Group: Equatable {
    /// Milliseconds since 1970, or since the beginning if that is unknown.
    var time: Int64
    var entries: [Entry]
  }

  let name: String
  private(set) var header = RecordedLog.Header(started: nil)
  /// The lines between the first one and the first bytes, without the mark of a cut.
  private(set) var remarks: [Entry] = []
  /// The arrival of the last bytes that were left out before the first one, if it was cut.
  private(set) var cutAfter: Int64?
  private(set) var start: Int64 = 0
  /// The number of malformed lines, and the problem with the first one.
  private(set) var (damaged, problem): (Int, String?) = (0, nil)
  /// The arrival of the first and the last bytes.
  private(set) var (begun, ended): (Int64, Int64) = (0, 0)
  /// Whether the current group is the first one.
  var isAtBegin: Bool { previous == nil }
  /// The time of the group before the current one.
  private(set) var previous: Int64?
  private var input: RecordedInput
  private var groups: [Group] = []
  private var index = 0
  private var hasMore = true
  private var (hasHeader, isForeign, isRefused) = (false, false, false)
  /// The number of lines before the first bytes that have a name.
  private var named = 0

  static let cutKey = "cut-after"
  /// The facts that `record` writes; other lines before the first bytes are comments, even with a colon.
  private static let facts = ["device", "speed", "port", "selector", "program"]
  /// The time in milliseconds without bytes after which another recording may have bytes.
  static let leastGap: Int64 = 2000
  private static let mostRemarks = 256

  /// Reads up to the first bytes; throws for a file that has no times of arrival.
  init(_ source: SourceName) throws(ToolError) {
    if case .store = source { throw ToolError(notRecorded: source) }
    name = source.shown
    input = try RecordedInput(source)
    try fill()
    if isRefused {
      throw ToolError(
        code: "unsupported_version", exit: .nothingKnown, message: "\(name) can't be read", reason: problem,
        remedy: "use the program that wrote it, or a newer gpsbridge")
    }
    if isForeign {
      throw ToolError(
        code: "no_arrival_times", exit: .nothingKnown, message: "\(name) has no times of arrival",
        reason:
          "found the bytes of another program; a .gbr is cut and merged from recordings of gpsbridge record",
        remedy: "cut its track: gpsbridge export \(name) -o TRACK.gpx --from TIME --to TIME")
    }
    guard let group else {
      throw ToolError(
        code: "empty", exit: .nothingKnown, message: "there are no bytes of a receiver in \(name)",
        reason: problem ?? (hasHeader ? "it ends after its header" : "it is empty"), remedy: "leave it out")
    }
    begun = group.time
  }

  var hasStart: Bool { header.started != nil }
  var port: String { header["port"] ?? device }
  /// The recorded receiver, for messages and comments.
  var device: String { header.device.map { VisibleText.escaped($0.utf8) } ?? "a receiver without a name" }
  var hasUnfinishedLine: Bool { input.hasUnfinishedLine }
  /// The current group; nil at the end.
  var group: Group? { index < groups.count ? groups[index] : nil }
  /// Whether no group follows the current one.
  var isAtEnd: Bool { index + 1 >= groups.count && !hasMore }

  func advance() throws(ToolError) {
    previous = group?.time
    index += 1
    try fill()
  }

  /// Whether its bytes follow another recording without a gap.
  func continues(_ other: RecordingFeed, at last: Int64, _ time: Int64) -> Bool {
    if let cutAfter { return cutAfter <= last }
    // `record --rotate` begins a file with the bytes that follow.
    return time - last <= Self.leastGap && begun == start && header.fields == other.header.fields
  }

  /// Reads until the current group is complete.
  private func fill() throws(ToolError) {
    if index > 1024 {
      groups.removeFirst(index)
      index = 0
    }
    while hasMore, index + 1 >= groups.count, !isForeign, !isRefused {
      hasMore = try input.read { self.take($0, $1) }
    }
  }

  private func take(_ part: RecordedLog.Part, _ bytes: Span<UInt8>) {
    var copy: [UInt8] = []
    copy.reserveCapacity(bytes.count)
    for index in bytes.indices { copy.append(bytes[index]) }
    switch part {
    case .header(let found):
      (header, hasHeader) = (found, true)
      cutAfter = found[Self.cutKey].flatMap { UTC(iso8601: $0) }.map(TrackRow.milliseconds)
      header.fields.removeAll { !Self.facts.contains($0.key) }
      start = found.started.map(TrackRow.milliseconds) ?? 0
    case .bytes(at: nil): isForeign = true
    case .bytes(let arrival?):
      ended = start + Int64(arrival / .milliseconds(1))
      let next = Entry(kind: .data, bytes: copy)
      if groups.last?.time == ended {
        groups[groups.count - 1].entries.append(next)
      } else {
        groups.append(Group(time: ended, entries: [next]))
      }
    // A comment belongs to the line before it.
    case .comment where !groups.isEmpty:
      groups[groups.count - 1].entries.append(Entry(kind: .comment, bytes: copy))
    case .comment where remarks.count == Self.mostRemarks:
      damaged += 1
      problem = problem ?? "there are more than \(Self.mostRemarks) comments before its first bytes; left out"
    case .comment:
      var entry = Entry(kind: .comment, bytes: copy)
      if !hasHeader, let key = entry.key {
        if key.elementsEqual(Self.cutKey.utf8) { return }
        if Self.facts.contains(where: { key.elementsEqual($0.utf8) }) { entry.kind = .fact }
      }
      // A reader takes a number of these, of which one may be the mark of a cut.
      if entry.key?.isEmpty == false { named += 1 }
      if entry.key?.isEmpty == false, named >= RecordedLog.Reader.mostFields {
        damaged += 1
        problem = problem ?? "there are \(named) lines like `# name: text` before its first bytes; left out"
      } else {
        remarks.append(entry)
      }
    case .interruption: break
    case .problem(let found):
      damaged += 1
      problem = problem ?? found.description
      if found.code == .unsupportedVersion { isRefused = true }
    }
  }
}
