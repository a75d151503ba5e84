internal import GPSBridge
internal import GPSFormats
internal import GPSGeodesy
internal import TerminalKit
internal import GPSBase

/// A label and its value in the table of the fix.
struct FixLine: Hashable {
  var label: String
  var value: String
  var more = ""
}

extension MonitorPicture {
  /// Draws the frame of the fix.
  mutating func drawFix(_ area: Area) {
    canvas.title(
      "FIX", device.isHeld ? "held: it stands still" : "", x: area.x + 1, y: area.y, within: area.right - 1)
    let inner = area.inner.padded(1)
    drawHeadline(inner.row(0))
    let lines = fixLines
    // Leave a blank line below the headline if there is room.
    let gap = inner.height > lines.count + 1 ? 1 : 0
    for (index, line) in lines.enumerated() where 1 + gap + index < inner.height {
      draw(line, inner.row(1 + gap + index))
    }
  }

  /// The condition and the age of the position: `LIVE  3D · DGNSS       age 0.14 s`.
  ///
  /// A paused screen shows that instead, with the current age of its position, because nothing on it is live.
  mutating func drawHeadline(_ row: Area) {
    let headline = self.headline
    let x = canvas.put(
      headline.word, x: row.x, y: row.y, Style(ink: headline.ink, isBold: true), within: row.right)
    var end = row.right
    // In a recording, the age counts from playback and is meaningless.
    if !device.isRecording, let age = device.age(at: state.now), device.update?.lastKnown != nil {
      let text = "age " + TimeText.age(age)
      if x + headline.detail.count + text.count + 4 <= row.right {
        canvas.put(text, endingAt: row.right, y: row.y, isCurrent ? .plain : Style(ink: .warning))
        end -= text.count + 1
      }
    }
    canvas.put("  " + headline.detail, x: x, y: row.y, within: end)
  }

  /// The device's condition; on a paused screen, the pause and its duration.
  var headline: Headline {
    let headline = Headline(device, at: now)
    guard state.view.isPaused else { return headline }
    return Headline(paused: headline, for: now.duration(to: state.now))
  }

  /// Whether the position on the screen is current.
  var isCurrent: Bool {
    device.update?.freshness == .live && !state.view.isPaused && !device.facts.isSuspect(at: now)
  }

  private mutating func draw(_ line: FixLine, _ row: Area) {
    let style: Style =
      isCurrent || !["lat", "lon", "grid", "alt", "speed", "to"].contains(line.label) ? .plain : .quiet
    canvas.put(line.label, x: row.x, y: row.y, .quiet, within: row.right)
    let end = canvas.put(line.value, x: row.x + 6, y: row.y, style, within: row.right)
    guard !line.more.isEmpty else { return }
    // Aligned in a column if the value leaves room.
    canvas.put(line.more, x: max(end + 2, row.x + 24), y: row.y, style, within: row.right)
  }

  /// The lines that have a value.
  var fixLines: [FixLine] {
    (positionLines + [
      motionLine, approachLine, timeLine, dilutionLine, satelliteLine, lastFixLine, startLine,
    ]).compactMap {
      $0
    }
  }

  // MARK: - Position

  private var positionLines: [FixLine?] {
    guard let location = device.location else { return [] }
    let place = location.coordinate
    let accuracy = "±\(units.accuracy(location.horizontalAccuracy)) \(Self.word(location.accuracySource))"
    let altitude = location.altitude.map { altitude in
      let accuracy = location.verticalAccuracy.map { " ±\(units.length($0))" } ?? ""
      return "alt \(units.length(altitude)) \(units.lengthUnit) MSL\(accuracy)"
    }
    let style = state.view.coordinates
    let meters = location.horizontalAccuracy
    switch style {
    case .dd, .dm, .dms:
      let latitude = style.latitude(place.latitude, meters)
      return [
        FixLine(label: "lat", value: Self.aligned(latitude, style), more: accuracy),
        FixLine(label: "lon", value: style.longitude(place.longitude, meters), more: altitude ?? ""),
      ]
    case .utm, .mgrs, .maidenhead:
      return [
        FixLine(label: "grid", value: style.text(place, accuracy: meters), more: accuracy),
        altitude.map { FixLine(label: "alt", value: String($0.dropFirst(4))) },
      ]
    }
  }

  /// Latitudes have one digit less than longitudes: align the decimal points.
  private static func aligned(_ latitude: String, _ style: CoordinateStyle) -> String {
    style == .dd ? latitude : " " + latitude
  }

  private static func word(_ source: AccuracySource) -> String {
    switch source {
    case .deviations: "68 % (GST)"
    case .receiver: "68 % (receiver)"
    case .dilution: "68 % (DOP)"
    case .assumed: "68 % (assumed)"
    }
  }

  private var motionLine: FixLine? {
    guard let location = device.location, let speed = location.speed else { return nil }
    let course = location.course.map { course -> String in
      let whole = Int(course.rounded()) % 360
      let magnetic = (device.fix?.magneticVariation).map { variation in
        let value = (Int((course - variation).rounded()) % 360 + 360) % 360
        return ", \(NumberText.padded(value, 3))° mag"
      }
      // With both courses there is no room for the word.
      let word = magnetic == nil ? "course" : "to"
      return "\(word) \(NumberText.padded(whole, 3))° \(Self.side(course))\(magnetic ?? "")"
    }
    return FixLine(label: "speed", value: units.speed(speed), more: course ?? "")
  }

  /// The way to the destination: `1.24 km 047°      closing 3.2 kn, 12 min`.
  private var approachLine: FixLine? {
    guard let location = device.location else { return nil }
    return Self.words(of: location, to: state.view.destination, units).map {
      FixLine(label: "to", value: $0.way, more: $0.pace)
    }
  }

  /// The way to a destination in words; nil without a destination.
  static func words(
    of location: Location, to destination: Coordinate?, _ units: Units
  ) -> (way: String, pace: String)? {
    guard let destination else { return nil }
    let approach = Approach(
      from: location.coordinate, to: destination, speed: location.speed, course: location.course)
    let bearing = approach.bearing.map { " \(NumberText.padded(Int($0.rounded()) % 360, 3))°" }
    let closing = approach.closingSpeed.map { speed in
      speed < 0 ? "away \(units.speed(-speed))" : "closing \(units.speed(speed))"
    }
    let time = approach.secondsToGo.map { TimeText.short(.seconds(min($0, 1e7))) }
    return (
      units.distance(approach.distance) + (bearing ?? ""),
      [closing, time].compactMap(\.self).joined(separator: ", ")
    )
  }

  private static func side(_ degrees: Double) -> String {
    ["N", "NE", "E", "SE", "S", "SW", "W", "NW"][Int((degrees / 45).rounded()) & 7]
  }

  // MARK: - Time and accuracy

  private var timeLine: FixLine? {
    guard let fix = device.fix, let time = fix.time else { return nil }
    let isQuick = (device.pace.perSecond ?? 1) > 1.5
    // This computer's clock is unrelated to the time of a recording.
    let offset = (device.isRecording ? nil : device.clockOffset).map { offset -> String in
      abs(offset) < 9.95
        ? "host \(NumberText.signed(offset, decimals: 2)) s"
        : "host \(offset < 0 ? "−" : "+")\(TimeText.short(.seconds(min(abs(offset), 1e10))))"
    }
    return FixLine(label: "UTC", value: TimeText.moment(time, decimals: isQuick ? 1 : 0), more: offset ?? "")
  }

  private var dilutionLine: FixLine? {
    guard let dilution = device.fix?.dilution else { return nil }
    let parts = [
      ("H", dilution.horizontal), ("V", dilution.vertical), ("P", dilution.position), ("T", dilution.time),
    ]
    let text = parts.compactMap { name, value in value.map { "\(name) \(NumberText.of($0, decimals: 1))" } }
    guard !text.isEmpty else { return nil }
    return FixLine(label: "DOP", value: text.joined(separator: "  "), more: firstFixText)
  }

  private var satelliteLine: FixLine? {
    guard let sky = device.sky else { return nil }
    let facts = SkyFacts(sky)
    let counts = [
      ("used", device.facts.satellitesUsed), ("heard", facts.heard.value), ("known", facts.inView.value),
    ]
    var parts = counts.compactMap { name, count in count.map { "\($0) \(name)" } }
    if case .known(let best) = facts.best { parts.append("best \(best)") }
    return FixLine(label: "sats", value: parts.joined(separator: " · "))
  }

  private var lastFixLine: FixLine? {
    guard device.update?.lastKnown == nil, device.fix != nil else { return nil }
    return FixLine(label: "fix", value: "none so far")
  }

  private var startLine: FixLine? {
    guard device.fix?.dilution.horizontal == nil, !firstFixText.isEmpty else { return nil }
    return FixLine(label: "start", value: firstFixText)
  }

  private var firstFixText: String { device.firstFixAfter.map { "first fix \(TimeText.short($0))" } ?? "" }
}
