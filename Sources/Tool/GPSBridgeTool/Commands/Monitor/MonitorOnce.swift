internal import CommandLineTable
internal import Glibc
internal import GPSBridge
internal import MonitorScreen
internal import TerminalKit
internal import ToolFiles

/// Prints one screen, as soon as there is something to see on it.
struct MonitorOnce {
  private let settings: MonitorSettings
  private let feed: MonitorFeed
  private let output: ByteOutput
  private let time = SystemTime()

  /// A receiver that reports once a second has told its sky by then, and one with a wrong speed was found out.
  private static let patience = Duration.seconds(6)

  init(_ settings: MonitorSettings, _ feed: MonitorFeed, _ output: ByteOutput) {
    self.settings = settings
    self.feed = feed
    self.output = output
  }

  func run() throws(Complaint) -> ExitCode {
    var state = MonitorState(try feed.begin(), at: time.now, utcSeconds: time.utcSeconds)
    state.view = settings.view
    let deadline = time.now + Self.patience
    while !isEnough(state), state.now < deadline {
      // A device that is not there says no more: now and then one has to look by oneself.
      let taken = feed.queue.take(until: min(deadline, state.now + .milliseconds(100)))
      state.advance(to: time.now, utcSeconds: time.utcSeconds)
      switch taken {
      case .event(.told(let index, let output)):
        state.take(output, feed.receivers[index].counts, from: index)
        feed.remember(output, from: index, utcSeconds: state.utcSeconds)
      case .event(.ports(let ports)): feed.take(ports, &state)
      case .event(.keys), .event(.heard), .deadline: break
      case .interrupt(.end(let signal)):
        feed.signal = signal
        return .done
      case .interrupt: break
      }
    }
    feed.lookNow(&state)
    let size = TerminalSession.size(of: STDOUT_FILENO) ?? .usual
    let canvas = MonitorPicture.draw(state, size, settings.options)
    // The keys mean nothing here, and where they stand a prompt follows.
    for y in 0..<canvas.height - 1 {
      output.write(text: Self.line(canvas, y, settings.rules.isColoured) + "\n")
    }
    return Self.code(state.device)
  }

  /// Whether waiting longer would not show more.
  private func isEnough(_ state: MonitorState) -> Bool {
    switch state.device.state {
    case .waitingForDevice: !state.device.isStarting(at: state.now)
    case .waitingToRetry, .failed, .binary: true
    default: state.device.fix != nil && state.device.sky != nil
    }
  }

  /// A line of the screen, with its colours, and without what is blank at its end.
  private static func line(_ canvas: Canvas, _ y: Int, _ isColoured: Bool) -> String {
    guard isColoured else { return canvas.lines[y] }
    var text = ""
    var style = Style.plain
    for x in 0..<canvas.width {
      let cell = canvas[x, y]
      guard let scalar = cell.scalar else { continue }
      if cell.style != style {
        text += "\u{1B}[\(cell.style.codes(isColoured: true))m"
        style = cell.style
      }
      text.unicodeScalars.append(scalar)
    }
    return text + (style == .plain ? "" : "\u{1B}[0m")
  }

  private static func code(_ device: MonitoredDevice) -> ExitCode {
    // The end of a recording is no loss: what it has said is on the screen.
    if device.isOver { return device.totals.sentences + device.totals.messages > 0 ? .done : .nothingKnown }
    return switch device.state {
    case .waitingForDevice(let error), .waitingToRetry(let error), .failed(let error): ExitCode(error.code)
    case .silent, .binary, .detectingSpeed: .nothingKnown
    default: .done
    }
  }
}
