import Glibc
import TestSupport

/// The probe, run under umockdev's preload library: steps go in, and what a monitor says comes out.
final class ProbeRun {
  private let child: pid_t
  private let talk: CInt
  private var read: [UInt8] = []

  /// Whether umockdev is installed.
  static let isPossible: Bool = {
    guard let library = unsafe dlopen("libumockdev.so.0", RTLD_LAZY | RTLD_LOCAL) else { return false }
    unsafe dlclose(library)
    return true
  }()

  init() throws {
    // Closed in every other child that may be started meanwhile: an end held open there would never end here.
    var ends: [CInt] = [-1, -1]
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemError(errno: errno) }
    defer { close(ends[1]) }
    talk = ends[0]
    // The library turns `/sys`, `/dev` and udev's socket around.
    let words = ["LD_PRELOAD=libumockdev-preload.so.0", Self.path]
    let streams = [STDIN_FILENO, STDOUT_FILENO].map { ($0, ends[1]) }
    child = try TestSupport.OtherProgram.spawn("/usr/bin/env", words, streams)
    tell("bed")
  }

  deinit {
    close(talk)
    _ = ChildLimit.status(of: child, seconds: 30)
  }

  /// Has the probe take a step.
  func tell(_ step: String) {
    let bytes = Array((step + "\n").utf8)
    _ = unsafe write(talk, bytes, bytes.count)
  }

  /// The next line that the probe prints; nil at its end, or after half a minute without one.
  func line() -> String? {
    while true {
      if let end = read.firstIndex(of: 0x0A) {
        defer { read.removeFirst(end + 1) }
        return String(decoding: read[..<end], as: UTF8.self)
      }
      var request = pollfd(fd: talk, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&request, 1, 30_000) > 0 else { return nil }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = unsafe Glibc.read(talk, &buffer, buffer.count)
      guard count > 0 else { return nil }
      read += buffer[..<count]
    }
  }

  /// The next so many lines.
  func lines(_ count: Int) -> [String] { (0..<count).map { _ in line() ?? "nothing" } }

  /// All lines up to one that begins so.
  func lines(until beginning: String) -> [String] {
    var lines: [String] = []
    while let line = line() {
      if line.hasPrefix(beginning) { break }
      lines.append(line)
    }
    return lines
  }

  /// The folder of the running tests is the one that the probe was built into.
  private static let path: String = {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
    let path = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/discovery-probe"
  }()
}
