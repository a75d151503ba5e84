import GPSEventRuntime
import GPSSystemCalls
import SerialPorts

/// A port from its opening to its end, and what came out of it.
final class Cable: Sendable {
  /// What is reported, under which name and place.
  let port: SerialPortDescription
  private let connection: SerialConnection
  private let progress: Guarded<Progress>

  private struct Progress {
    var lines = NumberedLines()
    /// Those that have not been tried yet.
    var speeds: ArraySlice<LineSpeed>
    /// How many bytes had come when the present speed was set.
    var start = 0

    /// The next speed to try, if this one has brought so many bytes and not one line.
    ///
    /// No line that is sent is half as long.
    mutating func nextSpeed() -> LineSpeed? {
      guard lines.lineCount == 0, lines.byteCount - start > 300, let next = speeds.popFirst() else {
        return nil
      }
      start = lines.byteCount
      return next
    }
  }

  /// Opens a port; nothing is read before ``start(ended:)``.
  init(_ port: SerialPortDescription, speeds: [LineSpeed], loop: EventLoop) throws(SerialPortError) {
    self.port = port
    progress = Guarded(Progress(speeds: speeds.dropFirst()))
    let settings = LineSettings(speed: speeds[0])
    connection = SerialConnection(try SerialPort(path: port.node, settings: settings), on: loop)
    report(
      "opened",
      [
        "path": port.key, "node": port.node,
        "speed": "\(connection.report.settingsInEffect.speed.bitsPerSecond)",
      ])
  }

  /// Reads until the device goes.
  func start(ended: @escaping @Sendable (Cable) -> Void) throws(SerialPortError) {
    // The connection holds these until its end; then it lets go of us.
    try connection.start { [self] bytes, _ in
      take(bytes)
    } end: { [self] end in
      close(end)
      ended(self)
    }
  }

  private func take(_ bytes: Span<UInt8>) {
    let (first, lines, speed) = progress.withLock { progress in
      let hadLines = !progress.lines.runs.isEmpty
      progress.lines.add(bytes)
      return (hadLines ? nil : progress.lines.runs.first, progress.lines, progress.nextSpeed())
    }
    if let first { report("line", ["path": port.key, "node": port.node, "number": "\(first.first)"]) }
    if let speed { change(to: speed, after: lines) }
  }

  private func change(to speed: LineSpeed, after lines: NumberedLines) {
    do {
      try connection.apply(LineSettings(speed: speed))
      try connection.discardInput()
      report(
        "speed",
        [
          "path": port.key, "node": port.node, "speed": "\(speed.bitsPerSecond)",
          "bytes": "\(lines.byteCount)", "broken": "\(lines.broken)",
        ])
    } catch {
      report("failed", ["path": port.key, "node": port.node, "message": "\(error)"])
    }
  }

  private func close(_ end: SerialConnectionEnd) {
    reportToKernel("closed \(port.node)")
    let lines = progress.withLock { $0.lines }
    let reason = if case .vanished = end { "vanished" } else { "failed" }
    report(
      "closed",
      [
        "path": port.key, "node": port.node, "reason": reason, "descriptors": "\(descriptors(of: port.node))",
        "bytes": "\(lines.byteCount)", "broken": "\(lines.broken)",
        "lines": lines.runs.map(\.description).joined(separator: ","), "message": "\(end.error)",
      ])
  }
}
