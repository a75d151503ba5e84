import Foundation
import Glibc
import GPSEventRuntime
import GPSSockets
import GPSSystemCalls
import TestSupport
import Testing

@testable import GPSFleetCollector

/// A PostgreSQL of Debian's package in a folder and on a port of its own, for all tests of this process.
final class Database: Sendable {
  static let isInstalled =
    ((try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []).contains {
      FileManager.default.isExecutableFile(atPath: "/usr/lib/postgresql/\($0)/bin/initdb")
    }

  /// The one of this process; it ends with the process.
  static let shared = Result { try Database() }

  private static let script = ProjectFolder.path + "/Tests/Scripts/engines.sh"
  private static let folder = Guarded("")

  private let port: UInt16

  private init() throws {
    var name = Array("/tmp/gpsbridge-test-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&name) != nil else { throw SystemFailure() }
    let folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    Self.folder.withLock { $0 = folder }
    // Only the server's user must be able to enter the folder.
    guard unsafe chmod(folder, 0o711) == 0 else { throw SystemFailure() }
    Kernel.atExit {
      let folder = Database.folder.withLock { $0 }
      _ = unsafe system("'\(Database.script)' stop '\(folder)/pg' >/dev/null 2>&1; rm -rf '\(folder)'")
    }
    let patience = Patience("a database")
    while true {
      try patience.check()
      let socket = try Kernel.listen(ServiceAddress("127.0.0.1:0"))[0]
      let port = try Kernel.port(of: socket)
      close(socket)
      let command = "'\(Self.script)' start postgres '\(folder)/pg' \(port) >'\(folder)/out' 2>&1"
      if unsafe system(command) == 0 {
        self.port = port
        return
      }
      // Another program has taken the port meanwhile.
      _ = unsafe system("rm -rf '\(folder)/pg'")
    }
  }

  /// A connection string, with a role that the connection takes.
  func settings(role: String? = nil) -> String {
    "host=127.0.0.1 port=\(port) user=postgres dbname=fleet" + (role.map { " options='-c role=\($0)'" } ?? "")
  }

  /// A connection as the owner, with the tables as they are created: what was there is gone.
  func fresh() throws -> Asked {
    let asked = Asked(settings())
    try asked.execute("DROP SCHEMA IF EXISTS gpsbridge CASCADE")
    try asked.execute(FleetSchema.script)
    return asked
  }
}

/// Runs the tests of the database one at a time, also those of different suites, since each makes the tables anew.
struct DatabaseTurn: TestTrait, SuiteTrait, TestScoping {
  private struct Turns {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private static let turns = Guarded(Turns())
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @concurrent @Sendable () async throws -> Void
  ) async throws {
    await withCheckedContinuation { turn in
      let isFree = Self.turns.withLock { turns in
        if turns.isTaken { turns.waiting.append(turn) }
        defer { turns.isTaken = true }
        return !turns.isTaken
      }
      if isFree { turn.resume() }
    }
    defer {
      let next = Self.turns.withLock { turns in
        turns.isTaken = !turns.waiting.isEmpty
        return turns.isTaken ? turns.waiting.removeFirst() : nil
      }
      next?.resume()
    }
    try await body()
  }
}

extension Trait where Self == DatabaseTurn { static var onDatabase: Self { Self() } }

/// A connection on a loop of its own, for requests one after the other.
final class Asked: Sendable {
  private let loop = EventLoop()
  private let connection: PostgreSQLConnection
  private let reported = Guarded<[PostgreSQLConnection.Event]>([])

  init(_ settings: String) {
    loop.start()
    let reported = reported
    connection = PostgreSQLConnection(on: loop, settings) { event in reported.withLock { $0.append(event) } }
  }

  deinit {
    loop.sync { [connection] in connection.assumeIsolated { $0.close() } }
    loop.stop()
  }

  var events: [PostgreSQLConnection.Event] { reported.withLock { $0 } }

  func run(_ work: SQLWork) throws -> PostgreSQLConnection.Outcome {
    let outcome = Guarded<PostgreSQLConnection.Outcome?>(nil)
    loop.sync { [connection] in
      connection.assumeIsolated { $0.run(work) { found in outcome.withLock { $0 = found } } }
    }
    return try Patience.wait(for: "an answer of the database") { outcome.withLock { $0 } }
  }

  /// The failure of a request; an answer is an error.
  func failure(of work: SQLWork) throws -> SQLFailure {
    guard case .failure(let failure) = try run(work) else { throw SystemFailure() }
    return failure
  }

  /// Runs a script that must not fail.
  func execute(_ script: String) throws { _ = try run(.script(script)).get() }

  /// Expects that a statement is refused for a missing right.
  func expectNoRight(to statement: StaticText, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let state = try failure(of: [SQLStatement(statement)]).state
    #expect(state == "42501", "\(statement.text)", sourceLocation: sourceLocation)
  }

  /// The first column of the answer, each row as text.
  func texts(_ statement: StaticText, _ values: [SQLValue] = []) throws -> [String?] {
    let answer = try run([SQLStatement(statement, values)]).get()
    return answer.rows.indices.map { answer.text($0, 0) }
  }

  func expect(
    _ statement: StaticText, _ texts: [String?], sourceLocation: SourceLocation = #_sourceLocation
  ) throws { #expect(try self.texts(statement) == texts, sourceLocation: sourceLocation) }
}

extension Patience {
  static func wait<Found>(for what: String, until found: () throws -> Found?) throws -> Found {
    let patience = Patience(what)
    while true {
      if let found = try found() { return found }
      try patience.check()
      usleep(2000)
    }
  }

  /// Waits on this thread for the end of another one, and returns what it has made.
  static func wait<Made: Sendable>(forThread name: String, _ body: @escaping @Sendable () -> Made) throws
    -> Made
  {
    let made = Guarded<Made?>(nil)
    Thread.detachNewThread {
      let found = body()
      made.withLock { $0 = found }
    }
    return try wait(for: "the end of \(name)") { made.withLock { $0 } }
  }

  static func wait(for what: String, until isMet: () throws -> Bool) throws {
    try wait(for: what) { try isMet() ? () : nil }
  }
}
