import Glibc
import TestSupport

/// A program that listens at a port, and its output line by line.
@safe struct Program: ~Copyable {
  private let process: pid_t
  private let output: UnsafeMutablePointer<FILE>

  /// Starts it; nil if that is not possible.
  init?(_ path: String, _ arguments: [String]) {
    guard let (process, descriptor) = try? OtherProgram.start(path, arguments) else { return nil }
    guard let output = unsafe fdopen(descriptor, "r") else {
      close(descriptor)
      return nil
    }
    self.process = process
    unsafe self.output = output
  }

  deinit {
    unsafe fclose(output)
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// The next line that it prints; nil when it has ended.
  func line() -> String? {
    var text: UnsafeMutablePointer<CChar>?
    var size = 0
    defer { unsafe free(text) }
    let count = unsafe getline(&text, &size, output)
    guard count > 0, let start = unsafe text else { return nil }
    return unsafe String(cString: start).split(separator: "\n").first.map(String.init) ?? ""
  }
}
