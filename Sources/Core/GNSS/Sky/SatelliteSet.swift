internal import NMEA

struct SatelliteSet {
  struct Key: Equatable {
    var talker: Talker
    /// `Int16.min` if the sentence has no value.
    var signal: Int16
    var system: Int16

    @inline(__always)
    init(_ gsv: GSV) {
      talker = gsv.talker
      signal = gsv.signal.map { Int16(truncatingIfNeeded: $0) } ?? .min
      system = gsv.system.map { Int16(truncatingIfNeeded: $0) } ?? .min
    }
  }

  let key: Key
  /// The last complete set.
  private(set) var complete: [SkyRow] = []
  /// The parts of the next set: `filled` rows with `taken` satellites; later rows are stale.
  private var growing: [SkyRow] = []
  private var filled = 0
  private var taken = 0
  private var nextPart = 1
  /// The epoch in which a part last arrived.
  private(set) var lastHeard = 0
  /// The epoch in which the set was last complete; nil if it never was.
  private var lastCompletion: Int?
  /// The number of epochs between complete sets.
  private(set) var period = usualPeriod

  /// The period that is assumed until two sets were complete: many receivers send the sky every fifth epoch.
  private static let usualPeriod = 5
  /// More satellites than any constellation has.
  private static let mostSatellites = 64

  let numbering: SatelliteNumbering

  init(_ key: Key) {
    self.key = key
    numbering = SatelliteNumbering(system: key.system == .min ? nil : Int(key.system), talker: key.talker)
  }

  /// Handles one part; returns true if it completes the set.
  mutating func take(_ gsv: GSV, number: Int, total: Int, epoch: Int) -> Bool {
    lastHeard = epoch
    if number == 1 {
      (filled, taken) = (0, 0)
      nextPart = 1
    }
    guard number == nextPart else { return false }
    nextPart += 1
    let row = SkyRow(
      gsv.stored, places: gsv.count, numbering, signal: key.signal, room: Self.mostSatellites &- taken)
    if row.count > 0 {
      if filled < growing.count { growing[filled] = row } else { growing.append(row) }
      filled &+= 1
      taken &+= Int(row.count)
    }
    guard number == total else { return false }
    finish(epoch)
    return true
  }

  private mutating func finish(_ epoch: Int) {
    if growing.count > filled { growing.removeLast(growing.count - filled) }
    // SiRF II without a fix sends 000 for every azimuth, although not all satellites are in the north.
    if taken > 1, !growing.contains(where: { $0.hasDirections }) {
      for index in growing.indices { growing[index].removeDirections() }
    }
    swap(&complete, &growing)
    (filled, taken) = (0, 0)
    nextPart = 1
    if let lastCompletion { period = max(1, epoch - lastCompletion) }
    lastCompletion = epoch
  }
}
