internal import GPSBase
internal import GPSBridge
internal import GPSFormats
internal import Glibc
internal import TerminalKit

/// Shows a receiver: as a screen, as lines, or once.
struct MonitorCommand {
  private let settings: MonitorSettings
  private let name: SourceName
  /// The options of `watch` for `--json`; nil otherwise.
  private let records: WatchOptions?
  private let output: ByteOutput
  /// The web page that replaces the screen; nil for a screen.
  private let page: PageDoor.Opening?

  init(_ parsed: ParsedArguments, _ output: ByteOutput, _ doors: Doors) throws(ToolError) {
    name = try parsed.source()
    settings = try MonitorSettings(parsed, name)
    page = try doors.page?.plan(parsed)
    for flag in [Flag.once, .line, .json] where page != nil && parsed.has(flag) {
      throw Usage.contradiction(
        "--\(flag.name) prints, and a page is shown in a browser", "leave out one of them")
    }
    for flag in Flag.ofScreen where page != nil && parsed.has(flag) {
      throw Usage.contradiction(
        "--\(flag.name) is about the screen, and a page is shown in its place",
        "leave it out: the page asks its browser, and has keys of its own")
    }
    records = parsed.has(.json) ? try Self.records(parsed, name) : nil
    self.output = output
  }

  /// The records of everything on the screen, for a program.
  private static func records(_ parsed: ParsedArguments, _ name: SourceName) throws(ToolError) -> WatchOptions
  {
    for flag in [Flag.once, .line] where parsed.has(flag) {
      throw Usage.contradiction("--json prints records, and --\(flag.name) does not", "leave out one of them")
    }
    guard name.isLive else {
      throw Usage.contradiction(
        "--json needs a receiver, but \(name.shown) is a recording", "gpsbridge watch \(name.shown)")
    }
    var options = try WatchOptions(parsed)
    // Remedies name the verb for records.
    options.parsed.command?.name = "watch"
    options.types = [.fix, .sky, .event, .condition, .setting, .verdict, .device]
    options.allowance = parsed.has(.noQuestions) ? .joining : .everything
    return options
  }

  func run() throws(ToolError) -> ExitCode {
    if let records { return try LiveWatch(options: records, output: output).run() }
    let queue = EventQueue<MonitorEvent>()
    // Block the signals before any thread starts.
    let interrupts = Interrupts(
      settings.isLine || settings.isOnce || page != nil ? .ending : .screen,
      lastWill: { EmergencyExit.restore() }, { queue.interrupt($0) })
    let feed = MonitorFeed(name, settings, queue)
    output.isEnough = { queue.isEnding }
    return try withExtendedLifetime(interrupts) { () throws(ToolError) -> ExitCode in
      let code: ExitCode
      do throws(ToolError) { code = try show(feed) } catch {
        // The recording keeps what has arrived; this error is the one to report.
        do throws(ToolError) { try feed.finish() } catch { ErrorReport.say("note: \(error.message)\n") }
        throw error
      }
      output.flush()
      try feed.finish()
      if let signal = feed.signal { Interrupts.end(by: signal) }
      return code
    }
  }

  private func show(_ feed: MonitorFeed) throws(ToolError) -> ExitCode {
    if let page { return try MonitorPage(open: page, feed: feed).run() }
    if settings.isOnce { return try MonitorOnce(settings: settings, feed: feed, output: output).run() }
    if !settings.isLine, let session = TerminalMode() {
      return try MonitorLoop(settings, feed, session).run()
    }
    return try MonitorLineLoop(settings: settings, feed: feed, output: output).run()
  }
}

/// Prints one screen, as soon as there is something to see on it.
private struct MonitorOnce {
  let settings: MonitorSettings
  let feed: MonitorFeed
  let output: ByteOutput
  private let time = SystemTime()

  /// By then, a receiver at 1 Hz has reported its satellites, and a wrong speed was detected.
  private static let patience = Duration.seconds(6)

  func run() throws(ToolError) -> ExitCode {
    var state = MonitorState(try feed.begin(), at: time.now, utcSeconds: time.utcSeconds)
    state.view = settings.view
    let deadline = time.now + Self.patience
    while !isEnough(state), state.now < deadline {
      // An absent device sends no reports, so check now and then.
      let taken = feed.queue.take(until: min(deadline, state.now + .milliseconds(100)))
      state.advance(to: time.now, utcSeconds: time.utcSeconds)
      switch taken {
      case .event(.told(let index, let output)):
        state.take(output, feed.receivers[index].counts, from: index)
        feed.remember(output, from: index, utcSeconds: state.utcSeconds)
      case .event(.ports(let ports)): feed.take(ports, &state)
      case .event(.remark(let text)): ErrorReport.say("note: \(text)\n")
      case .event(.keys), .event(.heard), .deadline: break
      case .interrupt(.end(let signal)):
        feed.signal = signal
        return .done
      case .interrupt: break
      }
    }
    feed.lookNow(&state)
    let size = TerminalMode.size(of: STDOUT_FILENO) ?? .usual
    let canvas = MonitorPicture.draw(state, size, settings.options)
    // Leave out the line of keys, which have no function here; the shell's prompt takes its place.
    for y in 0..<canvas.height - 1 {
      output.write(text: Self.line(canvas, y, settings.rules.isColored) + "\n")
    }
    return state.devices.map(Self.code).first { $0 != .done } ?? .done
  }

  /// Whether waiting longer would show nothing more.
  private func isEnough(_ state: MonitorState) -> Bool {
    state.devices.allSatisfy { device in
      switch device.state {
      case .waitingForDevice: !device.isStarting(at: state.now)
      case .waitingToRetry, .failed, .binary: true
      default: device.location != nil && device.sky != nil
      }
    }
  }

  /// A line of the screen with its colors, without trailing spaces.
  private static func line(_ canvas: Canvas, _ y: Int, _ isColored: Bool) -> String {
    guard isColored else { return canvas.lines[y] }
    var text = ""
    var style = Style.plain
    for x in 0..<canvas.width {
      let cell = canvas[x, y]
      guard let scalar = cell.scalar else { continue }
      if cell.style != style {
        text += "\u{1B}[\(cell.style.codes(isColored: true))m"
        style = cell.style
      }
      text.unicodeScalars.append(scalar)
    }
    return text + (style == .plain ? "" : "\u{1B}[0m")
  }

  private static func code(_ device: MonitoredDevice) -> ExitCode {
    if let error = device.readError { return ExitCode(error.code) }
    // The end of a recording is not an error: its data are on the screen.
    if device.isOver { return device.totals.sentences + device.totals.messages > 0 ? .done : .nothingKnown }
    return switch device.state {
    case .waitingForDevice(let error), .waitingToRetry(let error), .failed(let error): ExitCode(error.code)
    case .silent, .binary, .detectingSpeed: .nothingKnown
    default: .done
    }
  }
}

// MARK: - Command line

extension Verb {
  static func monitor(_ doors: Doors) -> Verb {
    Verb("monitor") {
      Command(
        .find, summary: "show a receiver live, and why there is no fix",
        description: """
          Shows position, sky, signals and events on a screen, where ? lists the keys, or in a browser. If \
          the output is not a terminal, it prints one line per epoch.
          """,
        operands: [.source],
        flags: [
          .line, .once, .noSky, .units, .coordinates, .destination, .color, .ascii, .frames, .filter,
          .recordBeside, .force, .noQuestions, .json,
        ] + (doors.page?.flags ?? []),
        exitCodes: ExitCode.opening + [.nothingKnown, .lost, .unreachable],
        examples: [
          Example("gpsbridge monitor", "the receiver that is plugged in, or that will be"),
          Example("gpsbridge monitor sim:coldstart", "a simulated receiver that starts cold"),
          Example("gpsbridge monitor /dev/ttyUSB0 --coords dms --units nautical", "for a chart"),
          Example("gpsbridge monitor --to 47.6579,9.1758", "with distance and bearing to a place"),
          Example("gpsbridge monitor sim:multi", "three receivers; Tab switches between them"),
          Example("gpsbridge monitor --record walk.gbr", "also record all bytes, for replay and export"),
          Example("gpsbridge monitor walk.nmea", "a recording, at its original pace"),
        ] + [doors.page?.example].compactMap(\.self) + [
          Example("gpsbridge monitor | tee walk.txt", "one line per epoch")
        ])
    } run: { (parsed, output) throws(ToolError) in
      try MonitorCommand(parsed, output, doors).run()
    }
  }
}

extension Flag {
  /// The flags that apply only to the screen, not to the page.
  fileprivate static let ofScreen: [Flag] = [
    .noSky, .units, .coordinates, .destination, .color, .ascii, .frames,
  ]

  package static let noQuestions = Flag(
    "no-questions",
    help: "only read, and send nothing to the receiver: no queries, no profile, no stored data")
  static let line = Flag(
    "line", help: "print one line per epoch instead of a screen; the default if the output is not a terminal")
  static let once = Flag(
    "once", help: "print one screen and end, as soon as there are a position and a sky, or after six seconds")
  static let noSky = Flag("no-sky", help: "hide the plot of the sky")
  static let units = Flag(
    "units", .word(placeholder: "UNITS", choices: Units.allCases.map(\.rawValue)),
    help: "metric, imperial or nautical; by default the setting, or else the units of the locale")
  static let coordinates = Flag(
    "coords", .word(placeholder: "FORM", choices: CoordinateStyle.allCases.map(\.rawValue)),
    help: "the form of coordinates: dd (degrees), dm (with minutes), dms (with seconds), utm, mgrs or "
      + "maidenhead")
  static let color = Flag(
    "color", .word(placeholder: "WHEN", choices: TerminalRules.ColorChoice.allCases.map(\.rawValue)),
    help:
      "when to use colors: auto (the default), always or never; NO_COLOR and CLICOLOR_FORCE are respected")
  static let ascii = Flag(
    "ascii", help: "draw with ASCII characters only; the default if the locale is not UTF-8")
  static let filter = Flag(
    "filter", .word(placeholder: "FILTER", choices: ["none", "static"]),
    help:
      "static holds the position while the receiver stands still, and marks it; none (the default) shows it as received"
  )
  static let recordBeside = Flag(
    "record", "FILE|DIR", help: "also record all bytes with their times; in a folder, one file per receiver")
  static let frames = Flag(
    "rate", "N", help: "draw at most this many times per second, 1 to 30; 10 by default")
}

/// Shows receivers in a browser: prints the address, but does not open a browser.
struct MonitorPage {
  let open: PageDoor.Opening
  let feed: MonitorFeed
  private let time = SystemTime()

  func run() throws(ToolError) -> ExitCode {
    let devices = try feed.begin()
    let page = try open(feed.receivers, devices.map(\.source))
    defer { page.stop() }
    while true {
      _ = feed.record(at: time.now)
      switch feed.queue.take(until: time.now + .seconds(1)) {
      case .interrupt(.end(let signal)):
        feed.signal = signal
        return .done
      case .interrupt(.statsWanted): ErrorReport.say(page.report())
      case .event(.told(let index, let output)):
        feed.remember(output, from: index, utcSeconds: time.utcSeconds)
      case .event(.remark(let text)): ErrorReport.say("note: \(text)\n")
      case .event, .interrupt, .deadline: break
      }
      if let fault = page.fault() { throw fault }
    }
  }
}
