import Glibc

/// The threads of another process, as the kernel lists them.
enum Threads {
  static func of(_ process: pid_t) -> [String] {
    guard let folder = unsafe opendir("/proc/\(process)/task") else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  /// A file of a thread; empty if the thread has ended.
  static func text(_ file: String, of thread: String, in process: pid_t) -> String {
    String(decoding: bytes(file, of: thread, in: process), as: UTF8.self)
  }

  /// How often all of them have run, if all of them sleep.
  static func runsOfSleeping(_ process: pid_t) -> Int? {
    var sum = 0
    for thread in of(process) {
      // The state is behind the name, and the last number of the other file counts how often it got a processor.
      let stat = bytes("stat", of: thread, in: process)
      guard let name = stat.lastIndex(of: UInt8(ascii: ")")), name + 2 < stat.count,
        stat[name + 2] == UInt8(ascii: "S"),
        let runs = text("schedstat", of: thread, in: process).split(separator: " ").last
      else { return nil }
      sum += Int(runs.prefix { $0.isNumber }) ?? 0
    }
    return sum
  }

  private static func bytes(_ file: String, of thread: String, in process: pid_t) -> [UInt8] {
    let descriptor = unsafe open("/proc/\(process)/task/\(thread)/\(file)", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }
}
