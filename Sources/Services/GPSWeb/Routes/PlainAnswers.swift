internal import GNSS
internal import GPSBridge
internal import GPSBase
internal import GPSFormats
internal import GPSWebHost

// Pages without scripts: of all receivers, and of one of them or of one position by a link without the token.

extension WebEngine {
  /// The page without scripts.
  func plainPage() -> WebAnswer {
    var page = PlainPage()
    for place in receivers.indices { add(place, to: &page) }
    return WebAnswer(200, "text/html; charset=utf-8", page.finish())
  }

  private func add(_ place: Int, to page: inout PlainPage) {
    let (receiver, known) = (receivers[place], receivers[place].latest?.lastKnown)
    page.add(
      health(place), views[place].epoch?.fix, known, age: known?.age(at: moment.instant), receiver.verdict)
  }

  /// Creates a link to a receiver or to a position at a time, or ends all links.
  func share(_ request: WebRequest) -> WebAnswer {
    do throws(RefusedQuery) {
      if let end = request.parameter("end") {
        guard end == "all", request.query.count == 1 else {
          throw RefusedQuery("end", found: end, expected: "end=all alone")
        }
        host.endLinks()
        return WebAnswer(200, "application/json", JSONWriter.line { $0.member("v", 1) })
      }
      let (position, hours) = (request.parameter("position"), request.parameter("hours") ?? "1")
      guard let count = Int(hours), 1...168 ~= count else {
        throw RefusedQuery("hours", found: hours, expected: "1 to 168")
      }
      if let position, SharedPosition(position) == nil || request.parameter("device") != nil {
        throw RefusedQuery(
          "position", found: position, expected: "LATITUDE,LONGITUDE,SECONDS since 1970, without device")
      }
      // Not one by chance: others are shown where it is.
      if position == nil, names.count > 1, request.parameter("device") == nil {
        throw RefusedQuery("device", found: "", expected: "one of " + names.joined(separator: ", "))
      }
      let subject: String
      if let position { subject = position } else { subject = String(try places(request)[0]) }
      guard let (path, until) = host.link(to: subject, seconds: count * 3600) else {
        return WebAnswer(503, saying: "the page is not open yet")
      }
      return WebAnswer(
        200, "application/json",
        JSONWriter.line { json in
          json.member("v", 1)
          json.member("path", path)
          json.member("until", UTC(secondsSince1970: Int64(until)))
        })
    } catch { return error.answer }
  }

  /// The page of a link.
  func shared(_ subject: String, _ until: Int) -> WebAnswer {
    var page = PlainPage()
    if let place = Int(subject) {
      add(place, to: &page)
    } else if let position = SharedPosition(subject) {
      page.add(position.place, at: position.time)
    }
    return WebAnswer(200, "text/html; charset=utf-8", page.finish(until: UTC(secondsSince1970: Int64(until))))
  }
}

/// A position at a time in a link: `48.117270,11.516710,1764500000`.
private struct SharedPosition {
  let place: Coordinate
  let time: UTC

  init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 3, let latitude = Double(parts[0]), let longitude = Double(parts[1]),
      let place = Coordinate(latitude: latitude, longitude: longitude), let seconds = Int64(parts[2]),
      0..<4_102_444_800 ~= seconds
    else { return nil }
    (self.place, time) = (place, UTC(secondsSince1970: seconds))
  }
}
