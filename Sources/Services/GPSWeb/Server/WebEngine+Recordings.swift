internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import GPSBase
internal import GPSWebHost

// Recordings of a folder: their list, their histories, and playing them as if they were live.

extension WebEngine {
  func recordingList() -> WebAnswer {
    guard let folder = recordings else { return Self.noRecordings }
    do throws(ServedRecordings.Fault) {
      return WebAnswer(
        200, "application/json", slices: try RecordingList(folder),
        headers: [WebField("Cache-Control", "no-store")])
    } catch {
      let reason =
        switch error {
        case .unknown: "it is not there"
        case .denied: "this user may not read it"
        case .tooMany: "no descriptor is left"
        case .failed(let words): words
        }
      return WebAnswer(503, saying: "the folder of recordings can't be read: \(reason)")
    }
  }

  /// The fixes of the recording that a request names; nil if it names none.
  func recordedHistory(_ request: WebRequest) -> WebAnswer? {
    guard let name = request.parameter("recording") else { return nil }
    do throws(RefusedRecording) {
      let query = try RefusedRecording.orQuery { () throws(RefusedQuery) in
        try TrackQuery(request, devices: [name])
      }
      let slices = RecordingHistory(query, name, try recording(name))
      return WebAnswer(
        200, HistoryRecords.type, slices: slices, headers: [WebField("Cache-Control", "no-store")])
    } catch { return error.answer }
  }

  /// The recording that a request wants to play; nil if it names none.
  func playedEvents(_ request: WebRequest) -> WebAnswer? {
    guard let name = request.parameter("recording") else { return nil }
    do throws(RefusedRecording) {
      var playback = RecordingPlayer.Playback()
      playback.types = try RefusedRecording.orQuery { () throws(RefusedQuery) in try Self.types(request) }
      playback.from = try RefusedRecording.orQuery { () throws(RefusedQuery) in
        try TrackQuery.moment("from", of: request, isEnd: false)
      }
      playback.speed = try RefusedRecording.orQuery { () throws(RefusedQuery) in try Self.speed(request) }
      if let refusal = tooManyListeners { return refusal }
      let file = try recording(name)
      var answer = Self.eventStream
      let device = EventText.Device(name: name, state: FixMoment.recorded.state)
      let greeting =
        EventText.retry
        + EventText(version: options.version).hello(
          ring, [device], hasRecordings: true, hasDays: options.past != nil, at: utc)
      answer.body = .generated(
        PageBody.playing(RecordingPlayer(file, name, playback, greeting: greeting, at: time.now)))
      return answer
    } catch { return error.answer }
  }

  private static func speed(_ request: WebRequest) throws(RefusedQuery) -> Double {
    guard let text = request.parameter("speed") else { return 1 }
    guard let speed = TrackQuery.number(text), 0.1...1000 ~= speed else {
      throw RefusedQuery("speed", found: text, expected: "a number from 0.1 to 1000")
    }
    return speed
  }

  /// Opens a recording that is not empty.
  private func recording(_ name: String) throws(RefusedRecording) -> ServedRecording {
    guard let folder = recordings else { throw RefusedRecording(answer: Self.noRecordings) }
    let file: ServedRecording
    do throws(ServedRecordings.Fault) { file = try folder.file(name) } catch {
      throw RefusedRecording(name, error)
    }
    if let reason = RecordingReader.refusal(of: file) {
      throw RefusedRecording(name, 422, "it is not a recording: \(reason)")
    }
    return file
  }

  private static var noRecordings: WebAnswer {
    WebAnswer(404, saying: "no recordings are served; name a folder of them with --recordings DIR")
  }
}

/// Why a recording can't be served, as an answer.
struct RefusedRecording: Error, Sendable {
  var answer: WebAnswer

  init(answer: WebAnswer) { self.answer = answer }

  init(_ name: String, _ status: Int, _ words: String, headers: [WebField] = []) {
    // The name comes from outside and becomes part of an answer.
    answer = WebAnswer(
      status, saying: "recording=\(VisibleText.replaced(name, limit: 64)): \(words)", headers: headers)
  }

  init(_ name: String, _ fault: ServedRecordings.Fault) {
    switch fault {
    case .unknown: self.init(name, 404, "there is no recording of that name; /recordings.json lists them")
    case .denied: self.init(name, 403, "the user of this program may not read it")
    case .tooMany:
      self.init(
        name, 503, "\(ServedRecordings.mostOpen) are being read, which is the limit",
        headers: [WebField("Retry-After", "2")])
    case .failed(let words): self.init(name, 500, "it can't be read: \(words)")
    }
  }

  /// Reads a parameter, and rethrows its refusal as the refusal of a recording.
  static func orQuery<Value>(_ read: () throws(RefusedQuery) -> Value) throws(RefusedRecording) -> Value {
    do throws(RefusedQuery) { return try read() } catch { throw RefusedRecording(answer: error.answer) }
  }
}
