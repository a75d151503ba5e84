import Foundation
import GPSSystemCalls
import Glibc
import TestSupport

/// A mosquitto of Debian's package in a folder and on a port of its own.
final class Broker {
  static let program = "/usr/sbin/mosquitto"
  static let isInstalled = FileManager.default.isExecutableFile(atPath: program)

  let folder: TestFolder
  private(set) var port: UInt16 = 0
  private let lines: [String]
  private var process: Process?

  /// Starts a broker with lines of its configuration; without any, all clients may do everything.
  init(_ folder: TestFolder, _ lines: [String] = ["allow_anonymous true"]) throws {
    (self.folder, self.lines) = (folder, lines)
    try start()
  }

  deinit { kill() }

  /// Starts it, on its former port unless another program has taken that.
  func start() throws {
    let patience = Patience("a broker that answers")
    while true {
      try patience.check()
      if port == 0 { port = try freePort() }
      let path = folder.file("mosquitto.conf")
      let user = getuid() == 0 ? ["user root"] : []
      let listener = "listener \(port) 127.0.0.1"
      let own = [listener, "persistence false", "log_dest stderr", "log_type information"]
      let text = (user + own + lines).joined(separator: "\n")
      try Data((text + "\n").utf8).write(to: URL(fileURLWithPath: path))
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Self.program)
      process.arguments = ["-c", path]
      process.standardOutput = FileHandle.nullDevice
      let log = folder.file("mosquitto.log")
      try Data().write(to: URL(fileURLWithPath: log))
      process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
      try process.run()
      while process.isRunning {
        try patience.check()
        // It listens by then; if another program has the port, it ends.
        if Kernel.text(log, limit: 65_536)?.contains(" running") == true {
          self.process = process
          return
        }
        usleep(5000)
      }
      port = 0
    }
  }

  /// Ends it as a power cut does.
  func kill() {
    guard let process else { return }
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    self.process = nil
  }
}

/// Runs a program that must succeed.
func run(_ program: String, _ arguments: [String], in folder: String) throws {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: program)
  process.arguments = arguments
  process.currentDirectoryURL = URL(fileURLWithPath: folder)
  process.standardOutput = FileHandle.nullDevice
  process.standardError = FileHandle.nullDevice
  try process.run()
  let limit = ChildLimit(process.processIdentifier)
  defer { limit.end() }
  process.waitUntilExit()
  guard process.terminationStatus == 0 else {
    throw Failure("\(program) \(arguments.joined(separator: " ")): \(process.terminationStatus)")
  }
}

struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

// MARK: - Sockets

private func address(_ port: UInt16) -> sockaddr_in {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  return address
}

private func with<Result>(_ place: sockaddr_in, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result)
  -> Result
{
  var place = place
  return unsafe withUnsafePointer(to: &place) {
    unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
}

/// Returns a listening socket of this machine and its port; without a backlog it only holds the port.
func listening(backlog: CInt? = 8) throws -> (descriptor: CInt, port: UInt16) {
  let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  guard unsafe with(address(0), { unsafe bind(descriptor, $0, $1) }) == 0,
    backlog.map({ listen(descriptor, $0) == 0 }) ?? true
  else {
    close(descriptor)
    throw Failure("no port is free (error \(errno))")
  }
  var own = sockaddr_in()
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  _ = unsafe withUnsafeMutablePointer(to: &own) {
    unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      unsafe getsockname(descriptor, $0, &length)
    }
  }
  return (descriptor, UInt16(bigEndian: own.sin_port))
}

func freePort() throws -> UInt16 {
  let (descriptor, port) = try listening()
  close(descriptor)
  return port
}

/// Connects to a port of this machine; nil if nothing listens there.
func connected(_ port: UInt16, isPatient: Bool = true) -> CInt? {
  let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | (isPatient ? 0 : SOCK_NONBLOCK.rawValue)
  let descriptor = socket(AF_INET, CInt(kind), 0)
  if unsafe with(address(port), { unsafe Glibc.connect(descriptor, $0, $1) }) == 0 || !isPatient {
    return descriptor
  }
  close(descriptor)
  return nil
}

/// A way to a broker that keeps what clients send, and can be cut.
///
/// Without a broker it never answers by itself.
final class Relay: Sendable {
  /// The answer to what a client has sent; nil ends the connection.
  typealias Answer = @Sendable ([UInt8]) -> [UInt8]?

  private struct State: Sendable {
    var sent: [UInt8] = []
    var connections = 0
    var ended = 0
    var open: [CInt] = []
    var isOver = false
  }

  let port: UInt16
  private let listener: CInt
  private let target: UInt16?
  private let answer: Answer?
  private let state = Guarded(State())

  /// Listens, and connects each client to the broker's port, if there is one, or answers what it sends.
  init(to target: UInt16? = nil, answering answer: Answer? = nil) throws {
    (listener, port) = try listening()
    (self.target, self.answer) = (target, answer)
    inThread { [listener] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        self.serve(client)
      }
    }
  }

  /// What all clients have sent.
  var sent: [UInt8] { state.withLock { $0.sent } }
  /// The number of connections so far.
  var connections: Int { state.withLock { $0.connections } }

  /// The number of connections that clients have ended or that were cut, after all that they sent was passed on.
  var ended: Int { state.withLock { $0.ended } }

  /// Breaks all connections, without a word to either side.
  func cut() {
    state.withLock { for descriptor in $0.open { shutdown(descriptor, CInt(SHUT_RDWR)) } }
  }

  /// Ends it; the threads end, too.
  func end() {
    state.withLock { $0.isOver = true }
    shutdown(listener, CInt(SHUT_RDWR))
    cut()
  }

  private func serve(_ client: CInt) {
    let server = target.flatMap { connected($0) }
    state.withLock {
      $0.connections += 1
      $0.open += [client] + (server.map { [$0] } ?? [])
    }
    inThread {
      self.pump(client) { bytes in
        self.state.withLock { $0.sent += bytes }
        if let server { Self.send(server, bytes) }
        guard let answer = self.answer else { return }
        if let reply = answer(bytes) { Self.send(client, reply) } else { shutdown(client, CInt(SHUT_RDWR)) }
      }
      if let server { shutdown(server, CInt(SHUT_RDWR)) }
      self.state.withLock { $0.ended += 1 }
    }
    guard let server else { return }
    inThread {
      self.pump(server) { Self.send(client, $0) }
      shutdown(client, CInt(SHUT_RDWR))
    }
  }

  private func pump(_ descriptor: CInt, _ take: ([UInt8]) -> Void) {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
      guard count > 0 else { return }
      take(Array(bytes[..<count]))
    }
  }

  private static func send(_ descriptor: CInt, _ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}

/// Runs a closure on a thread of its own.
private func inThread(_ body: @escaping @Sendable () -> Void) { Thread.detachNewThread(body) }
