package import GPSSystemCalls

/// Writes all bytes; while the kernel accepts none, it keeps running the loop of this thread.
///
/// A command runs the loop of its receivers on its own thread. If it blocked on a stalled reader, bytes from
/// the receivers would be lost. So we write to a pipe or terminal through a nonblocking description of our
/// own: the inherited one is shared with other processes and must keep its flags.
package final class PatientOutput {
  private let descriptor: CInt
  private let isOwn: Bool
  /// Whether to check that the descriptor is writable before each write.
  private let asksFirst: Bool
  private let loop: EventLoop
  /// Whether the kernel has accepted any byte.
  package private(set) var hasWritten = false

  /// How long to wait for a reader that accepts nothing before dropping the rest, once the writer should end.
  private static let patience = Duration.seconds(1)
  /// The number of bytes that a writable pipe always accepts without blocking.
  private static let pieceSize = 4096

  /// - Parameters:
  ///   - descriptor: The descriptor to write to.
  ///   - loop: The loop to run if this thread has adopted it; on other threads, each write blocks.
  package init(_ descriptor: CInt, loop: EventLoop = .shared) {
    self.loop = loop
    let kind = loop.mayRunHere ? Kernel.slowKind(of: descriptor) : nil
    let own = kind.flatMap { Self.reopened(descriptor, $0) }
    self.descriptor = own ?? descriptor
    isOwn = own != nil
    asksFirst = kind != nil && own == nil
  }

  deinit { if isOwn { try? Kernel.close(descriptor) } }

  /// Reopens the pipe or terminal as nonblocking; sockets can't be reopened.
  private static func reopened(_ descriptor: CInt, _ kind: Kernel.SlowKind) -> CInt? {
    guard kind != .socket else { return nil }
    return try? Kernel.open("/proc/self/fd/\(descriptor)", for: .writingAtOnce)
  }

  /// Writes all bytes, or only some of them if the condition holds and the kernel accepts none for a second: a reader that is merely
  /// slow gets the rest of a record.
  ///
  /// - Returns: Whether all bytes were written.
  @discardableResult package func write(
    _ bytes: borrowing Span<UInt8>, until isEnough: () -> Bool = { false }
  ) throws(Errno) -> Bool {
    var written = 0
    while written < bytes.count {
      let rest = bytes.count - written
      let piece = asksFirst ? min(Self.pieceSize, rest) : rest
      if asksFirst, loop.mayRunHere, !Kernel.isWritable(descriptor) {
        guard waitUntilReady(or: isEnough) else { return false }
      }
      do throws(Errno) {
        written += try Kernel.write(descriptor, bytes.extracting(written..<(written + piece)))
        hasWritten = true
      } catch .wouldBlock { guard waitUntilReady(or: isEnough) else { return false } }
    }
    return true
  }

  /// Waits until the descriptor is writable; returns false if the condition holds, and a second later it is not.
  private func waitUntilReady(or isEnough: () -> Bool) -> Bool {
    let isReady = Flag()
    guard loop.mayRunHere, let watch = try? loop.watch(descriptor, for: .writable, { _ in isReady.raise() })
    else {
      Kernel.waitUntilWritable(descriptor)
      return true
    }
    loop.run(until: nil) { isReady.isRaised || isEnough() }
    loop.run(until: .now + Self.patience) { isReady.isRaised }
    loop.end(watch)
    return isReady.isRaised
  }
}

/// A flag that is set on the loop and read on the same thread.
private final class Flag: @unchecked Sendable {
  private(set) var isRaised = false

  func raise() { isRaised = true }
}
