/// What a descriptor is ready for.
package struct Readiness: OptionSet, Sendable, Hashable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Bytes can be read, or the end can.
  package static let readable = Readiness(rawValue: 0x001)
  /// Bytes can be written.
  package static let writable = Readiness(rawValue: 0x004)
  /// The other side is gone, or the descriptor has an error; told without being asked for, and for ever.
  ///
  /// A handler must end its watch then, or the loop has no rest: others have their turn still, but a processor gets
  /// warm.
  package static let hungUp = Readiness(rawValue: 0x018)

  /// The kernel has two words for a hang-up, and uses one of them or both: here they are one.
  fileprivate init(ofKernel word: UInt32) {
    self.init(rawValue: word)
    if !isDisjoint(with: .hungUp) { formUnion(.hungUp) }
  }
}

/// A name for a descriptor that one loop watches; it never becomes another one's.
package struct Watch: Hashable, Sendable {
  fileprivate let index: UInt32
  fileprivate let generation: UInt32

  fileprivate init(index: UInt32, generation: UInt32) {
    self.index = index
    self.generation = generation
  }

  /// The form in which the kernel keeps it.
  var word: UInt64 { UInt64(generation) << 32 | UInt64(index) }

  init(word: UInt64) {
    index = UInt32(truncatingIfNeeded: word)
    generation = UInt32(truncatingIfNeeded: word >> 32)
  }
}

/// The descriptors that a loop watches, and their handlers: a plain value.
///
/// A handler may end any watch while events of the same turn wait, and the place may be given to another descriptor
/// at once. So each place has a generation: an event of an earlier one finds nothing.
struct WatchTable {
  typealias Handler = @Sendable (Readiness) -> Void

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

  /// Changes what a watch asks for; nothing if it has ended.
  mutating func change(_ watch: Watch, to readiness: Readiness) {
    if isCurrent(watch) { places[Int(watch.index)].readiness = readiness }
  }

  /// An event of the kernel's, for the handler that asked for it.
  struct News {
    let handler: Handler
    let readiness: Readiness
    let descriptor: CInt
    let name: String
  }

  /// The handler that an event of the kernel's is for, and what to tell it.
  ///
  /// Nil if the watch has ended since the kernel saw the event, or does not ask for it any more.
  func news(for watch: Watch, _ events: UInt32) -> News? {
    guard isCurrent(watch), let handler = places[Int(watch.index)].handler else { return nil }
    let place = places[Int(watch.index)]
    let readiness = Readiness(ofKernel: events).intersection(place.readiness.union(.hungUp))
    guard !readiness.isEmpty else { return nil }
    return News(handler: handler, readiness: readiness, descriptor: place.descriptor, name: place.name)
  }

  /// The descriptor of a watch; nil if it has ended.
  func descriptor(of watch: Watch) -> CInt? { isCurrent(watch) ? places[Int(watch.index)].descriptor : nil }

  /// Ends a watch and hands over its handler, so that it can die elsewhere; nil if it has ended before.
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
