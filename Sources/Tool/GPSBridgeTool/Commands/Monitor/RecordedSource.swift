internal import GNSS
internal import GPSBridge
internal import GPSEventRuntime
internal import GPSFormats
internal import Glibc
internal import SimulatedGPS
internal import GPSBase
internal import GPSSystemCalls

/// A receiver that plays a recording in real time.
enum RecordedSource {
  /// Opens a recording.
  ///
  /// - Parameters:
  ///   - name: The recording.
  ///   - skipsSearch: Whether to begin shortly before the first position, for a single screen.
  ///   - note: Called with a remark when a long pause is shortened.
  /// - Returns: The receiver that plays it, and the file; nil for a pipe.
  /// - Throws: A complaint if it can't be read, is empty, or is a file with nothing known.
  static func open(
    _ name: SourceName, skipsSearch: Bool = false, _ note: @escaping @Sendable (String) -> Void
  ) throws(ToolError) -> (Receiver, PlayedFile?) {
    switch name {
    case .file(let argument):
      // Open it first, so that a missing or unreadable file is reported as in all commands.
      _ = try ByteInput(opening: argument.bytes)
      guard let path = String(validating: argument.bytes, as: UTF8.self) else {
        throw ToolError(
          code: "malformed_source", exit: .usage, message: "the file \(argument.shown) can't be played",
          reason: "its name is not UTF-8", remedy: "make a link to it that has a plain name")
      }
      return try play(path, name, skipsSearch, note)
    // A file is played by its own times; a pipe's bytes arrive in real time.
    case .standardInput:
      return try Kernel.node(of: STDIN_FILENO)?.isFile == true
        ? play("/dev/stdin", name, skipsSearch, note) : (pipe(name), nil)
    case .automatic, .port, .simulated, .network, .store: throw LiveSource.refusal(of: name)
    }
  }

  private static func pipe(_ name: SourceName) throws(ToolError) -> Receiver {
    if fcntl(STDIN_FILENO, F_GETFL) & O_ACCMODE == O_WRONLY {
      // It was closed: see `Kernel.occupyStandardDescriptors`.
      throw OpenFailure.reading(EBADF, name.shown, after: 0)
    }
    var options = ReceiverOptions()
    // A pipe that has ended does not reconnect.
    options.reconnect = .never
    options.strictness = ReadingRules.strictness
    return Receiver(PipeDevice(STDIN_FILENO), options: options)
  }

  private static func play(
    _ path: String, _ name: SourceName, _ skipsSearch: Bool, _ note: @escaping @Sendable (String) -> Void
  ) throws(ToolError) -> (Receiver, PlayedFile?) {
    let file = try PlayedFile.open(path, name.shown)
    // Start once the port is certainly open: earlier bytes would be lost.
    var stream = RecordingStream(file, delay: .milliseconds(500))
    // Played, a file without anything known would show nothing for as long as a line takes for its bytes.
    _ = try RecordedFixes(name).read(within: nil) { _, _ in false }
    stream.cutPauses { note(PauseTally.note(on: $0)) }
    var begin = Duration.zero
    if skipsSearch, let position = firstPosition(in: stream) {
      begin = max(.zero, position - lead)
      stream.skip(to: begin)
    }
    var options = ReceiverOptions()
    options.strictness = ReadingRules.strictness
    let simulated = SimulatedReceiver(playing: Simulation.Replay(stream, from: begin), name: name.shown)
    let receiver =
      options.strictness == .standard ? simulated.receiver : Receiver(simulated, options: options)
    return (receiver, file)
  }

  /// The time to play before the first position, to have the satellites and the rate with it.
  private static let lead = Duration.seconds(3)
  /// The number of bytes searched for a position, which takes a tenth of a second.
  private static let searched = 16_000_000

  /// The time of the first position in a recording; nil if the part searched has none.
  private static func firstPosition(in stream: RecordingStream) -> Duration? {
    var stream = stream
    // Without the notes on pauses: it is played afterwards.
    stream.cutPauses { _ in }
    var decoder = FixDecoder(.recording(), ReadingRules.strictness)
    var count = 0
    while count < searched, let piece = stream.nextPiece() {
      var isFound = false
      decoder.decode(piece.bytes.span) { output in
        if case .fix(let fix) = output, fix.hasPosition { isFound = true }
      }
      if isFound { return piece.time }
      count += piece.bytes.count
    }
    return nil
  }
}

/// A pipe with a receiver's bytes in real time, from another program.
struct PipeDevice: ReceiverDevice {
  private let descriptor: CInt

  init(_ descriptor: CInt) { self.descriptor = descriptor }

  var place: DevicePlace {
    var place = DevicePlace(key: "-", node: "standard input", isSimulated: true)
    place.isRecording = true
    return place
  }

  func open(
    _ place: DevicePlace, speed: Int?, on loop: EventLoop
  ) throws(LocationError) -> any ByteSource { PipeSource(descriptor, loop) }
}

private final class PipeSource: ByteSource {
  private let descriptor: CInt
  private let loop: EventLoop
  private let watch = Guarded<Watch?>(nil)

  init(_ descriptor: CInt, _ loop: EventLoop) { (self.descriptor, self.loop) = (descriptor, loop) }

  func start(
    bytes: @escaping @Sendable (Span<UInt8>, ContinuousClock.Instant) -> Void,
    end: @escaping @Sendable (LocationError?) -> Void
  ) {
    let descriptor = descriptor
    // Reads once; false at the end.
    let take: @Sendable () -> Bool = { [weak self] in
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = unsafe read(descriptor, &buffer, buffer.count)
      let error = Errno(errno)
      if count > 0 { bytes(buffer.span.extracting(..<count), ContinuousClock.now) }
      guard count == 0 || count < 0 && error != .interrupted && error != .wouldBlock else { return true }
      self?.close()
      end(count == 0 ? nil : .unread(error))
      return false
    }
    do throws(Errno) {
      let begun = try loop.watch(descriptor, for: .readable) { _ in _ = take() }
      watch.withLock { $0 = begun }
    } catch .notPermitted {
      // It is always ready, such as /dev/null.
      readOn(take)
    } catch {
      loop.async { end(.unread(error)) }
    }
  }

  private func readOn(_ take: @escaping @Sendable () -> Bool) {
    loop.async { [weak self] in if let self, take() { readOn(take) } }
  }

  func close() {
    let begun = watch.withLock { watch in
      defer { watch = nil }
      return watch
    }
    guard let begun else { return }
    loop.async { [loop] in loop.end(begun) }
  }
}

extension LocationError {
  fileprivate static func unread(_ error: Errno) -> LocationError {
    LocationError(
      .portFailed, "cannot read standard input: \(error.words)",
      remedy: "check the program that writes into it")
  }
}
