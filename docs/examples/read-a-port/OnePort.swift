import Glibc
import SerialPorts

/// Prints the bytes from one port until its device is unplugged, then exits.
///
/// If the port can't be opened, it prints the reason: no device, another program, or missing permissions.
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
