internal import GNSS
internal import GPSBridge
internal import GPSFormats

struct ReceiverMetrics: Sendable, Hashable {
  /// Its stable name, unchanged when it is unplugged and plugged in again.
  var device: String
  /// Whether it is connected and sends bytes.
  var isUp = false
  var mode = FixMode.none
  /// Seconds since the last position; nil if there never was one.
  var fixAge: Double?
  /// The radius in meters that holds the true position with a probability of 68 %.
  var horizontalAccuracy: Double?
  /// The height error in meters that is not exceeded with a probability of 68 %.
  var verticalAccuracy: Double?
  var satellites: [Constellation: SatelliteMetrics] = [:]
  var dilution = DilutionOfPrecision()
  var verdict: Verdict.Code?
  var receivedBytes = 0
  var epochs = 0
  /// Sentences and messages with a wrong checksum.
  var badChecksums = 0
  var reconnects = 0
  /// The position; published only on demand.
  var position: Coordinate?
  /// Meters above sea level; published only on demand.
  var altitude: Double?

  /// Copies the values of an epoch.
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

/// The satellites of one constellation, each counted once however many signals it has.
struct SatelliteMetrics: Sendable, Hashable {
  var used = 0
  /// Satellites with a signal.
  var heard = 0
  /// Satellites that the receiver lists.
  var known = 0
  /// The median of their signals in dB-Hz; nil without signals.
  var medianSignal: Double?

  static func byConstellation(_ satellites: Satellites) -> [Constellation: SatelliteMetrics] {
    Dictionary(grouping: satellites, by: \.identity.constellation).mapValues { all in
      func count(_ isMeant: (Satellite) -> Bool) -> Int { Set(all.filter(isMeant).map(\.identity)).count }
      return SatelliteMetrics(
        used: count(\.isUsed), heard: count { $0.carrierToNoise != nil }, known: count { _ in true },
        medianSignal: MedianSignal.of(all.compactMap(\.carrierToNoise)))
    }
  }
}

struct PageMetrics: Sendable, Hashable {
  var version: String
  /// Open event streams.
  var listeners = 0
  /// Event streams that were closed because the client did not read.
  var droppedListeners = 0
}
