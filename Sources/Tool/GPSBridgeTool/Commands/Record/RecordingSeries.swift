internal import GPSSystemCalls
internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import Glibc
internal import GPSBase

/// One recording, or a sequence of them in a folder: bytes in, lines on disk.
struct RecordingSeries: Sendable {
  /// Why writing stopped.
  enum Stop: Error, Hashable {
    case fault(Errno)
    case complaint(ToolError)
    /// The file has reached its maximum size.
    case full
  }

  private(set) var bytes = 0
  private(set) var files = 0
  private(set) var path: [UInt8] = []
  /// Why writing stopped; nil while it continues.
  private(set) var stop: Stop?
  /// The facts about the device, for the header.
  var fields: [RecordedLog.Header.Field] = []

  /// How long to wait for a pipe's reader.
  let patience = ReaderPatience()

  private let options: RecordOptions
  private var folder: RecordingFolder?
  private var file: RecordingFile?
  private var writer = RecordedLog.Writer()
  private var begun = ContinuousClock.now
  private var bytesOfFile = 0
  /// The file before the current one.
  private var previous: [UInt8] = []
  private var notes: [String] = []
  private var hasHeader = false
  /// Whether the first file was created; from then on, a file with our name is another program's.
  private var hasBegun = false
  /// Whether a clock that was not set has named the current file.
  private(set) var isMisdated = false
  /// The number of the time span that this file covers.
  private var period = 0

  /// Opens the first file at once, so that an error is reported immediately.
  init(_ options: RecordOptions, at moment: LiveMoment) throws(ToolError) {
    self.options = options
    folder = RecordingFolder(options.output, ending: options.isRaw ? "raw" : "gbr")
    guard folder != nil || options.rotation == nil else {
      throw ToolError(
        code: "not_a_directory", exit: .usage,
        message: "--rotate needs a folder, which \(VisibleText.escaped(options.output)) is not",
        remedy: "make one (mkdir), and name it: -o DIR")
    }
    try begin(at: moment)
    hasBegun = true
  }

  /// Writes bytes with their arrival time.
  mutating func take(_ chunk: [UInt8], arrival: ContinuousClock.Instant, at moment: LiveMoment) {
    guard stop == nil else { return }
    do throws(Stop) {
      if isOver(moment) { try turn(at: moment) }
      var text: [UInt8] = []
      if options.isRaw {
        text = chunk
      } else {
        if !hasHeader { text = header(at: moment) }
        writer.append(chunk.span, at: begun.duration(to: arrival), to: &text)
      }
      if folder == nil, let most = options.mostBytes, (file?.size ?? 0) + text.count > most { throw .full }
      do throws(Errno) { try file?.append(text) } catch { throw .fault(error) }
      if !hasHeader, options.mostBytes != nil { folder?.note(path) }
      hasHeader = true
      bytes += chunk.count
      bytesOfFile += chunk.count
    } catch { stop = error }
  }

  /// Writes a comment line among the data.
  mutating func remark(_ text: String, at moment: LiveMoment) {
    guard hasHeader, !options.isRaw, stop == nil else { return }
    let line = "# \(Timestamp.text(moment.time)) \(VisibleText.escaped(text.utf8))\n"
    do throws(Errno) { try file?.append(Array(line.utf8)) } catch { stop = .fault(error) }
  }

  /// Syncs the file, so that its bytes survive a crash of the machine.
  ///
  /// If another program has moved or removed the file, the recording continues in a new one.
  mutating func sync(at moment: LiveMoment) {
    guard stop == nil else { return }
    name(by: moment.time, at: moment.instant)
    do throws(Stop) {
      if let loss = file?.loss { try goOn(after: loss, at: moment) }
      do throws(Errno) { try file?.sync() } catch { throw .fault(error) }
    } catch { stop = error }
  }

  /// Returns the messages since the last call.
  mutating func takeNotes() -> [String] {
    defer { notes = [] }
    return notes
  }

  /// Closes the last file; removes it if it is empty.
  mutating func finish() {
    defer { file = nil }
    if let loss = file?.loss {
      stop = stop ?? .complaint(leave(after: loss))
      return
    }
    guard bytesOfFile > 0 else { return file?.discard() ?? () }
    do throws(Errno) { try file?.finish() } catch { stop = stop ?? .fault(error) }
  }

  // MARK: - Files

  /// Whether the bytes go to a file rather than to a pipe or a device.
  var writesRegularFile: Bool { file?.isRegular ?? false }

  private mutating func begin(at moment: LiveMoment) throws(ToolError) {
    let utc = moment.time
    if let folder, let most = options.mostBytes {
      // Make room for the expected size of this file, if known.
      let size = if case .bytes(let size) = options.rotation { min(size, most) } else { 0 }
      folder.makeRoom(for: size, within: most)
    }
    file = nil
    file = try open(at: utc)
    previous = path
    path = file?.path ?? []
    files += 1
    bytesOfFile = 0
    writer = RecordedLog.Writer()
    begun = moment.instant
    hasHeader = false
    isMisdated = folder != nil && utc.date < DateReference.buildDate
    period = number(of: utc)
  }

  /// Renames the current file by its true start time, if a clock that was not set has named it.
  ///
  /// - Parameters:
  ///   - utc: The time, by the receiver or by the host.
  ///   - instant: The same time on the monotonic clock.
  mutating func name(by utc: UTC, at instant: ContinuousClock.Instant) {
    guard isMisdated, utc.date >= DateReference.buildDate, let folder, file?.loss == nil else { return }
    isMisdated = false
    let start = LiveMoment(instant, utcSeconds: Double(utc.secondsSince1970)).utc(begun)
    for number in 0..<1000 {
      do throws(Errno) {
        try file?.rename(to: folder.name(at: start, number: number))
      } catch  where error.rawValue == EEXIST {
        continue
      } catch {
        // On a file system without links, the file keeps its name.
        return
      }
      break
    }
    notes.append(
      "note: \(VisibleText.escaped(path)) is \(VisibleText.escaped(file?.path ?? [])) now: its time is known\n"
    )
    path = file?.path ?? path
    if options.mostBytes != nil, hasHeader { self.folder?.note(path) }
  }

  private func open(at utc: UTC) throws(ToolError) -> RecordingFile {
    guard options.output != Array("-".utf8) else { return RecordingFile(patience: patience) }
    guard let folder else {
      return try RecordingFile(
        options.output, overwrites: options.overwrites && !hasBegun, patience: patience)
    }
    for number in 0..<1000 {
      do throws(ToolError) {
        return try RecordingFile(folder.name(at: utc, number: number), overwrites: false)
      } catch  where error.code == "exists" { continue }
    }
    throw OutputFailure.exists(VisibleText.escaped(folder.name(at: utc, number: 0)))
  }

  /// Continues in a new file, under the same name if it is free.
  private mutating func goOn(after loss: RecordingFile.Loss, at moment: LiveMoment) throws(Stop) {
    let complaint = leave(after: loss)
    do throws(ToolError) { try begin(at: moment) } catch { throw .complaint(complaint) }
    notes.append("note: \(complaint.message): the recording goes on in \(VisibleText.escaped(path))\n")
  }

  /// Closes a file whose name no longer leads to its bytes, and stops counting them.
  private mutating func leave(after loss: RecordingFile.Loss) -> ToolError {
    let complaint = ToolError(
      code: "recording_lost", exit: .unexpected,
      message: "\(VisibleText.escaped(path)) was \(loss.rawValue) while it was recorded",
      reason: loss == .renamed
        ? "earlier data is under its other name: \(Plural.of(bytesOfFile, "byte"))"
        : "it had \(Plural.of(bytesOfFile, "byte"))",
      remedy: "let record change files by itself: record -o DIR --rotate 1d")
    file?.close()
    file = nil
    (bytes, bytesOfFile, files, path) = (bytes - bytesOfFile, 0, files - 1, previous)
    return complaint
  }

  private mutating func turn(at moment: LiveMoment) throws(Stop) {
    if let loss = file?.loss { return try goOn(after: loss, at: moment) }
    do throws(Errno) { try file?.finish() } catch { throw .fault(error) }
    do throws(ToolError) { try begin(at: moment) } catch { throw .complaint(error) }
  }

  private func isOver(_ moment: LiveMoment) -> Bool {
    let size = file?.size ?? 0
    // One file must not fill the whole quota: then the oldest could never be removed.
    if folder != nil, let most = options.mostBytes, size >= max(most / 4, 65_536) { return true }
    return switch options.rotation {
    case nil: false
    case .seconds: number(of: moment.time) != period
    case .bytes(let most): size >= most
    }
  }

  private func number(of utc: UTC) -> Int {
    guard case .seconds(let seconds) = options.rotation else { return 0 }
    return Int(Double(utc.secondsSince1970) / seconds)
  }

  private func header(at moment: LiveMoment) -> [UInt8] {
    writer.header(RecordedLog.Header(started: moment.utc(begun), fields: fields))
  }

  /// The result in one line, for people.
  func report(dropped: Int) -> String {
    let files = files > 1 ? " and \(files - 1) before it" : ""
    let lost = dropped > 0 ? ", \(Plural.of(dropped, "byte")) lost: the disk was too slow" : ""
    let name = path == Array("-".utf8) ? "standard output" : VisibleText.escaped(path)
    return "\(name)\(files): \(Plural.of(bytes, "byte"))\(lost)\n"
  }

  /// Whether the reader of a pipe stopped reading.
  var isUnread: Bool { stop == .fault(Errno(EAGAIN)) }

  /// Throws the reason why it stopped, unless its size was reached or its reader has gone.
  func check() throws(ToolError) {
    switch stop {
    case .fault(let fault):
      // A reader that closed the pipe is not an error.
      if fault.rawValue == EPIPE { return }
      throw OutputFailure.writing(
        fault.rawValue, VisibleText.escaped(path),
        left: "earlier data is there and can be read: \(Plural.of(bytes, "byte"))")
    case .complaint(let complaint): throw complaint
    case .full, nil: break
    }
  }
}
