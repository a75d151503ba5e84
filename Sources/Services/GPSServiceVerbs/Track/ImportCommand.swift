internal import GPSBridgeTool
internal import GNSS
internal import GPSBase
internal import GPSBridge
internal import GPSFormats
internal import GPSStore
internal import GPSSystemCalls

/// `gpsbridge import`: puts recordings and GPX files into a track store.
struct ImportCommand: VerbRun {
  private let table: CommandTable
  private let files: [SourceName]
  private let store: [UInt8]
  private let device: String?
  private let reference: CivilDate?
  private let output: ByteOutput

  init(_ parsed: ParsedArguments, _ output: ByteOutput) throws(ToolError) {
    table = parsed.table
    files = try parsed.operands.map { operand throws(ToolError) in try Self.file(operand) }
    store = parsed.argument(of: .storeFile)?.bytes ?? Array("auto".utf8)
    device = parsed.value(of: .importedDevice)
    reference = parsed.day(of: .reference)
    self.output = output
  }

  static func file(_ argument: Argument) throws(ToolError) -> SourceName {
    let name = try SourceName(written: argument)
    if case .file = name { return name }
    // A path that is not there could be that of a port; only a file is meant here.
    if case .port = name, Kernel.node(argument.bytes) == nil { return .file(argument) }
    throw ToolError(
      code: "not_a_file", exit: .usage, message: "\(name.shown) can't be imported",
      reason: "a recording or a GPX file is needed, and it is read twice",
      remedy: name == .standardInput ? "write it to a file first" : "record it first: gpsbridge record")
  }

  func run() throws(ToolError) -> ExitCode {
    let settings = try Configuration.load(table)[.store]
    let path = try StorePlace.writtenPath(store, settings)
    // A file that can't be opened must not leave a new, empty store.
    let files = try files.map { name throws(ToolError) in try ImportedFile(name, reference) }
    return try Self.write(files, to: path, settings, device: device, output)
  }

  /// The device for files that name none: the only one in the store.
  ///
  /// - Throws: A complaint with the devices if there are several.
  static func device(
    of files: [ImportedFile], _ named: String?, in known: () throws(ToolError) -> [String]
  ) throws(ToolError) -> String {
    if let named { return named }
    for file in files where try !file.namesDevice() {
      let devices = try known()
      guard devices.count > 1 else { return devices.first ?? ImportedFile.unnamed }
      throw ToolError(
        code: "several_devices", exit: .usage, message: "\(file.name.shown) does not name its device",
        reason: "the store has \(devices.map { VisibleText.escaped($0.utf8) }.joined(separator: ", "))",
        remedy: "name one of them: --of \(VisibleText.escaped(devices[0].utf8))")
    }
    return ImportedFile.unnamed
  }

  /// Adds positions from files to a store, at times for which it has none.
  ///
  /// - Parameters:
  ///   - path: The path of the store.
  ///   - table: The table, by which settings files are read.
  ///   - files: The files.
  ///   - device: The device of all files; nil to use the device that a file names.
  ///   - other: The device for files that name none.
  ///   - output: The output for the counts.
  /// - Throws: A complaint about a file, or about the store.
  static func fill(
    _ path: String, _ table: CommandTable, from files: [ImportedFile], device: String?, else other: String,
    _ output: ByteOutput
  ) throws(ToolError) {
    guard !files.isEmpty else { return }
    let settings = try Configuration.load(table)[.store]
    _ = try write(files, to: path, settings, device: device, else: other, fillsHoles: true, output)
  }

  private static func write(
    _ files: [ImportedFile], to path: String, _ settings: FlagSettings, device: String?,
    else other: String = ImportedFile.unnamed, fillsHoles: Bool = false, _ output: ByteOutput
  ) throws(ToolError) -> ExitCode {
    let store = try writing { () throws(StoreError) in
      try TrackImport(into: path, program: Tool.program, at: Tool.now, limits: settings.limits)
    }
    var exit = ExitCode.done
    for file in files {
      let isKnown = try fillsHoles ? false : writing { () throws(StoreError) in try store.has(file.digest) }
      guard !isKnown else {
        output.write(text: "\(file.name.shown): it was imported before\n")
        continue
      }
      var devices = ImportedFile.Devices()
      repeat {
        do throws(ToolError) {
          let isWhole = try file.read(
            into: store, device: device, else: other, fillsHoles: fillsHoles, &devices)
          if !isWhole { exit = .dataProblems }
        } catch {
          store.abandon()
          throw error
        }
        let counts = try writing { () throws(StoreError) in try store.finish(isLast: devices.waiting.isEmpty)
        }
        let name = devices.areSeveral ? ", \(VisibleText.escaped(devices.current.utf8))" : ""
        output.write(text: "\(file.name.shown)\(name): \(text(counts, fillsHoles: fillsHoles))\n")
        if counts.fixes + counts.known == 0 { exit = .dataProblems }
      } while !devices.waiting.isEmpty
    }
    try writing { () throws(StoreError) in try store.close() }
    return exit
  }

  /// `272 positions, 2 gaps, from 2026-11-20T07:02:00.000Z to 2026-11-20T07:07:00.000Z`.
  private static func text(_ counts: TrackImport.Counts, fillsHoles: Bool = false) -> String {
    var parts = [fillsHoles && counts.fixes == 0 ? "nothing is missing" : Plural.of(counts.fixes, "position")]
    if fillsHoles, counts.fixes == 0, counts.undated + counts.untimed > 0 { parts = ["nothing was added"] }
    if counts.known > 0, !fillsHoles { parts.append("\(counts.known) left out: their times are stored") }
    if counts.gaps > 0 { parts.append(Plural.of(counts.gaps, "gap")) }
    if counts.undated > 0 { parts.append("\(counts.undated) left out: they have no date") }
    if counts.impossible > 0 {
      parts.append("\(counts.impossible) left out: no receiver was on at their date")
    }
    if counts.untimed > 0 {
      parts.append("\(counts.untimed) left out: their time is not the receiver's, so they can't be compared")
    }
    if let first = counts.first, let last = counts.last {
      parts.append("from \(Timestamp.text(first)) to \(Timestamp.text(last))")
    }
    return parts.joined(separator: ", ")
  }

  private static func writing<Answer>(_ work: () throws(StoreError) -> Answer) throws(ToolError) -> Answer {
    do throws(StoreError) { return try work() } catch { throw ToolError(writing: error) }
  }
}

/// A file to import: a recording of any kind, GPX, or our own records.
struct ImportedFile {
  /// The devices of a file of records, which is read once for each.
  struct Devices {
    fileprivate(set) var current = ""
    fileprivate(set) var waiting: Set<String> = []
    fileprivate var read: Set<String> = []
    var areSeveral: Bool { read.count + waiting.count > 1 }
    /// More than the store of one machine has; each requires reading the file.
    fileprivate static let most = 64
  }

  let name: SourceName
  let digest: FileDigest
  private let reference: CivilDate?
  private let (isXML, isOfRecords): (Bool, Bool)

  /// Reads it once for its digest.
  init(_ name: SourceName, _ reference: CivilDate?) throws(ToolError) {
    (self.name, self.reference) = (name, reference)
    var input = try ByteInput(name)
    if input.isLive {
      throw ToolError(
        code: "not_a_file", exit: .usage, message: "\(name.shown) can't be imported",
        reason: "it is a pipe or a device, and a file is read twice", remedy: "write it to a file first")
    }
    var digest = FileDigest()
    var begin: [UInt8] = []
    do throws(Errno) {
      while try input.read({ bytes in
        digest.add(bytes)
        for index in 0..<min(bytes.count, max(0, ForeignTrack.length - begin.count)) {
          begin.append(bytes[index])
        }
      }) {}
    } catch { throw OpenFailure.reading(error.rawValue, name.shown, after: Int(digest.length)) }
    self.digest = digest
    let track = ForeignTrack(begin)
    (isXML, isOfRecords) = (GPXReader.mayBegin(with: begin), track?.isOfRecords == true)
    guard let track, !isOfRecords else { return }
    throw ToolError(
      code: "nothing_known", exit: .nothingKnown, message: "\(name.shown) is \(track.name)",
      reason: "recordings of receivers, GPX files and records are imported", remedy: track.remedy(name.shown))
  }

  /// The key of the device of files that name none.
  static let unnamed = "import"

  func namesDevice() throws(ToolError) -> Bool {
    guard !isXML, !isOfRecords else { return isOfRecords }
    var input = try RecordedInput(name)
    var isNamed = false
    // The header is at the begin.
    _ = try input.read { part, _ in
      if case .header(let header) = part, header.device != nil { isNamed = true }
    }
    return isNamed
  }

  /// Reads it into a store; returns whether it is complete.
  func read(
    into store: TrackImport, device: String?, else other: String = unnamed, fillsHoles: Bool = false,
    _ devices: inout Devices
  ) throws(ToolError) -> Bool {
    let file = TrackImport.File(
      name: name.shown, device: device ?? other, digest: digest, fillsHoles: fillsHoles)
    if isXML { return try readGPX(into: store, file) }
    if isOfRecords { return try readRecords(into: store, file, named: device, &devices) }
    try readRecording(into: store, file, named: device)
    return true
  }

  private func readRecording(
    into store: TrackImport, _ file: TrackImport.File, named device: String?
  ) throws(ToolError) {
    var input = try RecordedInput(name)
    var decoder = RecordedDecoder(reference, ReadingRules.strictness)
    var signal: Double?
    store.begin(file)
    func hear(_ output: DecodedOutput, _ moment: RecordedMoment) {
      switch output {
      case .fix(let fix):
        store.take(fix, signal: signal, arrival: moment.arrival, isSuspect: moment.isSuspect)
      case .sky(let sky): signal = sky.medianSignal
      default: break
      }
    }
    while try input.read({ part, bytes in
      if case .header(let header) = part {
        var known = file
        (known.device, known.started) = (device ?? header.device ?? file.device, header.started)
        store.begin(known)
      }
      decoder.take(part, bytes, hear)
    }) {}
    decoder.finish(hear)
    let verdict = input.verdict(decoder)
    if let complaint = verdict.complaint { throw complaint }
    if let note = verdict.note { ErrorReport.say(note) }
  }

  /// Reads the records of one device: the next pending one, or the first named one.
  private func readRecords(
    into store: TrackImport, _ file: TrackImport.File, named device: String?, _ devices: inout Devices
  ) throws(ToolError) -> Bool {
    var input = try ByteInput(name)
    var reader = FixRecordReader()
    var chosen = device ?? devices.waiting.min()
    let isFirst = devices.read.isEmpty
    var others: Set<String> = []
    var (count, left) = (0, 0)
    var firstLeft: Int?
    func hear(_ line: FixRecord.Line, _ number: Int) {
      switch line {
      case .fix(let record):
        let key = device ?? record.device ?? file.device
        if chosen == nil { chosen = key }
        if count == 0, key == chosen {
          var known = file
          known.device = key
          store.begin(known)
        }
        if key == chosen {
          count += 1
          store.take(record)
        } else if others.count < Devices.most {
          others.insert(key)
        }
      case .other: break
      case .unreadable:
        left += 1
        firstLeft = firstLeft ?? number
      }
    }
    do throws(Errno) {
      while try input.read({ bytes in reader.read(bytes, hear) }) {}
    } catch { throw OpenFailure.reading(error.rawValue, name.shown, after: 0) }
    reader.finish(hear)
    guard let chosen, count > 0 else {
      throw ToolError(
        code: "nothing_known", exit: .nothingKnown, message: "\(name.shown) contains no record of an epoch",
        reason: "records of type fix are imported",
        remedy: "gpsbridge export store:FILE -o OUT.ndjson writes them")
    }
    devices.current = chosen
    devices.read.insert(chosen)
    devices.waiting = others.subtracting(devices.read)
    guard devices.read.count + devices.waiting.count <= Devices.most else {
      throw ToolError(
        code: "several_devices", exit: .usage,
        message: "\(name.shown) names more than \(Devices.most) devices",
        reason: "it is read once for each", remedy: "name the one that all records are of: --of NAME")
    }
    guard isFirst, let firstLeft else { return left == 0 }
    ErrorReport.say(
      "note: \(name.shown) has \(Plural.of(left, "line")) that can't be read, the first is line \(firstLeft); left out\n"
    )
    return false
  }

  private func readGPX(into store: TrackImport, _ file: TrackImport.File) throws(ToolError) -> Bool {
    var input = try ByteInput(name)
    var reader = GPXReader()
    var (count, left) = (0, 0)
    var firstLeft: Int?
    store.begin(file)
    do throws(Errno) {
      while try input.read({ bytes in
        reader.read(bytes) { item in
          switch item {
          // Routes and waypoints are no places where a receiver was.
          case .point(let point) where point.kind != .track: break
          case .point(let point) where !point.isValid:
            left += 1
            firstLeft = firstLeft ?? point.line
          case .point(let point):
            count += 1
            store.take(point.fix)
          case .segmentEnd: store.interrupt()
          }
        }
      }) {}
    } catch { throw OpenFailure.reading(error.rawValue, name.shown, after: 0) }
    let bad = firstLeft.map {
      "\(Plural.of(left, "point")) without a valid place or time, the first in line \($0)"
    }
    if count == 0, let bad {
      throw ToolError(
        code: "nothing_known", exit: .nothingKnown,
        message: "\(name.shown) contains no points of a track that can be read", reason: "found \(bad)",
        remedy: "correct the file, or export it again from its source")
    }
    guard reader.isGPX, count > 0 else {
      throw ToolError(
        code: "nothing_known", exit: .nothingKnown,
        message: "\(name.shown) contains no \(reader.isGPX ? "points of a track" : "GPX")",
        reason: reader.isGPX ? "routes and waypoints are not imported" : "it is another kind of XML",
        remedy: "give a recording of a receiver, or a GPX file with a track")
    }
    if let bad { ErrorReport.say("note: \(name.shown) has \(bad); left out\n") }
    if !reader.isWhole {
      ErrorReport.say("note: \(name.shown) ends within the track, without </gpx>: what follows is missing\n")
    }
    return reader.isWhole
  }
}

// MARK: - Command line

extension Verb {
  static let importing = Verb("import", ImportCommand.self) {
    Command(
      .keep, summary: "add recordings, GPX files and records to the track store",
      description: """
        Adds each file once: all of it, or nothing. Positions without a date, and times that the device \
        has already, are left out.
        """,
      operands: [
        Operand(
          placeholder: "FILE",
          help: "a recording of any kind, a GPX file, or records (.ndjson), also compressed by gzip",
          isRepeated: true)
      ],
      flags: [.storeFile, .importedDevice, .reference, .noChecksum],
      exitCodes: ExitCode.opening + [.nothingKnown, .dataProblems],
      examples: [
        Example("gpsbridge import *.gbr *.nmea.gz", "recordings, into the store of this user"),
        Example(
          "gpsbridge import --of bike --store track.db tour.gpx", "a GPX file, as the track of a device"),
        Example("gpsbridge import old.ndjson", "the records of gpsbridge export store:old.db -o old.ndjson"),
      ])
  }
}

extension Flag {
  static let importedDevice = Flag(
    "of", "NAME", help: "the device of the positions; by default the one that a recording names")
}
