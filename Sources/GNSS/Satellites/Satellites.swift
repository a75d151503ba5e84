/// The satellites of a sky, in the order in which the receiver told of them.
///
/// It keeps the numbers as they came, and makes a ``Satellite`` of them when you ask for one: in most epochs nobody does.
///
/// ```swift
/// let loudest = fix.satellites.compactMap { $0.carrierToNoise }.max()
/// let inUse = fix.satellites.count(where: \.isUsed)
/// ```
///
/// You can change it as you would an array of satellites; `Array(fix.satellites)` makes one.
public struct Satellites: Sendable {
  private var content: Content

  private enum Content {
    /// As sentences told of them.
    case told(ToldSky)
    /// As somebody made them.
    case made([Satellite])
  }

  init(_ sky: ToldSky) { content = .told(sky) }

  /// No satellites.
  public init() { content = .made([]) }
}

extension Satellites: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  /// The place of the first satellite, 0.
  public var startIndex: Int { 0 }

  /// The place behind the last satellite.
  public var endIndex: Int {
    switch content {
    case .told(let sky): sky.count
    case .made(let satellites): satellites.count
    }
  }

  /// The satellite at a place.
  public subscript(place: Int) -> Satellite {
    get {
      switch content {
      case .told(let sky): sky.satellite(place)
      case .made(let satellites): satellites[place]
      }
    }
    set { replaceSubrange(place..<(place + 1), with: CollectionOfOne(newValue)) }
  }

  /// Puts other satellites in the place of some.
  public mutating func replaceSubrange(_ places: Range<Int>, with satellites: some Collection<Satellite>) {
    var all = made
    // No second owner: what is made already is changed where it lies.
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

  /// Takes over satellites that are made already.
  public init(_ satellites: some Sequence<Satellite>) { content = .made(Array(satellites)) }
}

extension Satellites {
  /// The greatest carrier to noise density in dB-Hz; nil where none is heard.
  ///
  /// No satellite is made for it.
  package var loudest: Int? {
    switch content {
    case .told(let sky): sky.loudest
    case .made(let satellites): satellites.compactMap { $0.carrierToNoise }.max()
    }
  }

  /// Calls `body` with the carrier to noise density of each signal that is received, in dB-Hz.
  ///
  /// No satellite is made for it.
  func forEachLevel(_ body: (Int) -> Void) {
    switch content {
    case .told(let sky): sky.forEachLevel(body)
    case .made(let satellites):
      for satellite in satellites {
        if let level = satellite.carrierToNoise { body(level) }
      }
    }
  }

  /// How many there are, each counted once, however many of its signals are told.
  ///
  /// No satellite is made for it.
  package var identityCount: Int {
    switch content {
    case .told(let sky): return sky.identityCount
    case .made(let satellites):
      var marks = SatelliteMarks()
      for satellite in satellites { marks.insert(satellite.identity) }
      return marks.count
    }
  }
}

extension Satellites: ExpressibleByArrayLiteral {
  /// Lists satellites.
  public init(arrayLiteral satellites: Satellite...) { content = .made(satellites) }
}

extension Satellites: Hashable {
  /// Equal if they tell of the same satellites in the same order.
  public static func == (a: Satellites, b: Satellites) -> Bool { a.elementsEqual(b) }

  /// Hashes all satellites.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for satellite in self { hasher.combine(satellite) }
  }
}

// Embedded Swift describes no arrays.
#if !hasFeature(Embedded)
extension Satellites: CustomStringConvertible {
  /// The satellites as an array of them is described.
  public var description: String { made.description }
}
#endif
