package import GPSSystemCalls

/// Writes all of some bytes; while the kernel takes none, the loop of this thread goes on.
///
/// A command runs the loop of its receivers on its own thread. If it waited for a reader that has stopped to read, the bytes of
/// the receivers would be lost meanwhile. So a pipe or a terminal is written to through a description of our own, which never
/// waits: the one that was inherited belongs to others as well, and must stay as it is.
package final class PatientOutput {
  private let descriptor: CInt
  private let isOwn: Bool
  /// Whether it must be known that the kernel takes bytes before some are written.
  private let asksFirst: Bool
  private let loop: EventLoop

  /// A pipe that is ready takes as much as this without waiting.
  private static let pieceSize = 4096

  /// - Parameters:
  ///   - descriptor: Where the bytes go.
  ///   - loop: The loop that goes on, if this thread has adopted it; on other threads each write waits.
  package init(_ descriptor: CInt, loop: EventLoop = .shared) {
    self.loop = loop
    let kind = loop.mayRunHere ? Kernel.slowKind(of: descriptor) : nil
    let own = kind.flatMap { Self.reopened(descriptor, $0) }
    self.descriptor = own ?? descriptor
    isOwn = own != nil
    asksFirst = kind != nil && own == nil
  }

  deinit { if isOwn { try? Kernel.close(descriptor) } }

  /// The same pipe or terminal, without waiting; a socket cannot be opened anew.
  private static func reopened(_ descriptor: CInt, _ kind: Kernel.SlowKind) -> CInt? {
    guard kind != .socket else { return nil }
    return try? Kernel.open("/proc/self/fd/\(descriptor)", for: .writingAtOnce)
  }

  /// Writes all of the bytes, or a part of them if there is enough while the kernel takes none.
  ///
  /// - Returns: Whether all were written.
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
      } catch .wouldBlock {
        guard waitUntilReady(or: isEnough) else { return false }
      }
    }
    return true
  }

  /// Waits until the kernel takes bytes; false if there was enough before.
  private func waitUntilReady(or isEnough: () -> Bool) -> Bool {
    let isReady = Flag()
    guard loop.mayRunHere, let watch = try? loop.watch(descriptor, for: .writable, { _ in isReady.raise() })
    else {
      Kernel.waitUntilWritable(descriptor)
      return true
    }
    loop.run(until: nil) { isReady.isRaised || isEnough() }
    loop.end(watch)
    return isReady.isRaised
  }
}

/// Something that has happened on the loop, and is asked for on the same thread.
private final class Flag: @unchecked Sendable {
  private(set) var isRaised = false

  func raise() { isRaised = true }
}
