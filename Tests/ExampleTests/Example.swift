import Foundation
import TestSupport

/// A program of `docs/examples`, built beside these tests, and the receivers that it finds.
struct Example {
  /// What a program has printed, and how it ended: a signal's number is negative.
  struct Outcome: Equatable {
    var lines: [String]
    var status: Int32
  }

  private let program: URL

  init(_ name: String) throws {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    program = URL(filePath: tests).deletingLastPathComponent().appending(path: name)
  }

  /// Runs it until it ends, or has printed certain texts, and gives back what it printed.
  ///
  /// Its source is the first of the cables, and `{0}`, `{1}` in an argument are their ports. With each look at the screen
  /// a second of a receiver's time may pass.
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
    var printed: [UInt8] = []
    while process.isRunning {
      if isReady(try screen.descriptor(), within: 20) { printed += try screen.readNow() }
      let text = string(printed)
      if !texts.isEmpty, texts.allSatisfy(text.contains) { process.interrupt() }
      for cable in cables where process.isRunning { try cable.pass(text) }
    }
    process.waitUntilExit()
    printed += try screen.readNow()
    return outcome(of: process, string(printed))
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
