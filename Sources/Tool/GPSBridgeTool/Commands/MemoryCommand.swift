internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import GPSBase
internal import GPSSystemCalls

/// `gpsbridge memory`: shows and deletes the data kept for receivers without a battery.
struct MemoryCommand: VerbRun {
  private let parsed: ParsedArguments
  private let output: ByteOutput

  init(_ parsed: ParsedArguments, _ output: ByteOutput) { (self.parsed, self.output) = (parsed, output) }

  func run() throws(ToolError) -> ExitCode {
    let name = parsed.operand(1)?.text
    guard let folder = MemoryFolder.ofUser else {
      throw ToolError(
        code: "no_home", exit: .notFound, message: "there is no folder for stored data",
        reason: "neither XDG_STATE_HOME nor HOME names one", remedy: "set HOME")
    }
    let all = try Self.reading { () throws(MemoryFileError) in try folder.all() }
    let meant = all.filter { name == nil || $0.owner.name == name || $0.owner.number == name }
    if let name, meant.isEmpty { throw Self.unknown(name, all) }
    guard parsed.operand(0)?.text == "forget" else {
      show(meant, in: folder)
      return .done
    }
    Kernel.removeRemains(in: Array(folder.path.utf8))
    for memory in meant { try Self.reading { () throws(MemoryFileError) in try folder.forget(memory.owner) } }
    output.write(
      text: meant.isEmpty ? "nothing was stored\n" : "\(Plural.of(meant.count, "receiver")) forgotten\n")
    return .done
  }

  private static func reading<Answer>(
    _ body: () throws(MemoryFileError) -> Answer
  ) throws(ToolError) -> Answer {
    do throws(MemoryFileError) { return try body() } catch {
      throw ToolError(
        code: "bad_memory", exit: .unexpected, message: "\(error)", remedy: "check that file, or remove it")
    }
  }

  private static func unknown(_ name: String, _ all: [ReceiverMemory]) -> ToolError {
    let known = all.map(\.owner.name).joined(separator: ", ")
    return ToolError(
      code: "not_remembered", exit: .notFound,
      message: "nothing is stored about \(VisibleText.escaped(name.utf8))",
      reason: known.isEmpty ? "no receiver is stored" : "known: \(known)",
      remedy: "gpsbridge memory show lists them")
  }

  private func show(_ memories: [ReceiverMemory], in folder: MemoryFolder) {
    let isRecord = parsed.has(.json)
    for memory in memories { output.write(isRecord ? Self.record(memory) : Self.text(memory)) }
    if memories.isEmpty, !isRecord { output.write(text: "nothing is stored in \(folder.path)\n") }
  }

  // MARK: - Text

  private static func text(_ memory: ReceiverMemory) -> [UInt8] {
    var lines = [memory.owner.name]
    lines.append("  receiver  number \(memory.owner.number), firmware \(memory.owner.firmware)")
    if let saved = memory.saved {
      let pieces = Plural.of(memory.pieces.count, "piece")
      lines.append("  kept      \(pieces) of its memory, received at \(time(saved))")
    }
    if let place = memory.place {
      let latitude = NumberText.of(place.latitude, decimals: 6)
      let longitude = NumberText.of(place.longitude, decimals: 6)
      let accuracy = NumberText.of(place.accuracy, decimals: 0)
      lines.append("  place     \(latitude), \(longitude) ±\(accuracy) m at \(time(place.time))")
    }
    if !memory.starts.isEmpty {
      let starts = memory.starts.map {
        "\(NumberText.of($0.timeToFix.seconds, decimals: 1)) s \($0.kind.rawValue)"
      }
      lines.append("  starts    \(starts.joined(separator: ", "))")
    }
    if memory.isOfHelp == false {
      lines.append("  note      its starts with the memory are not faster: it is not restored")
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private static func time(_ seconds: Int64) -> String { Timestamp.text(UTC(secondsSince1970: seconds)) }

  private static func record(_ memory: ReceiverMemory) -> [UInt8] {
    JSONWriter.line { json in
      json.member("type", "memory")
      json.member("v", 1)
      json.member("name", memory.owner.name)
      json.member("number", memory.owner.number)
      json.member("firmware", memory.owner.firmware)
      json.member("pieces", memory.pieces.count)
      json.member("saved", memory.saved.map(time))
      if let place = memory.place {
        json.member("place_time", time(place.time))
        json.member("lat_deg", place.latitude)
        json.member("lon_deg", place.longitude)
        json.member("acc_m", place.accuracy, decimals: 1)
      }
      json.member("of_help", memory.isOfHelp)
    }
  }
}

extension Verb {
  static let memory = Verb("memory", MemoryCommand.self) {
    Command(
      .setUp, summary: "show or delete the data stored for a warm start of receivers",
      description: """
        The satellite data of a u-blox is stored while it has a fix, and restored at the next plug-in, so \
        that the next fix comes sooner.
        """,
      operands: [
        Operand(
          placeholder: "ACTION", help: "show the stored data, or forget it", choices: ["show", "forget"]),
        Operand(
          placeholder: "RECEIVER",
          help: "the name that show prints, or the number of the receiver; by default all", isOptional: true),
      ],
      flags: [.json],
      exitCodes: [.done, .unexpected, .usage, .notFound],
      examples: [
        Example("gpsbridge memory show", "each receiver with its data, place and starts"),
        Example("gpsbridge memory forget", "remove the data of all receivers"),
      ])
  }
}
