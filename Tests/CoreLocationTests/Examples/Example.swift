import Foundation
import TestSupport

/// A program that was built beside these tests, and the receiver that it finds.
struct Example {
  let program: URL

  init(_ name: String) { program = Program.own.deletingLastPathComponent().appending(path: name) }

  /// Runs it and gives back what it prints.
  ///
  /// The receiver says the first place until the program has printed something, and then the others: what it says before
  /// the program listens, nobody hears. A program that does not end by itself is ended when it has printed
  /// a certain text.
  func run(latitudes: [Double], until text: String? = nil) throws -> (output: String, status: Int32) {
    let cable = try PseudoTerminal()
    // Not a pipe: into that a program prints when it ends.
    let screen = try PseudoTerminal()
    let process = Process()
    process.executableURL = program
    process.environment = ProcessInfo.processInfo.environment.merging(["GPSBRIDGE_SOURCE": cable.path]) { $1 }
    process.standardOutput = FileHandle(forUpdatingAtPath: screen.path)
    try process.run()
    defer { if process.isRunning { process.terminate() } }
    var printed: [UInt8] = []
    var second = 0
    var rest = latitudes[...]
    while process.isRunning {
      if isReady(try screen.descriptor(), within: 100) { printed += try screen.readNow() }
      if let text, String(decoding: printed, as: UTF8.self).contains(text) { process.interrupt() }
      // Until it has opened the port, that would send back what it is told.
      guard process.isRunning, try !cable.isInLines(), let latitude = rest.first else { continue }
      if !printed.isEmpty { rest.removeFirst() }
      try cable.write(Desk.epoch(second: second, latitude: rest.first ?? latitude))
      second += 1
    }
    process.waitUntilExit()
    printed += try screen.readNow()
    return (String(decoding: printed, as: UTF8.self).replacing("\r\n", with: "\n"), process.terminationStatus)
  }

  private func isReady(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&asked, 1, milliseconds) > 0 && asked.revents & Int16(POLLIN) != 0
  }
}
