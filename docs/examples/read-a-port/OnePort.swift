import Glibc
import SerialPorts

/// Prints what comes through one port until it is pulled out, and ends the program.
///
/// A port that cannot be opened says why: there is none, somebody else has it, this user may not.
func readAlone(_ path: String) async -> Never {
  do {
    let connection = SerialConnection(try SerialPort(path: path))
    let (ends, end) = AsyncStream.makeStream(of: SerialConnectionEnd.self)
    try connection.start(
      bytes: { bytes, _ in
        for index in bytes.indices { putchar(CInt(bytes[index])) }
        fflush(nil)
      },
      end: { end.yield($0) })
    for await end in ends {
      print(end.error)
      exit(0)
    }
  } catch {
    print(error)
  }
  exit(1)
}
