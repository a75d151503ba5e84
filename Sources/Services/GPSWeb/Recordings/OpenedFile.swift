internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import GPSBase
internal import GPSWebHost

/// A file sent by a browser, decoded while it arrives, and not stored.
final class OpenedFile {
  /// The most bytes of a file.
  static let most = 64_000_000
  /// At most this many files are read or sent at a time.
  static let mostOpen = 2
  /// The maximum number of bytes searched for a receiver's data.
  private static let mostSearched = 262_144

  private var decoder = RecordedDecoder(nil, .standard)
  private let track = OpenedTrack()
  private var maker: TrackMaker
  /// Reads the file, if it begins as XML.
  private var gpx: GPXReader?
  /// Points of GPX without a valid place or time.
  private var left = 0
  private var bytes = 0
  private var lastByte: UInt8 = 0
  /// Whether no data of a receiver was found; the rest is not decoded.
  private var isForeign = false
  private let place: OpenPlace

  /// - Parameter place: Its place among the open files, released with the answer.
  init(_ place: OpenPlace) {
    self.place = place
    maker = TrackMaker(track)
  }

  func take(_ next: [UInt8]) {
    // A file with segments of its own has no other gaps.
    if bytes == 0, GPXReader.mayBegin(with: next) {
      (gpx, maker) = (GPXReader(), TrackMaker(track, gap: .infinity))
    }
    bytes += next.count
    lastByte = next.last ?? lastByte
    guard !isForeign, !next.isEmpty else { return }
    if gpx == nil { _ = decoder.pull(next.span, draw) } else { gpx?.read(next.span, draw) }
    isForeign = decoder.problems.refusal != nil || bytes > Self.mostSearched && !isAnythingKnown
  }

  private var isAnythingKnown: Bool { gpx?.isGPX ?? decoder.stats.stream.isAnythingKnown }

  private func draw(_ item: GPXReader.Item) {
    switch item {
    case .segmentEnd: maker.interrupt()
    case .point(let point) where point.kind == .track:
      if point.isValid { maker.take(point.fix) } else { left += 1 }
    case .point: break
    }
  }

  private func draw(_ output: DecodedOutput, _ moment: RecordedMoment) {
    guard case .fix(let fix) = output else { return }
    maker.take(fix, arrival: moment.arrival, isSuspect: moment.isSuspect)
  }

  /// The answer to the whole file: its track, or a refusal with the reason.
  func answer() -> WebAnswer {
    let before = decoder.stats.stream
    _ = decoder.pull(Span(), draw)
    maker.finish()
    // The end completes a sentence without a line end; other bytes that are left were cut.
    let isCut =
      if let gpx {
        !gpx.isWhole
      } else if decoder.format == .recording {
        lastByte != UInt8(ascii: "\n")
      } else {
        decoder.stats.stream.junkBytes + decoder.stats.stream.cutSentences
          > before.junkBytes + before.cutSentences
      }
    if let refusal = refusal(isCut: isCut) { return refusal.answer }
    return WebAnswer(
      200, "application/json",
      slices: OpenedTrackText(head: facts(isCut: isCut), points: track.points, place))
  }

  private func facts(isCut: Bool) -> [UInt8] {
    JSONWriter.line { json in
      json.member("v", 1)
      json.member("kind", kind)
      json.member("bytes", bytes)
      json.member("fixes", maker.counts.points)
      json.member("segments", maker.counts.segments)
      json.member("distance_m", maker.counts.meters, decimals: 3)
      json.member("time_s", maker.counts.seconds, decimals: 3)
      json.member("from", track.times?.first)
      json.member("to", track.times?.last)
      json.member("suspect", maker.counts.suspect)
      json.member("impossible", left)
      json.member("is_cut", isCut)
      json.member("is_partial", track.isFull)
      json.member("step_m", track.step, decimals: 0)
    }
  }

  /// The kind of the file, such as `UBX` or `recording of NMEA`.
  private var kind: String {
    if gpx != nil { return "GPX" }
    let stream = decoder.stats.stream
    let language =
      switch stream.sentenceBytes >= stream.messageBytes ? nil : stream.language {
      case nil: "NMEA"
      case .sirf: "SiRF"
      case let language?: language.word.uppercased()
      }
    return decoder.format == .recording ? "recording of \(language)" : language
  }

  private func refusal(isCut: Bool) -> FileRefusal? {
    if bytes == 0 { return .empty }
    if let reason = decoder.problems.refusal {
      return FileRefusal(
        "The recording can't be read.", reason, "Use the version of gpsbridge that wrote it, or a newer one.")
    }
    guard maker.counts.points == 0 else { return nil }
    let stats = decoder.stats
    if let language = stats.stream.stranger {
      return FileRefusal(
        "No position is read from this kind of file.", "It contains \(language.name).", FileRefusal.others)
    }
    guard isAnythingKnown else {
      return FileRefusal(
        "This is not a file of a receiver.",
        "Its first \(min(bytes, Self.mostSearched)) bytes contain no receiver data.",
        FileRefusal.others)
    }
    if gpx != nil, !isCut {
      return FileRefusal(
        "The file has no position.",
        left > 0
          ? "None of its \(Plural.of(left, "point")) has a valid place and time."
          : "It is GPX without a track: it may have waypoints or a route alone.", "Import waypoints as marks."
      )
    }
    return FileRefusal(
      "The file has no position.",
      isCut
        ? "It ends in the middle of a message, before the first position."
        : "None of its \(Plural.of(stats.epochs?.epochs ?? 0, "epoch")) has a position.",
      isCut ? "Copy the whole file." : "Choose a file that was recorded under the open sky.")
  }
}

/// Why a file has no track, in the four parts of a verdict.
struct FileRefusal: Sendable, Hashable {
  var what, why, remedy: String

  init(_ what: String, _ why: String, _ remedy: String) {
    (self.what, self.why, self.remedy) = (what, why, remedy)
  }

  static let others = "Choose a file with NMEA, UBX, SiRF or CASIC, a .gbr recording, or GPX."
  static let empty = FileRefusal("The file is empty.", "It has 0 bytes.", others)

  var answer: WebAnswer {
    WebAnswer(
      422, "application/json",
      JSONWriter.line { json in
        json.member("what", what)
        json.member("why", why)
        json.member("do", remedy)
        json.member("expect", "A file with positions appears on the map as a track of its own.")
      })
  }
}

/// The track of an opened file as JSON, written while it is sent.
struct OpenedTrackText: WebSlices {
  private let points: [OpenedTrack.Point]
  private var next = 0
  private var head: [UInt8]?
  /// Keeps the file in memory until this is released.
  private let place: OpenPlace

  /// - Parameters:
  ///   - head: The facts, as a line of JSON.
  ///   - points: The points.
  ///   - place: The file's place among the open ones.
  init(head: [UInt8], points: [OpenedTrack.Point], _ place: OpenPlace) {
    (self.points, self.place) = (points, place)
    self.head = head.dropLast(2) + Array(#","track":["#.utf8)
  }

  /// Arrays of latitudes and longitudes in units of 1e-7 degrees, one for each segment.
  mutating func next(_ history: TrackHistory) -> [UInt8]? {
    guard next <= points.count else { return nil }
    var bytes = head ?? []
    head = nil
    while next < points.count, bytes.count < Self.sliceBytes {
      let point = points[next]
      let separator = point.isFirst ? next == 0 ? "[" : "],[" : ","
      bytes += "\(separator)\(point.latitude),\(point.longitude)".utf8
      next += 1
    }
    guard next == points.count else { return bytes }
    next += 1
    return bytes + Array("]]}\n".utf8)
  }
}
