/// The parcels that wait for one consumer: a ring that frees a place the moment its parcel is taken.
struct Backlog {
  private var ring: [AnyParcel?] = []
  private var head = 0
  private(set) var count = 0

  /// Below this many places an empty ring is kept: growing it again would cost more than it holds.
  private static let worthKeeping = 64

  /// Adds the newest.
  mutating func append(_ parcel: AnyParcel) {
    if count == ring.count { grow() }
    ring[(head + count) & (ring.count - 1)] = parcel
    count += 1
  }

  /// Takes the oldest.
  mutating func popFirst() -> AnyParcel? {
    guard count > 0 else { return nil }
    let parcel = ring[head]
    ring[head] = nil
    head = (head + 1) & (ring.count - 1)
    count -= 1
    if count == 0, ring.count > Self.worthKeeping { self = Backlog() }
    return parcel
  }

  /// Replaces the oldest by a new newest, and returns the oldest.
  ///
  /// The backlog must not be empty.
  mutating func rotate(_ parcel: AnyParcel) -> AnyParcel? {
    if count == 1 {
      let oldest = ring[head]
      ring[head] = parcel
      return oldest
    }
    let oldest = popFirst()
    append(parcel)
    return oldest
  }

  /// Takes all, oldest first.
  mutating func drain() -> [AnyParcel] {
    var all: [AnyParcel] = []
    all.reserveCapacity(count)
    while let parcel = popFirst() { all.append(parcel) }
    return all
  }

  /// Doubles the places: always a power of two, so that the ring turns with a mask.
  private mutating func grow() {
    var larger = [AnyParcel?](repeating: nil, count: max(1, ring.count * 2))
    for index in 0..<count { larger[index] = ring[(head + index) & (ring.count - 1)] }
    ring = larger
    head = 0
  }
}
