internal import GNSS
internal import GPSBridge
internal import GPSFormats

/// What numbers say about one receiver at one moment.
struct ReceiverMetrics: Sendable, Hashable {
  /// Its stable name: the same after it was pulled and put back.
  var device: String
  /// Whether it is there and its bytes come.
  var isUp = false
  /// How much is known of where it is.
  var mode = FixMode.none
  /// Seconds since the last position; nil where there never was one.
  var fixAge: Double?
  /// Meters within which the position is right, with 68 %.
  var horizontalAccuracy: Double?
  /// Meters within which the height is right, with 68 %.
  var verticalAccuracy: Double?
  /// Its satellites by their system.
  var satellites: [Constellation: SatelliteMetrics] = [:]
  /// How good the geometry is.
  var dilution = DilutionOfPrecision()
  /// How it is.
  var verdict: Verdict.Code?
  /// Bytes that came.
  var receivedBytes = 0
  /// Epochs that came.
  var epochs = 0
  /// Sentences and messages that came broken.
  var badChecksums = 0
  /// How often it came back.
  var reconnects = 0
  /// Where it is; told only on demand.
  var position: Coordinate?
  /// Meters above the sea; told only on demand.
  var altitude: Double?

  /// Begins with nothing but a name.
  init(device: String) { self.device = device }

  /// Takes what an epoch says of itself.
  mutating func take(_ fix: Fix) {
    let known = fix.believable
    mode = known.mode
    horizontalAccuracy = known.errors?.horizontal
    verticalAccuracy = known.errors?.vertical
    dilution = known.dilution
    satellites = SatelliteMetrics.byConstellation(fix.satellites)
    position = known.coordinate
    altitude = known.altitude
  }
}

/// The satellites of one system, each counted once, however many of its signals are told.
struct SatelliteMetrics: Sendable, Hashable {
  /// Those that take part in the fix.
  var used = 0
  /// Those that are heard.
  var heard = 0
  /// Those that the receiver lists.
  var known = 0
  /// The median of their signals in dB-Hz; nil where none is heard.
  var medianSignal: Double?

  /// Counts satellites by their system.
  static func byConstellation(_ satellites: Satellites) -> [Constellation: SatelliteMetrics] {
    Dictionary(grouping: satellites, by: \.identity.constellation).mapValues { all in
      func count(_ isMeant: (Satellite) -> Bool) -> Int { Set(all.filter(isMeant).map(\.identity)).count }
      return SatelliteMetrics(
        used: count(\.isUsed), heard: count { $0.carrierToNoise != nil }, known: count { _ in true },
        medianSignal: median(all.compactMap(\.carrierToNoise)))
    }
  }

  /// The middle of signals in dB-Hz; the mean of the two in the middle where their number is even.
  static func median(_ signals: [Int]) -> Double? {
    guard !signals.isEmpty else { return nil }
    let sorted = signals.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? Double(sorted[middle]) : Double(sorted[middle - 1] + sorted[middle]) / 2
  }
}

/// What numbers say about the page itself.
struct PageMetrics: Sendable, Hashable {
  /// The version of the program.
  var version: String
  /// Event streams that are open.
  var listeners = 0
  /// Event streams that were closed, because nobody read them.
  var droppedListeners = 0

  /// Begins with nothing but a version.
  init(version: String) { self.version = version }
}
