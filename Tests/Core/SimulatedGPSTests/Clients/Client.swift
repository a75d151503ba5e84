import Foundation
import Testing
import TestSupport

/// A program of somebody else's that talks to a simulated receiver behind a pseudo-terminal.
struct Client {
  let path: String

  /// A program of the system, also of the folder for daemons; nil if it is not installed.
  init?(_ name: String) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "") + ":/usr/bin:/usr/sbin"
    let places = folders.split(separator: ":").map { "\($0)/\(name)" }
    guard let path = places.first(where: FileManager.default.isExecutableFile) else { return nil }
    self.path = path
  }

  /// A program at a place.
  init(path: String) { self.path = path }

  /// A process that was begun; it is ended with the last that knows it.
  final class Run {
    fileprivate let process = Process()

    var number: pid_t { process.processIdentifier }

    // A process has the signals blocked that the thread has that begins it. Those of tasks block nearly all: to terminate
    // such a process asks it for ever.
    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
  }

  /// Begins it, and lets it run beside what follows.
  func begin(_ arguments: [String]) throws -> Run {
    let run = Run()
    run.process.executableURL = URL(filePath: path)
    run.process.arguments = arguments
    run.process.standardOutput = FileHandle.nullDevice
    run.process.standardError = FileHandle.nullDevice
    try run.process.run()
    return run
  }

  /// Runs it to its end, and answers what it printed; no thread waits meanwhile.
  func output(_ arguments: [String]) async throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "gpsbridge-\(UUID().uuidString)")
    #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
    defer { try? FileManager.default.removeItem(at: file) }
    let handle = try FileHandle(forWritingTo: file)
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.standardOutput = handle
    process.standardError = handle
    var limit: ChildLimit?
    defer { limit?.end() }
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in continuation.resume() }
      do {
        try process.run()
        limit = ChildLimit(process.processIdentifier)
      } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
    return String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }
}
