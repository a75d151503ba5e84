internal import GNSS
internal import GPSBase
internal import GPSBridge
internal import GPSFormats
internal import GPSWebHost

// Past days, from a track store: their list, their tracks, and the memory that a restart would lose.

extension WebEngine {
  /// The days of the store, as JSON.
  func dayList() -> WebAnswer {
    guard let past = options.past else { return Self.noStore }
    return later {
      do throws(PastFault) { return WebAnswer(200, "application/json", try past.days().json) } catch {
        return Self.refusal(error)
      }
    }
  }

  /// The track of the day that a request names; nil if it names none.
  func pastTrack(
    _ request: WebRequest, _ type: String, _ ending: String?,
    _ slices: @escaping @Sendable (TrackQuery, [String]) -> any WebSlices
  ) -> WebAnswer? {
    guard let text = request.parameter("day") else { return nil }
    guard let past = options.past else { return Self.noStore }
    guard let day = DayText.parse(text) else {
      return RefusedQuery("day", found: text, expected: "a day, such as 2026-11-20").answer
    }
    var query = TrackQuery()
    do throws(RefusedQuery) {
      (query.step, query.hasMore) = (try TrackQuery.step(of: request), try TrackQuery.more(of: request))
    } catch { return error.answer }
    guard let place = asked.tracks.place() else {
      return Self.tooBusy("\(PastQueue.mostTracks) days are being sent, which is the limit")
    }
    let device = request.parameter("device")
    return later { [query] in
      do throws(PastFault) {
        let track = try past.track(on: day, of: device)
        var headers = [WebField("Cache-Control", "no-store")]
        if let ending {
          let name = Self.fileName(track.device, day: text, ending)
          headers.append(WebField("Content-Disposition", "attachment; filename=\"\(name)\""))
        }
        let body = PastSlices(slices(query, [track.device]), of: TrackHistory(track.rows), place)
        return WebAnswer(200, type, slices: body, headers: headers)
      } catch { return Self.refusal(error, day: text, device) }
    }
  }

  /// An answer that a helper thread makes, since it waits for a disk.
  private func later(_ read: @escaping PastQueue.Reading) -> WebAnswer {
    guard let number = asked.add(read) else {
      return Self.tooBusy("\(PastQueue.mostWaiting) requests wait for the store, which is the limit")
    }
    readNext()
    return WebAnswer(waitingFor: number)
  }

  private func readNext() {
    guard let (number, read) = asked.next() else { return }
    loop.offload(
      read,
      then: handler { engine, answer in
        engine.asked.hasRead()
        engine.host.deliver(answer, to: number)
        engine.readNext()
      })
  }

  // MARK: - Memory

  /// Puts what the store has of the past day before the positions in memory, as soon as the receiver is known.
  func fillHistory(of place: DevicePlace?) {
    // A store has the track of one receiver.
    guard let past = options.past, receivers.count == 1, !isFilled, let key = place?.key else { return }
    isFilled = true
    let since = UTC(secondsSince1970: utc.secondsSince1970 - TrackHistory.usualSeconds)
    loop.offload(
      {
        // Without an answer the history begins now; requests for a day report the reason.
        try? past.rows(of: key, since: since, most: Int(TrackHistory.usualSeconds))
      },
      then: handler { engine, rows in
        // The store may have been busy: the next opening of the device asks again.
        if let rows { engine.history.fill(with: rows, of: 0) } else { engine.isFilled = false }
      })
  }

  // MARK: - Refusals

  private static var noStore: WebAnswer {
    WebAnswer(404, saying: "no track store is served; keep one with --store FILE")
  }

  private static func tooBusy(_ words: String) -> WebAnswer {
    WebAnswer(503, saying: words, headers: [WebField("Retry-After", "2")])
  }

  private static func refusal(
    _ fault: PastFault, day: String = "any day", _ device: String? = nil
  ) -> WebAnswer {
    switch fault {
    case .nothing: WebAnswer(404, saying: "nothing is stored on \(day); /days.json lists the days")
    case .whichDevice(let known):
      RefusedQuery("device", found: device ?? "", expected: "one of " + known.joined(separator: ", ")).answer
    case .busy(let words): tooBusy("the track store can't be read now: \(words)")
    case .unreadable(let words): WebAnswer(500, saying: "the track store can't be read: \(words)")
    }
  }
}
