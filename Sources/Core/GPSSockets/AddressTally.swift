/// The number of clients per remote address, or network of IPv6, as a plain value.
package struct AddressTally: Sendable {
  private var counts: [EndAddress: Int] = [:]

  package init() {}

  /// The number of clients from an address; 0 for an address of this machine.
  package func count(_ address: EndAddress?) -> Int { address.flatMap { counts[$0.network] } ?? 0 }

  /// Counts a client.
  ///
  /// - Returns: The address that the client is counted under; nil for an address of this machine.
  @discardableResult package mutating func enter(_ address: EndAddress?) -> EndAddress? {
    guard let address, !address.isOfThisMachine else { return nil }
    counts[address.network, default: 0] += 1
    return address.network
  }

  package mutating func leave(_ address: EndAddress?) {
    guard let address, let count = counts[address] else { return }
    // Entries without clients are removed, so that the table can't grow.
    counts[address] = count > 1 ? count - 1 : nil
  }
}
