internal import GPSSockets

/// Counts wrong tokens by address: after ten within a minute an address waits for a minute.
struct GuessLimit: Sendable {
  private struct Guesses: Sendable {
    /// When the wrong ones of the last minute came, the oldest first.
    var moments: [ContinuousClock.Instant] = []
    /// The end of the wait, where it waits.
    var until: ContinuousClock.Instant?
  }

  private var addresses: [EndAddress: Guesses] = [:]

  /// So many wrong ones within a minute are too many.
  static let most = 10
  /// The minute in which they are counted, and the one for which the address waits.
  static let minute = Duration.seconds(60)
  /// So many addresses are remembered.
  static let mostAddresses = 1024

  /// How many addresses are remembered at the moment.
  var count: Int { addresses.count }

  /// How long an address has to wait; nil where it need not.
  func wait(of peer: EndAddress, at now: ContinuousClock.Instant) -> Duration? {
    guard let until = addresses[Self.network(of: peer)]?.until, now < until else { return nil }
    return now.duration(to: until)
  }

  /// Counts a wrong one.
  mutating func add(_ peer: EndAddress, at now: ContinuousClock.Instant) {
    let address = Self.network(of: peer)
    var guesses = addresses[address] ?? Guesses()
    guesses.moments.removeAll { $0.duration(to: now) >= Self.minute }
    guesses.moments.append(now)
    if guesses.moments.count >= Self.most { guesses = Guesses(until: now + Self.minute) }
    if addresses[address] == nil, addresses.count >= Self.mostAddresses { makeRoom(at: now) }
    addresses[address] = guesses
  }

  /// Forgets who has waited long enough, and where that is nobody, the one who was heard of the longest ago.
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

  /// The address without its port; of IPv6 the network, of which one machine has as many addresses as it likes.
  private static func network(of peer: EndAddress) -> EndAddress {
    switch peer.withoutPort {
    case .six(let high, let low, _): high == 0 ? .six(0, low, port: 0) : .six(high, 0, port: 0)
    case let address: address
    }
  }
}
