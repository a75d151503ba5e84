/// The satellites of a sky, in the order in which the receiver reported them.
///
/// Raw numbers are stored, and converted to a ``Satellite`` only on access, which most epochs never need.
///
/// ```swift
/// let loudest = fix.satellites.compactMap { $0.carrierToNoise }.max()
/// let inUse = fix.satellites.count(where: \.isUsed)
/// ```
///
/// You can change it like an array of satellites; `Array(fix.satellites)` makes an array.
public struct Satellites: Sendable, RandomAccessCollection, MutableCollection, RangeReplaceableCollection,
  ExpressibleByArrayLiteral, Hashable
{
  private var content: Content

  private enum Content {
    /// The satellites from sentences.
    case told(SentenceSky)
    /// Individual satellites, from messages or from a program.
    case made([Satellite])
  }

  init(_ sky: SentenceSky) { content = .told(sky) }

  /// Creates an empty list.
  public init() { content = .made([]) }

  /// The index of the first satellite, 0.
  public var startIndex: Int { 0 }

  /// The index after the last satellite.
  public var endIndex: Int {
    switch content {
    case .told(let sky): sky.count
    case .made(let satellites): satellites.count
    }
  }

  /// The satellite at an index.
  public subscript(place: Int) -> Satellite {
    get {
      switch content {
      case .told(let sky): sky.satellite(place)
      case .made(let satellites): satellites[place]
      }
    }
    set { replaceSubrange(place..<(place + 1), with: CollectionOfOne(newValue)) }
  }

  /// Replaces satellites in a range of indices.
  public mutating func replaceSubrange(_ places: Range<Int>, with satellites: some Collection<Satellite>) {
    var all = made
    // Releases the array in `content`, so that the change is made in place.
    content = .made([])
    all.replaceSubrange(places, with: satellites)
    content = .made(all)
  }

  private var made: [Satellite] {
    switch content {
    case .told(let sky): (0..<sky.count).map(sky.satellite)
    case .made(let satellites): satellites
    }
  }

  /// Creates a list from individual satellites.
  public init(_ satellites: some Sequence<Satellite>) { content = .made(Array(satellites)) }

  /// The highest carrier-to-noise density in dB-Hz; nil if no signal is received.
  ///
  /// This creates no ``Satellite``.
  package var loudest: Int? {
    switch content {
    case .told(let sky): sky.loudest
    case .made(let satellites): satellites.compactMap { $0.carrierToNoise }.max()
    }
  }

  /// The strength and distribution of the signals, which a sky from sentences has stored.
  var spread: SignalSpread? {
    switch content {
    case .told(let sky): sky.spread
    case .made(let satellites):
      SignalSpread { for satellite in satellites { satellite.carrierToNoise.map($0) } }
    }
  }

  /// Calls `body` with each satellite, in order, which is faster than a loop.
  package func forEachSatellite(_ body: (Satellite) -> Void) {
    switch content {
    case .told(let sky): sky.forEach(body)
    case .made(let satellites): for satellite in satellites { body(satellite) }
    }
  }

  /// Calls `body` with each signal that is received, in order.
  ///
  /// This creates no ``Satellite`` for a sky from sentences.
  package func forEachReceived(_ body: (ReceivedSignal) -> Void) {
    switch content {
    case .told(let sky): sky.forEachReceived(body)
    case .made(let satellites):
      for satellite in satellites {
        guard let level = satellite.carrierToNoise, level > 0 else { continue }
        body(ReceivedSignal(satellite.identity.constellation, level, isUsed: satellite.isUsed))
      }
    }
  }

  /// Whether both lists are the same sky from sentences, which many epochs share; compares no satellites.
  package func isSameSky(as other: Satellites) -> Bool {
    guard case .told(let sky) = content, case .told(let otherSky) = other.content else { return false }
    return sky === otherSky
  }

  /// The number of satellites, each counted once regardless of its signals.
  ///
  /// This creates no ``Satellite``.
  package var identityCount: Int {
    switch content {
    case .told(let sky): return sky.identityCount
    case .made(let satellites):
      var marks = SatelliteMarks()
      for satellite in satellites { marks.insert(satellite.identity) }
      return marks.count
    }
  }

  /// The number of satellites that are used, each counted once regardless of its signals.
  package var usedIdentityCount: Int {
    var marks = SatelliteMarks()
    forEachSatellite { if $0.isUsed { marks.insert($0.identity) } }
    return marks.count
  }

  /// Creates a list from a literal.
  public init(arrayLiteral satellites: Satellite...) { content = .made(satellites) }

  /// Whether two lists have the same satellites in the same order.
  public static func == (a: Satellites, b: Satellites) -> Bool { a.elementsEqual(b) }

  /// Hashes all satellites.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for satellite in self { hasher.combine(satellite) }
  }
}

// Embedded Swift has no descriptions of arrays.
#if !hasFeature(Embedded)
extension Satellites: CustomStringConvertible {
  /// The description of the satellites as an array.
  public var description: String { made.description }
}
#endif
