package import GNSS
package import GPSFormats
internal import GPSBase

/// What clients are told of an epoch: made once, and sent to all of them.
///
/// A position that is refused or probably forged is left out: these clients know no word for one that is not to be trusted.
package struct EpochReport: Sendable, Hashable {
  /// The position as an object.
  let tpv: [UInt8]
  /// The sky as an object, if the receiver told of it.
  let sky: [UInt8]?
  /// The sky for a poll: without satellites if the receiver told of none.
  let polledSky: [UInt8]
  /// The error statistics as an object, if the receiver told them.
  let gst: [UInt8]?
  /// All of it as whole lines, the position first: for a client that begins to watch.
  package let lines: [UInt8]
  /// What clients that watch have not received: without a sky that came with an epoch before.
  package let news: [UInt8]

  /// A SKY of more satellites libgps drops as a whole.
  static let mostSatellites = 140
  /// python3-gps reads so many bytes at once, the line end among them.
  static let longestLine = 8191

  /// Makes the report of an epoch.
  ///
  /// - Parameters:
  ///   - told: The epoch.
  ///   - device: The receiver as clients know it.
  ///   - isSuspect: Whether its signals are probably forged.
  ///   - statistics: What the receiver has said about the errors of this epoch.
  package init(
    _ told: Fix, device: String, isSuspect: Bool = false, statistics: SolutionStatistics? = nil
  ) {
    let fix = told.forGPSD(isSuspect: isSuspect)
    self.init(
      tpv: Self.object { GPSDObjects.position(fix, device, &$0) },
      sky: Self.sky(fix, device), tellsSky: GPSDObjects.tellsOfSky(fix), isNewSky: !fix.hasEarlierSatellites,
      gst: statistics.map { told in Self.object { GPSDObjects.statistics(told, at: fix.time, device, &$0) } })
  }

  /// The report of a receiver that tells nothing any more: no fix and no satellites, with the last time that is known.
  ///
  /// Clients keep the satellites of the last SKY until the next one, so that the report has one without any.
  ///
  /// - Parameters:
  ///   - device: The receiver as clients know it.
  ///   - time: The last time that it told.
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

  /// A sky that fits into a line: satellites that do not take part are left out first.
  private static func sky(_ fix: Fix, _ device: String) -> [UInt8] {
    var most = min(fix.satellites.count, mostSatellites)
    while true {
      let sky = object { GPSDObjects.sky(fix, device, most: most, listsNone: true, &$0) }
      let excess = sky.count + 2 - longestLine
      guard excess > 0, most > 0 else { return sky }
      // The shortest entry has more than sixty bytes.
      most -= max(1, excess / 160)
    }
  }
}
