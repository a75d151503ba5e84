internal import GPSSockets

/// How many clients there are from each address of another machine: a plain value.
struct AddressTally: Sendable {
  private var counts: [EndAddress: Int] = [:]

  /// How many clients have an address; 0 for one of this machine.
  func count(_ address: EndAddress?) -> Int { address.flatMap { counts[$0.withoutPort] } ?? 0 }

  /// Counts a client.
  ///
  /// - Returns: The address that it is counted by; nil for one of this machine.
  mutating func enter(_ address: EndAddress?) -> EndAddress? {
    guard let address, !address.isOfThisMachine else { return nil }
    counts[address.withoutPort, default: 0] += 1
    return address.withoutPort
  }

  /// Counts a client no more.
  mutating func leave(_ address: EndAddress?) {
    guard let address, let count = counts[address] else { return }
    // No address is remembered without a client.
    counts[address] = count > 1 ? count - 1 : nil
  }
}
