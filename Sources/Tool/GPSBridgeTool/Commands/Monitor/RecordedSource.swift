internal import CommandLineTable
internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import Glibc
internal import SimulatedGPS
internal import GPSBase
internal import ToolFiles
internal import ToolSources

/// A receiver that plays a recording, at the pace at which it was recorded.
enum RecordedSource {
  /// A receiver, and a note about how it is played.
  struct Opened {
    var receiver: Receiver
    var note: String?
  }

  /// Opens a recording.
  ///
  /// - Parameters:
  ///   - name: The recording.
  ///   - skipsSearch: Whether playing begins shortly before the first position, for a single screen of it.
  /// - Returns: The receiver that plays it.
  /// - Throws: A complaint if it can't be read, or if it is empty.
  static func open(_ name: SourceName, skipsSearch: Bool = false) throws(ToolError) -> Opened {
    switch name {
    case .file(let argument):
      // Open it first: a missing file, or one without permission, is reported as in all commands.
      _ = try ByteInput(opening: argument.bytes)
      guard let path = String(validating: argument.bytes, as: UTF8.self) else {
        throw ToolError(
          code: "malformed_source", exit: .usage, message: "the file \(argument.shown) can't be played",
          reason: "its name is no UTF-8", hint: "make a link to it that has a plain name")
      }
      return try play(path, name, skipsSearch)
    // A file has a pace of its own; bytes through a pipe come when they come.
    case .standardInput where isFile(STDIN_FILENO): return try play("/dev/stdin", name, skipsSearch)
    case .standardInput:
      var options = ReceiverOptions()
      // A pipe that has ended does not come back.
      options.reconnect = .never
      options.strictness = ReadingRules.strictness
      return Opened(receiver: Receiver(PipeDevice(STDIN_FILENO), options: options))
    case .automatic, .port, .simulated, .network: return Opened(receiver: try LiveSource.open(name))
    }
  }

  private static func play(
    _ path: String, _ name: SourceName, _ skipsSearch: Bool
  ) throws(ToolError) -> Opened {
    let recording: Simulation.Recording
    do throws(RecordedLog.FileError) {
      recording = try Simulation.Recording(contentsOf: path)
    } catch {
      throw ToolError(
        code: "unreadable", exit: error.code == .notAFile ? .usage : .unexpected,
        message: "cannot read \(name.shown): \(VisibleText.escaped("\(error)".utf8))",
        reason: nil, hint: "give a recording of a receiver's NMEA sentences or u-blox messages")
    }
    guard recording.byteCount > 0 else {
      throw ToolError(
        code: "nothing_known", exit: .nothingKnown, message: "\(name.shown) is empty",
        reason: nil, hint: "give a recording of a receiver's NMEA sentences or u-blox messages")
    }
    // Begin after the port is surely open: earlier bytes would be lost.
    var cut = PauseCut()
    let played = cut.apply(to: recording, delay: .milliseconds(500))
    var options = ReceiverOptions()
    options.strictness = ReadingRules.strictness
    let begin = skipsSearch ? firstPosition(in: played).map { max(.zero, $0 - lead) } ?? .zero : .zero
    let simulated = SimulatedReceiver(playing: Simulation.Replay(played, from: begin), name: name.shown)
    let receiver =
      options.strictness == .standard ? simulated.receiver : Receiver(simulated, options: options)
    return Opened(receiver: receiver, note: cut.note)
  }

  /// The time played before the first position, so that a sky and a rate are known with it.
  private static let lead = Duration.seconds(3)

  /// When the first position of a recording is complete; nil if it has none.
  private static func firstPosition(in recording: Simulation.Recording) -> Duration? {
    var decoder = FixDecoder(.recording(), ReadingRules.strictness)
    for index in 0..<recording.count {
      let bytes = recording[index].bytes
      var isFound = false
      decoder.decode(bytes.span) { output in
        if case .fix(let fix) = output, fix.hasPosition { isFound = true }
      }
      if isFound { return recording[index].time }
    }
    return nil
  }

  private static func isFile(_ descriptor: CInt) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
