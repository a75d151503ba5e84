import Glibc
import TestSupport

/// The clock of one run of the program, which stands still until a test moves it.
///
/// The library of `Tests/Scripts/conditions/clock.c` is loaded into the program and shares this memory with us. The program's
/// clocks stand, so a process that the system holds up for a while is not late.
@safe final class MovedClock {
  /// What moves the time.
  enum Mover: Int64 {
    /// The test.
    case test = 1
    /// The library, to the next deadline, when all threads of the program sleep.
    case idleness
  }

  /// A number in the shared memory, by its place.
  private enum Field: Int {
    case voucher = 2
    case mode, monotonicBase, realtimeBase, boottimeBase, moved, ping, process, turns
    /// The first of the threads that wait; each has its number, its deadline, and the last ping that it answered.
    case threads
  }

  private static let mostThreads = 16
  /// The time of day at the start of each program, and of its simulated receivers: 2026-11-20T12:00:00Z, as of ``Epoch``.
  static let beginning: Int64 = 1_795_176_000

  /// A state in which all threads sleep; it changes whenever one of them runs.
  private struct Rest: Hashable {
    var turns: Int64
    var runs: Int
  }

  /// The variables with which a program has this clock.
  let environment: [String: String]
  private let folder: WorkFolder
  private let memory: UnsafeMutablePointer<Int64>
  private let bell: CInt
  private let answers: CInt

  init(movedBy mover: Mover) throws {
    folder = try WorkFolder()
    let path = folder("clock")
    // Other users run the program, too, and the build folder may be closed to them.
    let library = try folder.write("clock.so", try Self.library.get())
    environment = ["LD_PRELOAD": library, "CONDITIONS_CLOCK": path]
    let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw SystemFailure() }
    defer { close(file) }
    fchmod(file, 0o666)
    ftruncate(file, 4096)
    guard let memory = unsafe mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      unsafe memory != MAP_FAILED
    else { throw SystemFailure() }
    unsafe self.memory = memory.bindMemory(to: Int64.self, capacity: 512)
    bell = try Self.fifo("\(path).bell")
    answers = try Self.fifo("\(path).answers")
    self[.voucher] = -1
    self[.monotonicBase] = Self.now(CLOCK_MONOTONIC)
    self[.realtimeBase] = Self.beginning * 1_000_000_000
    self[.boottimeBase] = Self.now(CLOCK_BOOTTIME)
    self[.mode] = mover.rawValue
  }

  deinit {
    unsafe munmap(memory, 4096)
    close(bell)
    close(answers)
  }

  /// How much time has passed on it.
  var passed: Duration { .nanoseconds(self[.moved]) }

  // MARK: - Moving

  /// Lets time pass for a program that a signal has stopped.
  func pass(_ duration: Duration) { self[.moved] += Int64(duration / .nanoseconds(1)) }

  /// Lets time pass, each timer at its moment; false if the program has ended.
  func advance(by duration: Duration, reading drain: () throws -> Bool, from output: CInt) throws -> Bool {
    let target = self[.moved] + Int64(duration / .nanoseconds(1))
    while true {
      let next = waiting.map { $0.deadline }.min() ?? .max
      self[.moved] = min(next, target)
      guard try settle(reading: drain, from: output) else { return false }
      if next > target { return true }
    }
  }

  /// Waits until the program has done all that there is to do at this moment; false if it has ended.
  ///
  /// Meanwhile it calls `drain`, which takes what the program has printed into `output`, and returns false at its end.
  func settle(reading drain: () throws -> Bool, from output: CInt) throws -> Bool {
    let patience = Patience("the rest of process \(self[.process])")
    while true {
      let turns = self[.turns]
      self[.ping] += 1
      ring()
      while true {
        guard try drain() else { return false }
        if let rest = self.rest, rest == self.rest {
          guard try drain() else { return false }
          // No thread has found anything since the ping, which made all of them look.
          if rest.turns == turns { return true }
          break
        }
        try patience.check()
        var requests = [output, answers].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        _ = unsafe poll(&requests, 2, self[.process] == 0 ? 10 : 1)
        Self.empty(answers)
      }
    }
  }

  /// Wakes each thread that waits.
  private func ring() {
    Self.empty(bell)
    _ = unsafe write(bell, [1] as [UInt8], 1)
  }

  // MARK: - Looking

  private var waiting: [(deadline: Int64, answered: Int64)] {
    (0..<Self.mostThreads).map { Field.threads.rawValue + 3 * $0 }
      .filter { unsafe memory[$0] != 0 }
      .map { unsafe (memory[$0 + 1], memory[$0 + 2]) }
  }

  /// The program's state, if all of its threads sleep and those that wait have answered.
  private var rest: Rest? {
    let process = pid_t(self[.process])
    let (waiting, ping) = (self.waiting, self[.ping])
    guard process > 0, !waiting.isEmpty, waiting.allSatisfy({ $0.answered == ping }) else { return nil }
    let turns = self[.turns]
    return Threads.runsOfSleeping(process).map { Rest(turns: turns, runs: $0) }
  }

  private subscript(_ field: Field) -> Int64 {
    get { unsafe memory[field.rawValue] }
    set { unsafe memory[field.rawValue] = newValue }
  }

  private static func now(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  private static func fifo(_ path: String) throws -> CInt {
    guard unsafe mkfifo(path, 0o666) == 0, unsafe chmod(path, 0o666) == 0 else { throw SystemFailure() }
    let descriptor = unsafe open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemFailure() }
    return descriptor
  }

  private static func empty(_ fifo: CInt) {
    var bytes = [UInt8](repeating: 0, count: 256)
    while unsafe read(fifo, &bytes, bytes.count) > 0 {}
  }

  // MARK: - The library

  /// The library, which is compiled once, beside the program.
  private static let library: Result<[UInt8], any Error> = Result {
    let source = Places.root + "/Tests/Scripts/conditions/clock.c"
    var status = stat()
    guard unsafe stat(source, &status) == 0 else { throw SystemFailure() }
    let made = "\(String(decoding: Program.path, as: UTF8.self))-clock-\(status.st_mtim.tv_sec).so"
    if unsafe access(made, R_OK) == 0 { return try Places.bytes(of: made) }
    let own = "\(made).\(getpid())"
    let compiler = OtherProgram.path(of: "clang") ?? OtherProgram.path(of: "cc") ?? "cc"
    let words = [compiler, "-O2", "-shared", "-fPIC", "-o", own, source].map { Array($0.utf8) }
    let run = try Program.run(words, input: nil, time: .real)
    // Another test process may be making it as well: each gives its name to a whole file.
    guard run.exit == 0, unsafe rename(own, made) == 0 else { throw NotCompiled(description: run.message) }
    return try Places.bytes(of: made)
  }

  private struct NotCompiled: Error, CustomStringConvertible { var description: String }
}
