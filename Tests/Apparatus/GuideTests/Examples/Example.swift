import Foundation
import TestSupport
import Testing

/// A program of `docs/examples`, and the receivers that it finds.
struct Example {
  /// What a program has printed, and how it ended: a signal's number is negative.
  struct Outcome: Equatable {
    var lines: [String]
    var status: Int32
  }

  /// Where they are built, if they are.
  static let folder = ProcessInfo.processInfo.environment["GPSBRIDGE_EXAMPLES"].map { URL(filePath: $0) }

  private let program: URL

  init(_ name: String) throws { program = try #require(Self.folder).appending(path: name) }

  /// Runs it until it ends, or has printed certain texts, and gives back what it printed.
  ///
  /// Its source is the first of the cables, and `{0}`, `{1}` in an argument are their ports. With each look at the screen
  /// a second of a receiver's time may pass, if the last one is long enough ago.
  func run(
    _ arguments: [String] = [], _ cables: [Cable] = [], until texts: String...
  ) throws -> Outcome {
    let arguments = arguments.map { argument in
      cables.enumerated().reduce(argument) { $0.replacing("{\($1.offset)}", with: $1.element.path) }
    }
    // Not a pipe: into that a program prints when it ends.
    let screen = try PseudoTerminal()
    let process = try start(arguments, source: cables.first?.path ?? "/dev/null") {
      $0.standardOutput = FileHandle(forUpdatingAtPath: screen.path)
    }
    return try follow(process, on: screen, cables, until: texts)
  }

  /// Runs it without a receiver at first, and until it ends after one is plugged in.
  ///
  /// The second answer is the processor time that it used in two seconds of waiting, from one second after its start.
  func run(plugging cable: Cable) throws -> (outcome: Outcome, idle: Duration) {
    let link = FileManager.default.temporaryDirectory.appending(path: "late-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: link) }
    let screen = try PseudoTerminal()
    let process = try start([], source: link.path) {
      $0.standardOutput = FileHandle(forUpdatingAtPath: screen.path)
    }
    let early = try look(at: screen, for: .seconds(1))
    let before = try processorTime(of: process)
    let late = try look(at: screen, for: .seconds(2))
    let idle = try processorTime(of: process) - before
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: cable.path)
    return (try follow(process, on: screen, [cable], after: early + late), idle)
  }

  /// Shows a program's screen to its receivers until it ends; it is interrupted when it has printed certain texts.
  private func follow(
    _ process: Process, on screen: PseudoTerminal, _ cables: [Cable], until texts: [String] = [],
    after first: [UInt8] = []
  ) throws -> Outcome {
    var printed = first
    while process.isRunning {
      printed += try look(at: screen)
      let text = string(printed)
      if !texts.isEmpty, texts.allSatisfy(text.contains) { process.interrupt() }
      for cable in cables where process.isRunning { try cable.pass(text) }
    }
    process.waitUntilExit()
    printed += try screen.readNow()
    return outcome(of: process, string(printed))
  }

  /// Reads a screen for at most 20 ms.
  private func look(at screen: PseudoTerminal) throws -> [UInt8] {
    isReady(try screen.descriptor(), within: 20) ? try screen.readNow() : []
  }

  /// Reads a screen for so long.
  private func look(at screen: PseudoTerminal, for duration: Duration) throws -> [UInt8] {
    let end = ContinuousClock.now + duration
    var printed: [UInt8] = []
    while ContinuousClock.now < end { printed += try look(at: screen) }
    return printed
  }

  /// The processor time that a process has used, to a hundredth of a second.
  private func processorTime(of process: Process) throws -> Duration {
    let line = try String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
    // The name of the program may have blanks in it; its user's and its kernel's time are the 12th and 13th words behind.
    let words = line.split(separator: ")").last?.split(separator: " ") ?? []
    return .milliseconds(words.count > 12 ? 10 * ((Int(words[11]) ?? 0) + (Int(words[12]) ?? 0)) : 0)
  }

  /// Runs it with a text as its input.
  func run(input: [UInt8]) throws -> Outcome {
    let file = try TemporaryFile(input)
    let output = Pipe()
    let process = try start([], source: "/dev/null") {
      $0.standardInput = FileHandle(fileDescriptor: file.descriptor)
      $0.standardOutput = output
    }
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return outcome(of: process, string(Array(printed)))
  }

  /// Runs it into a pipe until a text has come through, or until it ends.
  func runIntoPipe(source: String, until text: String) throws -> String {
    let output = Pipe()
    let process = try start([], source: source) { $0.standardOutput = output }
    var printed: [UInt8] = []
    while !string(printed).contains(text) {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { break }
      printed += more
    }
    process.terminate()
    process.waitUntilExit()
    return string(printed)
  }

  private func start(
    _ arguments: [String], source: String, _ change: (Process) -> Void
  ) throws -> Process {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["GPSBRIDGE_SOURCE": source]) { $1 }
    process.standardInput = FileHandle.nullDevice
    change(process)
    try process.run()
    ChildLimit.keep(process.processIdentifier)
    return process
  }

  private func outcome(of process: Process, _ printed: String) -> Outcome {
    let status = process.terminationStatus
    let lines = printed.split(whereSeparator: \.isNewline).map(String.init)
    return Outcome(lines: lines, status: process.terminationReason == .exit ? status : -status)
  }

  private func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func isReady(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&asked, 1, milliseconds) > 0 && asked.revents & Int16(POLLIN) != 0
  }
}
