/// What a step under the lock leaves to be done when the lock is free again.
///
/// Waking a task may run the code of a custom executor, and the last release of a parcel runs the `deinit` of
/// whatever was in it: both belong to the user, and both may call the hub.
struct Aftermath: Sendable {
  var waiters: [Mailbox.Waiter] = []
  private var discarded: [AnyParcel] = []
  /// Somebody must report the demand, and it is the one who holds this.
  var reportsDemand = false

  /// Keeps a parcel alive until the lock is free.
  mutating func discard(_ parcel: AnyParcel) { discarded.append(parcel) }

  /// Keeps parcels alive until the lock is free.
  mutating func discard(contentsOf parcels: [AnyParcel]) {
    if discarded.isEmpty { discarded = parcels } else { discarded += parcels }
  }
}
