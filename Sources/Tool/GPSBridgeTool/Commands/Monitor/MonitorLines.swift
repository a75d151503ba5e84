internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import Glibc
internal import TerminalKit
internal import GPSBase

/// The reports of a device as lines: one for each epoch, and one for each change in between.
///
/// `07:08:22Z LIVE 3D 48.117300,11.516667 ±2.1m 545m 41.5km/h 084° 11/16sv`
///
/// All lines have the receiver's time, continued between epochs by this computer's monotonic clock; dashes
/// replace it until the receiver has reported a time. The computer's wall clock may be wrong, and a column
/// must not mix clocks.
struct MonitorLines {
  private let units: Units
  private let coordinates: CoordinateStyle
  private let destination: Coordinate?
  private let isPlain: Bool
  /// The text of the last line, unless it was an epoch's.
  private var said = ""
  /// The faults that the receiver last reported about itself.
  private var troubles: [String] = []
  private var clock = CarriedTime()

  init(_ units: Units, _ coordinates: CoordinateStyle, to destination: Coordinate? = nil, isPlain: Bool) {
    self.units = units
    self.coordinates = coordinates
    self.destination = destination
    self.isPlain = isPlain
  }

  /// The line for a report, if it needs one; the device has been updated already.
  mutating func line(for report: Report, _ device: MonitoredDevice, _ state: MonitorState) -> String? {
    switch report {
    case .epoch(let epoch):
      clock.take(epoch.fix, at: state.now)
      guard !epoch.fix.isUnreported else { return nil }
      said = ""
      return finished(line(for: epoch.fix, epoch.update, device, state))
    // The position has become stale.
    case .update(let update):
      // Not in a recording, whose times show its gaps and its end.
      guard update.freshness >= .stale, update.lastKnown != nil, !device.isRecording else { return nil }
      return change(device, state)
    case .event(let event):
      guard case .state(let now) = event.kind else { return nil }
      switch now {
      case .idle, .noFix, .fix, .lost: return nil
      default: return change(device, state)
      }
    case .condition(let hardware): return trouble(hardware, at: state.now)
    case .failed, .sky, .sentence, .message, .setting, .verdict: return nil
    }
  }

  /// The line for a silence, if it needs one.
  mutating func line(after device: MonitoredDevice, _ state: MonitorState) -> String? {
    switch device.state {
    case .idle, .noFix, .fix, .lost: nil
    default: change(device, state)
    }
  }

  /// The line about the faults that the receiver reports, when they change.
  private mutating func trouble(_ hardware: HardwareCondition, at now: ContinuousClock.Instant) -> String? {
    let troubles = HardwareWords.troubles(hardware)
    guard troubles != self.troubles else { return nil }
    self.troubles = troubles
    let words = troubles.isEmpty ? "all is well again" : troubles.joined(separator: "; ")
    return finished("\(clock.text(at: now)) RECEIVER REPORTS \(words)")
  }

  private func line(
    for fix: Fix, _ update: LocationUpdate, _ device: MonitoredDevice, _ state: MonitorState
  ) -> String {
    var parts = [clock.text(at: state.now)]
    let used = device.facts.satellitesUsed
    let seen = Set(fix.satellites.map(\.identity)).count
    guard fix.hasPosition, let location = device.location else {
      parts.append("NO FIX")
      if seen > 0 {
        parts.append("\(SkyFacts(Sky(satellites: fix.satellites)).heard.value ?? 0) heard of \(seen)sv")
      }
      parts.append(device.verdicts(at: state.now)[0].what)
      return parts.joined(separator: " ")
    }
    let isSuspect = device.facts.isSuspect(at: state.now)
    if fix.quality == .deadReckoning, !isSuspect {
      parts.append("DEAD RECKONING")
    } else {
      let state = device.isRecording ? "recorded" : update.freshness.rawValue
      let word = isSuspect ? "SPOOFED" : state.uppercased()
      parts.append("\(word) \(fix.mode.word.uppercased())")
    }
    parts.append(
      coordinates == .dd
        ? plain(location) : coordinates.text(location.coordinate, accuracy: location.horizontalAccuracy))
    parts.append("±\(units.accuracy(location.horizontalAccuracy).filter { $0 != " " })")
    if let altitude = location.altitude {
      let value = altitude / units.near
      parts.append(NumberText.of(value, decimals: 0) + units.lengthUnit)
    }
    if let speed = location.speed { parts.append(units.speed(speed).filter { $0 != " " }) }
    if let course = location.course { parts.append(NumberText.padded(Int(course.rounded()) % 360, 3) + "°") }
    if let used {
      parts.append(seen > 0 ? "\(used)/\(seen)sv" : "\(used)sv")
    } else if seen > 0 {
      parts.append("\(seen)sv in view")
    }
    if let way = MonitorPicture.words(of: location, to: destination, units) {
      parts.append("to \(way.way)" + (way.pace.isEmpty ? "" : ", \(way.pace)"))
    }
    if device.isHeld { parts.append("held") }
    return parts.joined(separator: " ")
  }

  private func plain(_ location: Location) -> String {
    let decimals = PositionDigits.ofDegrees(location.horizontalAccuracy)
    return NumberText.of(location.coordinate.latitude, decimals: decimals) + ","
      + NumberText.of(location.coordinate.longitude, decimals: decimals)
  }

  /// The line about the condition, once for each condition.
  private mutating func change(_ device: MonitoredDevice, _ state: MonitorState) -> String? {
    guard !device.isStarting(at: state.now), !device.isOver else { return nil }
    let headline = Headline(device, at: state.now)
    let verdict = device.verdicts(at: state.now)[0]
    let word = "\(headline.word) \(headline.ink == .good ? "" : verdict.what)"
    guard word != said else { return nil }
    said = word
    return finished("\(clock.text(at: state.now)) \(word)")
  }

  /// Removes characters that move the cursor; replaces non-ASCII characters on an ASCII terminal.
  private func finished(_ line: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in line.unicodeScalars where VisibleText.isHarmless(scalar) {
      scalars.append(isPlain ? PlainGlyphs.scalar(for: scalar) : scalar)
    }
    return String(scalars)
  }
}

/// Prints lines, for pipes, files, and terminals without cursor control.
struct MonitorLineLoop {
  let settings: MonitorSettings
  let feed: MonitorFeed
  let output: ByteOutput
  private let time = SystemTime()

  func run() throws(ToolError) -> ExitCode {
    var state = MonitorState(try feed.begin(), at: time.now, utcSeconds: time.utcSeconds)
    var lines: [MonitorLines] = []
    var over: Set<Int> = []
    while output.failure == nil || feed.queue.isEnding {
      feed.look(&state)
      state.recording = feed.record(at: state.now)
      while lines.count < state.devices.count {
        lines.append(
          MonitorLines(
            settings.view.units, settings.view.coordinates, to: settings.view.destination,
            isPlain: settings.rules.isPlain))
      }
      let taken = feed.queue.take(until: time.now + .seconds(1))
      state.advance(to: time.now, utcSeconds: time.utcSeconds)
      switch taken {
      case .event(.told(let index, let told)):
        state.take(told, feed.receivers[index].counts, from: index)
        feed.remember(told, from: index, utcSeconds: state.utcSeconds)
        print(lines[index].line(for: told, state.devices[index], state), index, state)
        if case .failed = told { over.insert(index) }
        if state.devices[index].isOver { over.insert(index) }
        guard over.count == state.devices.count else { continue }
        for (device, receiver) in zip(state.devices, feed.receivers) where device.isOver {
          if let error = device.readError { throw ToolError(error, feed.name) }
          try Self.check(receiver.counts, of: VisibleText.escaped(device.source.utf8))
        }
        return .done
      case .interrupt(.end(let signal)):
        feed.signal = signal
        return .done
      case .deadline:
        for index in lines.indices {
          print(lines[index].line(after: state.devices[index], state), index, state)
        }
      case .event(.remark(let text)): ErrorReport.say("note: \(text)\n")
      case .event(.ports(let ports)): feed.take(ports, &state)
      case .event(.keys), .event(.heard), .interrupt: break
      }
    }
    return .done
  }

  /// Throws if a recording without data has ended; a file was checked before it was played.
  private static func check(_ totals: StreamTotals, of name: String) throws(ToolError) {
    guard totals.sentences + totals.messages + totals.badFields == 0, totals.language == nil else { return }
    throw ToolError(
      code: "nothing_known", exit: .nothingKnown,
      message: totals.bytes == 0 ? "\(name) is empty" : "\(name) contains no receiver data",
      reason: totals.bytes == 0 ? nil : "\(Plural.of(totals.bytes, "byte")) read from it",
      remedy: "give a recording of a receiver's NMEA sentences or u-blox messages")
  }

  /// Prints a line, with the device's name if there are several.
  private func print(_ line: String?, _ index: Int, _ state: MonitorState) {
    guard let line else { return }
    let name = state.devices.count > 1 ? VisibleText.escaped(state.devices[index].name.utf8) + " " : ""
    output.write(text: name + line + "\n")
    output.flush()
  }
}
