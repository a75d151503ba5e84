internal import GPSSockets

/// Counts wrong tokens per address: after ten within a minute, an address has to wait a minute.
struct GuessLimit: Sendable {
  private struct Guesses: Sendable {
    /// The times of the last minute's wrong tokens, oldest first.
    var moments: [ContinuousClock.Instant] = []
    /// When the wait ends, if the address has to wait.
    var until: ContinuousClock.Instant?
  }

  private var addresses: [EndAddress: Guesses] = [:]

  /// At this many wrong tokens within a minute, an address has to wait.
  static let most = 10
  /// The interval for counting, and the length of the wait.
  static let minute = Duration.seconds(60)
  /// At most this many addresses are tracked.
  static let mostAddresses = 1024

  /// The number of tracked addresses.
  var count: Int { addresses.count }

  /// How long an address has to wait, or nil.
  func wait(of peer: EndAddress, at now: ContinuousClock.Instant) -> Duration? {
    guard let until = addresses[peer.network]?.until, now < until else { return nil }
    return now.duration(to: until)
  }

  /// Counts a wrong token.
  mutating func add(_ peer: EndAddress, at now: ContinuousClock.Instant) {
    let address = peer.network
    var guesses = addresses[address] ?? Guesses()
    guesses.moments.removeAll { $0.duration(to: now) >= Self.minute }
    guesses.moments.append(now)
    if guesses.moments.count >= Self.most { guesses = Guesses(until: now + Self.minute) }
    if addresses[address] == nil, addresses.count >= Self.mostAddresses { makeRoom(at: now) }
    addresses[address] = guesses
  }

  /// Drops expired entries; if none has expired, drops the least recent one.
  private mutating func makeRoom(at now: ContinuousClock.Instant) {
    addresses = addresses.filter { _, guesses in
      guesses.until.map { $0 > now } ?? guesses.moments.contains { $0.duration(to: now) < Self.minute }
    }
    guard addresses.count >= Self.mostAddresses else { return }
    func latest(_ guesses: Guesses) -> ContinuousClock.Instant {
      guesses.until ?? guesses.moments.last ?? now
    }
    if let oldest = addresses.min(by: { latest($0.value) < latest($1.value) }) { addresses[oldest.key] = nil }
  }
}
