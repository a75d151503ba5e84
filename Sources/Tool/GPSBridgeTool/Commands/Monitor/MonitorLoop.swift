internal import Glibc
internal import GPSBridge
internal import TerminalKit

/// Updates the screen from the receivers, the keys and the clock.
final class MonitorLoop {
  private let settings: MonitorSettings
  private let feed: MonitorFeed
  private let session: TerminalMode
  private let time = SystemTime()
  private var keys = KeyReader()
  private var differ: ScreenDiffer
  private var pacer: FramePacer

  /// How long to wait after an escape for the rest of a sequence.
  private static let escapePause = Duration.milliseconds(60)
  /// The drawing interval while only the time changes.
  private static let calm = Duration.milliseconds(250)

  init(_ settings: MonitorSettings, _ feed: MonitorFeed, _ session: TerminalMode) {
    (self.settings, self.feed, self.session) = (settings, feed, session)
    differ = ScreenDiffer(isColored: settings.rules.isColored)
    pacer = FramePacer(shortest: .seconds(1) / settings.frames, longest: Self.calm)
  }

  func run() throws(ToolError) -> ExitCode {
    var state = MonitorState(try feed.begin(), at: time.now, utcSeconds: time.utcSeconds)
    state.view = settings.view
    session.enter()
    defer { session.leave() }
    let queue = feed.queue
    let keyboard = Keyboard(session.keyboard) { queue.put(.keys($0)) }
    return withExtendedLifetime(keyboard) { show(&state) }
  }

  private func show(_ state: inout MonitorState) -> ExitCode {
    // Whether the queue was empty at the last look; if so, a change is drawn without another wake-up.
    var isQuiet = true
    while !session.isGone {
      let now = time.now
      if pacer.due(at: now, isQuiet: isQuiet) <= now { draw(&state) }
      var deadline = pacer.due(at: now, isQuiet: true)
      if keys.isWaiting { deadline = min(deadline, now + Self.escapePause) }
      let taken = feed.queue.take(until: deadline)
      if case .deadline = taken { isQuiet = true } else { isQuiet = false }
      state.advance(to: time.now, utcSeconds: time.utcSeconds)
      switch taken {
      case .event(.told(let index, let output)):
        state.take(output, feed.receivers[index].counts, from: index)
        feed.remember(output, from: index, utcSeconds: state.utcSeconds)
        // A sentence belongs to an epoch, which is reported separately.
        if case .sentence = output { continue }
        pacer.change(at: state.now)
      case .event(.heard(let index, let bytes)):
        state.take(bytes, from: index)
        if state.view.pane == .raw { pacer.change(at: state.now) }
      case .event(.remark(let text)):
        state.note(text)
        pacer.change(at: state.now)
      case .event(.ports(let ports)):
        feed.take(ports, &state)
        pacer.change(at: state.now)
      case .event(.keys(let bytes)):
        guard !bytes.isEmpty, !press(keys.take(bytes), &state) else { return .done }
      case .interrupt(.end(let signal)):
        feed.signal = signal
        return .done
      case .interrupt(let interrupt): take(interrupt)
      case .deadline: if keys.isWaiting, press(keys.pause(), &state) { return .done }
      }
    }
    return .done
  }

  /// Whether one of the keys ends the program.
  private func press(_ pressed: [Key], _ state: inout MonitorState) -> Bool {
    for key in pressed {
      pacer.press()
      switch state.press(key, MonitorPicture.mostScroll) {
      case .quit: return true
      case .redraw: differ.forget()
      case nil: break
      }
    }
    return false
  }

  private func take(_ interrupt: Interrupt) {
    switch interrupt {
    case .resized: pacer.change(at: time.now)
    case .suspend:
      session.leave()
      Interrupts.suspend()
      session.enterAgain()
      differ.forget()
      pacer.change(at: time.now)
    case .resumed:
      session.enterAgain()
      differ.forget()
      pacer.change(at: time.now)
    case .statsWanted, .reloadWanted, .end: break
    }
  }

  private func draw(_ state: inout MonitorState) {
    state.advance(to: time.now, utcSeconds: time.utcSeconds)
    for (index, receiver) in feed.receivers.enumerated() { state.count(receiver.counts, of: index) }
    feed.look(&state)
    state.recording = feed.record(at: state.now)
    state.size = session.size
    session.write(differ.bytes(for: MonitorPicture.draw(state, state.size, settings.options)))
    pacer.drew(at: time.now)
  }
}
