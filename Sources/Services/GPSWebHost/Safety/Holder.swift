package import GPSSockets

/// The holder of scarce places, such as event streams: a browser that once sent the token, or a network.
package enum Holder: Sendable, Hashable {
  /// The ID of a cookie, and when it was issued.
  case session(Int, issued: Int)
  case network(EndAddress)

  /// The place that a newcomer gets if all are taken: the oldest one of the holder with the most places.
  ///
  /// - Parameters:
  ///   - holders: The holder of each place, the oldest first.
  ///   - newcomer: The holder of another place.
  /// - Returns: The number of the place; nil if the newcomer would then have as many as any other holder.
  package static func place(in holders: [Holder], for newcomer: Holder) -> Int? {
    var counts: [Holder: Int] = [:]
    for holder in holders { counts[holder, default: 0] += 1 }
    guard let most = counts.values.max(), counts[newcomer, default: 0] + 1 < most else { return nil }
    return holders.firstIndex { counts[$0] == most }
  }
}
