/// The parcels waiting for a consumer: a ring buffer that clears a slot as soon as its parcel is removed.
struct Backlog {
  private var ring: [AnyParcel?] = []
  private var head = 0
  private(set) var count = 0

  /// An empty ring of at most this many slots is kept: growing it again costs more than its memory.
  private static let worthKeeping = 64

  /// Appends the newest parcel.
  mutating func append(_ parcel: AnyParcel) {
    if count == ring.count { grow() }
    ring[(head + count) & (ring.count - 1)] = parcel
    count += 1
  }

  /// Removes and returns the oldest parcel.
  mutating func popFirst() -> AnyParcel? {
    guard count > 0 else { return nil }
    let parcel = ring[head]
    ring[head] = nil
    head = (head + 1) & (ring.count - 1)
    count -= 1
    if count == 0, ring.count > Self.worthKeeping { self = Backlog() }
    return parcel
  }

  /// Appends a parcel in place of the oldest one, which is returned.
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

  /// Removes and returns all parcels, oldest first.
  mutating func drain() -> [AnyParcel] {
    var all: [AnyParcel] = []
    all.reserveCapacity(count)
    while let parcel = popFirst() { all.append(parcel) }
    return all
  }

  /// Doubles the capacity, which is a power of two so that indices wrap with a mask.
  private mutating func grow() {
    var larger = [AnyParcel?](repeating: nil, count: max(1, ring.count * 2))
    for index in 0..<count { larger[index] = ring[(head + index) & (ring.count - 1)] }
    ring = larger
    head = 0
  }
}
