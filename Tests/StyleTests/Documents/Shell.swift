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

struct ShellFailure: Error {
  let errorNumber: CInt
}
