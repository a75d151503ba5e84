package import GNSS
package import GPSFormats
internal import GPSBase

/// The report of an epoch for clients, made once and sent to all of them.
///
/// A position that was rejected or is probably forged is left out: the protocol can't mark it as untrusted.
package struct EpochReport: Sendable, Hashable {
  /// The position as an object.
  let tpv: [UInt8]
  /// The sky as an object, if the receiver reported it.
  let sky: [UInt8]?
  /// The sky for a poll; without satellites if the receiver reported none.
  let polledSky: [UInt8]
  /// The error statistics as an object, if the receiver reported them.
  let gst: [UInt8]?
  /// The complete report as lines, the position first, for a client that starts watching.
  package let lines: [UInt8]
  /// The report for clients that already watch: without a sky that came with an earlier epoch.
  package let news: [UInt8]

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
  package init(
    _ told: Fix, device: String, isSuspect: Bool = false, statistics: SolutionStatistics? = nil
  ) {
    let fix = told.forGPSD(isSuspect: isSuspect)
    self.init(
      tpv: Self.object { GPSDObjects.position(fix, device, &$0) },
      sky: Self.sky(fix, device), tellsSky: GPSDObjects.tellsOfSky(fix), isNewSky: !fix.hasEarlierSatellites,
      gst: statistics.map { told in Self.object { GPSDObjects.statistics(told, at: fix.time, device, &$0) } })
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
    self.init(
      tpv: Self.object { GPSDObjects.position(fix, device, &$0) },
      sky: Self.object { GPSDObjects.emptySky(at: time, device, &$0) })
  }

  private init(tpv: [UInt8], sky: [UInt8], tellsSky: Bool = true, isNewSky: Bool = true, gst: [UInt8]? = nil)
  {
    (self.tpv, polledSky, self.gst) = (tpv, sky, gst)
    self.sky = tellsSky ? sky : nil
    lines = Self.lines([tpv, self.sky, gst])
    news = isNewSky ? lines : Self.lines([tpv, gst])
  }

  private static func lines(_ objects: [[UInt8]?]) -> [UInt8] {
    objects.compactMap(\.self).flatMap { $0 + [0x0D, 0x0A] }
  }

  private static func object(_ fill: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.object(fill)
    return json.bytes
  }

  /// The sky, shortened to fit in a line; unused satellites are removed first.
  private static func sky(_ fix: Fix, _ device: String) -> [UInt8] {
    var most = min(fix.satellites.count, mostSatellites)
    while true {
      let sky = object { GPSDObjects.sky(fix, device, most: most, listsNone: true, &$0) }
      let excess = sky.count + 2 - longestLine
      guard excess > 0, most > 0 else { return sky }
      // Even the shortest entry has more than sixty bytes.
      most -= max(1, excess / 160)
    }
  }
}
