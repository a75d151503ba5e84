internal import GPSEventRuntime
internal import GPSFormats
internal import GPSSystemCalls
internal import GPSSockets

/// A pseudo-terminal with a named link, for programs that need a port.
struct SentencePort: Sendable {
  let descriptor: CInt
  /// The terminal's path, and the link to it.
  let path: String, link: String
  /// Notes for the user.
  let notes: [String]

  /// The group that may open serial ports: Debian's, or Arch's where that is missing, as in udev-rules/install.sh.
  private static let group =
    Kernel.groupNumber("dialout") == nil && Kernel.groupNumber("uucp") != nil ? "uucp" : "dialout"
  /// Some programs store at most this many bytes of a port's name.
  private static let longestName = 19
  private static let (forGroup, forAll): (UInt32, UInt32) = (0o660, 0o666)

  /// Opens a pseudo-terminal and creates a link to it.
  ///
  /// An earlier link is replaced if it is dangling or does not lead to a server's terminal.
  init(link: String) throws(Errno) {
    guard Self.isFree(link) else { throw .exists }
    (descriptor, path) = try Kernel.openPseudoTerminal()
    self.link = link
    var notes: [String] = []
    do throws(Errno) {
      // Until this is done, the kernel does not report the terminal as closed.
      Kernel.forgetUnread(inTerminal: path)
      if !(try Self.isGiven(path)) {
        notes.append("every user may read \(path): it can't be assigned to the group \(Self.group)")
      }
      try Kernel.replaceLink(link, to: path)
    } catch {
      try? Kernel.close(descriptor)
      throw error
    }
    if link.utf8.count > Self.longestName {
      notes.append(
        "\(link) has \(link.utf8.count) bytes; some programs store at most \(Self.longestName) of a port's name"
      )
    }
    self.notes = notes
  }

  /// Gives the terminal to the group that may open ports; if that fails, permits all users.
  private static func isGiven(_ path: String) throws(Errno) -> Bool {
    do throws(Errno) {
      guard let group = Kernel.groupNumber(group) else { throw .invalid }
      try Kernel.give(path, toGroup: group)
    } catch {
      try Kernel.permit(path, forAll)
      return false
    }
    try Kernel.permit(path, forGroup)
    return true
  }

  /// Whether the name is free: either unused or a stale link of a server.
  private static func isFree(_ link: String) -> Bool {
    guard let target = Kernel.link(link) else { return !Kernel.exists(link) }
    guard target.hasPrefix("/dev/pts/") else { return false }
    guard let node = Kernel.node(target), let terminal = Kernel.identity(target),
      let made = Kernel.identity(link, ofLink: true)
    else { return true }
    // The number belongs to a newer terminal now; a shell's terminal isn't group-readable.
    if terminal.isMadeAfter(made) { return true }
    return node.mode & 0o060 != 0o060
  }

  func remove() {
    // Another server may have replaced the link.
    if Kernel.link(link) == path { try? Kernel.removeFile(Array(link.utf8)) }
    try? Kernel.close(descriptor)
  }
}

/// Writes sentences to a pseudo-terminal while a program has it open, on the server's event loop.
///
/// A pseudo-terminal without a reader reports hang-up continuously. It is then checked only once per epoch,
/// and nothing is written, so a program that opens it never reads data older than one epoch.
final class PortOutput: SentenceCarrier {
  /// The backlog, in bytes, above which the oldest epochs are dropped.
  private static let mostWaiting = 8192

  private let status: Guarded<OutputStatus>
  private let loop: EventLoop
  private let port: SentencePort
  private var watch: Watch?
  private var readiness = Readiness.readable
  private var outbox = Outbox(limit: mostWaiting)
  private var buffer = [UInt8](repeating: 0, count: 4096)
  private var isOver = false

  init(_ port: SentencePort, _ context: CarrierContext) {
    (self.port, loop, status) = (port, context.loop, context.status)
  }

  func tell(_ batch: SentenceBatch) {
    guard !isOver, !batch.isEmpty, isOpen() else { return }
    let dropped = outbox.dropped
    outbox.add(batch.bytes, .report)
    let missed = outbox.dropped - dropped
    status.withLock {
      $0.epochs += 1
      $0.dropped += missed
    }
    flush()
  }

  func stop() {
    guard !isOver else { return }
    if watch != nil { hasClosed() }
    isOver = true
    port.remove()
  }

  /// Whether a program has the terminal open; starts watching it if it was just opened.
  private func isOpen() -> Bool {
    if watch != nil { return true }
    guard (try? Kernel.isHungUp(port.descriptor)) == false else { return false }
    readiness = .readable
    watch = try? loop.watch(port.descriptor, for: readiness, named: "a port for sentences") { [weak self] in
      self?.isReady($0)
    }
    guard watch != nil else { return false }
    status.withLock {
      $0.clients = 1
      $0.accepted += 1
    }
    return true
  }

  private func isReady(_ readiness: Readiness) {
    // Bytes written before the hang-up can still be read and counted.
    if !readiness.isDisjoint(with: [.readable, .hungUp]) { throwAway() }
    if readiness.contains(.hungUp) { return hasClosed() }
    if readiness.contains(.writable) { flush() }
  }

  private func throwAway() {
    guard let count = try? Kernel.read(port.descriptor, into: &buffer) else { return }
    status.withLock { $0.ignored += count }
  }

  private func flush() {
    do throws(Errno) {
      _ = try outbox.flush { (bytes: ArraySlice<UInt8>) throws(Errno) in
        try Kernel.write(port.descriptor, bytes.span)
      }
    } catch { return hasClosed() }
    let wanted: Readiness = outbox.isEmpty ? .readable : [.readable, .writable]
    guard wanted != readiness, let watch else { return }
    readiness = wanted
    try? loop.change(watch, to: wanted)
  }

  /// Handles the close by the program: unread data and terminal settings are not kept for the next one.
  private func hasClosed() {
    if let watch { loop.end(watch) }
    watch = nil
    outbox = Outbox(limit: Self.mostWaiting)
    Kernel.forgetUnread(inTerminal: port.path)
    try? Kernel.makeRaw(port.descriptor)
    status.withLock { $0.clients = 0 }
  }
}
