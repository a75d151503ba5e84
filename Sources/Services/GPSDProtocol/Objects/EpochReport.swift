package import GNSS
package import GPSFormats
internal import GPSBase

/// The report of an epoch for clients, made once and sent to all of them.
///
/// A position that was rejected or is probably forged is left out: the protocol can't mark it as untrusted.
package struct EpochReport: Sendable, Hashable {
  /// The complete report as lines, the position first, for a client that starts watching.
  package let lines: [UInt8]
  /// The report for clients that already watch: without a sky that came with an earlier epoch.
  package let news: [UInt8]
  /// The objects in ``lines``.
  private let positionPlace: Range<Int>
  private let skyPlace: Range<Int>?
  private let statisticsPlace: Range<Int>?
  /// The sky for a poll if the receiver reported none: without satellites.
  private let emptySky: [UInt8]

  /// The most satellites in a SKY; libgps drops one with more.
  static let mostSatellites = 140
  /// The most bytes, including the line end, that python3-gps reads at once.
  static let longestLine = 8191

  /// Creates the report of an epoch.
  ///
  /// - Parameters:
  ///   - told: The epoch.
  ///   - device: The receiver as clients know it.
  ///   - isSuspect: Whether its signals are probably forged.
  ///   - statistics: The receiver's error statistics for this epoch.
  package init(_ told: Fix, device: String, isSuspect: Bool = false, statistics: SolutionStatistics? = nil) {
    let fix = told.forGPSD(isSuspect: isSuspect)
    // A satellite takes about a hundred bytes.
    var json = JSONWriter(capacity: 640 + 112 * fix.satellites.count)
    positionPlace = Self.line(&json) { GPSDObjects.position(fix, device, &$0) }
    if GPSDObjects.tellsOfSky(fix) {
      (skyPlace, emptySky) = (Self.sky(fix, device, &json), [])
    } else {
      var apart = JSONWriter()
      let place = Self.sky(fix, device, &apart)
      (skyPlace, emptySky) = (nil, Array(apart.bytes[place]))
    }
    statisticsPlace = statistics.map { told in
      Self.line(&json) { GPSDObjects.statistics(told, at: fix.time, device, &$0) }
    }
    lines = json.bytes
    if fix.hasEarlierSatellites, let skyPlace {
      news = Array(lines[..<skyPlace.lowerBound] + lines[(skyPlace.upperBound + 2)...])
    } else {
      news = lines
    }
  }

  /// Creates the report of a receiver that fell silent: no fix and no satellites, with the last known time.
  ///
  /// Clients keep the satellites of the last SKY, so the report contains an empty one.
  ///
  /// - Parameters:
  ///   - device: The receiver as clients know it.
  ///   - time: The last time that it reported.
  package init(silent device: String, lastTime time: UTC?) {
    var fix = Fix()
    fix.time = time
    var json = JSONWriter()
    positionPlace = Self.line(&json) { GPSDObjects.position(fix, device, &$0) }
    skyPlace = Self.line(&json) { GPSDObjects.emptySky(at: time, device, &$0) }
    (statisticsPlace, emptySky) = (nil, [])
    (lines, news) = (json.bytes, json.bytes)
  }

  /// The position as an object.
  var tpv: ArraySlice<UInt8> { lines[positionPlace] }
  /// The sky as an object, if the receiver reported it.
  var sky: ArraySlice<UInt8>? { skyPlace.map { lines[$0] } }
  /// The sky for a poll; without satellites if the receiver reported none.
  var polledSky: ArraySlice<UInt8> { sky ?? emptySky[...] }
  /// The error statistics as an object, if the receiver reported them.
  var gst: ArraySlice<UInt8>? { statisticsPlace.map { lines[$0] } }

  /// Writes an object as a line; returns its place without the line end.
  private static func line(_ json: inout JSONWriter, _ fill: (inout JSONWriter) -> Void) -> Range<Int> {
    let begin = json.bytes.count
    json.object(fill)
    json.newLine("\r\n")
    return begin..<json.bytes.count - 2
  }

  /// Writes the sky as a line, shortened to fit; unused satellites are removed first.
  private static func sky(_ fix: Fix, _ device: String, _ json: inout JSONWriter) -> Range<Int> {
    var most = min(fix.satellites.count, mostSatellites)
    while true {
      let sky = line(&json) { GPSDObjects.sky(fix, device, most: most, listsNone: true, &$0) }
      let excess = sky.count + 2 - longestLine
      guard excess > 0, most > 0 else { return sky }
      json.removeLast(sky.count + 2)
      // Even the shortest entry has more than sixty bytes.
      most -= max(1, excess / 160)
    }
  }
}
