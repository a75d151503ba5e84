package struct Readiness: OptionSet, Sendable, Hashable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Whether a kind of readiness is given, or a hang-up, which ends every wait.
  package func isAny(of kind: Readiness) -> Bool { rawValue & (kind.rawValue | Self.hungUp.rawValue) != 0 }

  /// Bytes or the end of file can be read.
  package static let readable = Readiness(rawValue: 0x001)
  package static let writable = Readiness(rawValue: 0x004)
  /// The other side has closed, or the descriptor has an error; reported unasked and repeatedly.
  ///
  /// A handler must end its watch then, or the loop never sleeps: other handlers still get their turn, but
  /// one processor is busy.
  package static let hungUp = Readiness(rawValue: 0x018)

  /// Merges the kernel's two hang-up flags, of which it sets one or both.
  fileprivate init(ofKernel word: UInt32) {
    self.init(rawValue: word)
    if !isDisjoint(with: .hungUp) { formUnion(.hungUp) }
  }
}

/// An identifier for a watched descriptor, never reused for another one.
package struct Watch: Hashable, Sendable {
  fileprivate let index: UInt32
  fileprivate let generation: UInt32

  fileprivate init(index: UInt32, generation: UInt32) { (self.index, self.generation) = (index, generation) }

  /// The form in which it is registered with the kernel.
  var word: UInt64 { UInt64(generation) << 32 | UInt64(index) }

  init(word: UInt64) {
    index = UInt32(truncatingIfNeeded: word)
    generation = UInt32(truncatingIfNeeded: word >> 32)
  }
}

/// The descriptors that a loop watches and their handlers, as a plain value.
///
/// A handler may end any watch while events of the same turn are pending, and the slot may be reused at once.
/// So each slot has a generation, and events of an earlier generation are ignored.
struct WatchTable {
  typealias Handler = (Readiness) -> Void

  private struct Place {
    var generation: UInt32 = 0
    var descriptor: CInt = -1
    var name = ""
    var readiness: Readiness = []
    var handler: Handler?
  }

  private var places: [Place] = []
  private var free: [UInt32] = []

  var count: Int { places.count - free.count }

  mutating func add(
    _ descriptor: CInt, for readiness: Readiness, named name: String = "", _ handler: @escaping Handler
  ) -> Watch {
    let index: UInt32
    if let last = free.popLast() {
      index = last
    } else {
      index = UInt32(places.count)
      places.append(Place())
    }
    places[Int(index)].generation &+= 1
    places[Int(index)].descriptor = descriptor
    places[Int(index)].name = name
    places[Int(index)].readiness = readiness
    places[Int(index)].handler = handler
    return Watch(index: index, generation: places[Int(index)].generation)
  }

  /// Changes the readiness that a watch requests; does nothing if it has ended.
  mutating func change(_ watch: Watch, to readiness: Readiness) {
    if isCurrent(watch) { places[Int(watch.index)].readiness = readiness }
  }

  /// An event from the kernel, for the handler that requested it.
  struct News {
    let handler: Handler
    let readiness: Readiness
    let descriptor: CInt
    let name: String
  }

  /// Returns the handler for an event from the kernel and the readiness to pass to it.
  ///
  /// Nil if the watch has ended since the event, or no longer requests it.
  func news(for watch: Watch, _ events: UInt32) -> News? {
    guard isCurrent(watch), let handler = places[Int(watch.index)].handler else { return nil }
    let place = places[Int(watch.index)]
    let readiness = Readiness(ofKernel: events).intersection(place.readiness.union(.hungUp))
    guard !readiness.isEmpty else { return nil }
    return News(handler: handler, readiness: readiness, descriptor: place.descriptor, name: place.name)
  }

  /// Returns the descriptor of a watch; nil if it has ended.
  func descriptor(of watch: Watch) -> CInt? { isCurrent(watch) ? places[Int(watch.index)].descriptor : nil }

  /// Ends a watch and returns its handler, to be released by the caller; nil if it had ended already.
  mutating func remove(_ watch: Watch) -> (descriptor: CInt, handler: Handler)? {
    guard isCurrent(watch), let handler = places[Int(watch.index)].handler else { return nil }
    let descriptor = places[Int(watch.index)].descriptor
    places[Int(watch.index)].handler = nil
    free.append(watch.index)
    return (descriptor, handler)
  }

  private func isCurrent(_ watch: Watch) -> Bool {
    Int(watch.index) < places.count && places[Int(watch.index)].generation == watch.generation
      && places[Int(watch.index)].handler != nil
  }
}
