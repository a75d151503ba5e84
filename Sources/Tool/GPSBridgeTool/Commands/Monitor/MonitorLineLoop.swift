internal import CommandLineTable
internal import Glibc
internal import GPSBridge
internal import MonitorScreen
internal import TerminalKit
internal import Texts
internal import ToolFiles

/// Prints lines, for pipes, files, and terminals that nothing can be drawn on.
struct MonitorLineLoop {
  private let settings: MonitorSettings
  private let feed: MonitorFeed
  private let output: ByteOutput
  private let time = SystemTime()

  init(_ settings: MonitorSettings, _ feed: MonitorFeed, _ output: ByteOutput) {
    self.settings = settings
    self.feed = feed
    self.output = output
  }

  func run() throws(Complaint) -> ExitCode {
    var state = MonitorState(try feed.begin(), at: time.now, utcSeconds: time.utcSeconds)
    if let note = feed.note { ErrorReport.say("note: \(note)\n") }
    var lines: [MonitorLines] = []
    var over: Set<Int> = []
    while output.failure == nil {
      feed.look(&state)
      state.recording = feed.record(at: state.now)
      while lines.count < state.devices.count {
        lines.append(
          MonitorLines(settings.view.units, settings.view.coordinates, isPlain: settings.rules.isPlain))
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
        if over.count == state.devices.count { return .done }
      case .interrupt(.end(let signal)):
        feed.signal = signal
        return .done
      case .deadline:
        for index in lines.indices {
          print(lines[index].line(after: state.devices[index], state), index, state)
        }
      case .event(.ports(let ports)): feed.take(ports, &state)
      case .event(.keys), .event(.heard), .interrupt: break
      }
    }
    return .done
  }

  /// Prints a line, with the device's name where there are several.
  private func print(_ line: String?, _ index: Int, _ state: MonitorState) {
    guard let line else { return }
    let name = state.devices.count > 1 ? ShownText.of(state.devices[index].name.utf8) + " " : ""
    output.write(text: name + line + "\n")
    output.flush()
  }
}
