import FoundationEssentials
import Glibc

/// What a command of the shell prints.
func output(of command: String) throws -> String {
  guard let pipe = unsafe popen(command, "r") else { throw ShellFailure(errorNumber: errno) }
  defer { unsafe pclose(pipe) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = unsafe fread(&buffer, 1, buffer.count, pipe)
    guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
    bytes += buffer[..<count]
  }
}

/// Makes an empty folder, gives it to the closure, and removes it.
func withFolder<Value>(_ body: (URL) throws -> Value) throws -> Value {
  let folder = URL(filePath: try output(of: "printf %s \"$(mktemp -d)\""))
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

struct ShellFailure: Error { let errorNumber: CInt }
