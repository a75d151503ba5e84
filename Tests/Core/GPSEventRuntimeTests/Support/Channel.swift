import Glibc
import GPSSystemCalls

/// A pipe: what one end is given, the other end shows.
final class Channel: Sendable {
  let reading: CInt
  let writing: CInt
  private let isHungUp = Guarded(false)

  init() throws(Errno) {
    var ends: [CInt] = [0, 0]
    _ = try Kernel.call { unsafe pipe(&ends) }
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    reading = ends[0]
    writing = ends[1]
  }

  /// Makes the reading end readable.
  func send(_ byte: UInt8 = 1) { _ = try? Kernel.write(writing, [byte].span) }

  /// Closes the writing end.
  func hangUp() {
    let isFirst = isHungUp.withLock { isHungUp in
      defer { isHungUp = true }
      return !isHungUp
    }
    if isFirst { try? Kernel.close(writing) }
  }

  func close() {
    hangUp()
    try? Kernel.close(reading)
  }

  /// Takes out what was sent.
  func receive() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64)
    guard let count = try? Kernel.read(reading, into: &bytes) else { return [] }
    return Array(bytes[..<count])
  }
}

/// Two pipes or more, which are closed behind a test.
func withChannels(_ count: Int = 1, _ body: ([Channel]) throws -> Void) throws {
  let channels = try (0..<count).map { _ in try Channel() }
  defer { for channel in channels { channel.close() } }
  try body(channels)
}
