/// The format of sentences, up to u-blox 9.
///
/// ```
///  0  X1    filter: bit 0 posFilt, 1 mskPosFilt, 2 timeFilt, 3 dateFilt, 4 gpsOnlyFilter, 5 trackFilt
///  1  U1    nmeaVersion                             0x21…0x4B
///  2  U1    numSV                                   1
///  3  X1    flags: bit 0 compat, 1 consider, 2 limit82, 3 highPrec
///  4  X4    gnssToFilter
///  8  U1    svNumbering, mainTalkerId, gsvTalkerId
/// 11  U1    version
/// 12  C2    bdsTalkerId
/// 14  U1×6  reserved
/// ```
///
/// u-blox 5 and 6 send only the first 4 bytes, u-blox 7 and early u-blox 8 send 12.
package struct CfgNMEA: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.cfgNMEA, fewestBytes: 4) }

  package var saysBadPositions = false
  /// Whether positions outside the masks are sent.
  package var saysMaskedPositions = false
  package var saysBadTimes = false
  package var saysBadDates = false
  /// Whether only GPS satellites are reported.
  package var saysOnlyGPS = false
  /// Whether the course is sent even if it is frozen.
  package var saysBadCourses = false
  /// The NMEA version: 0x21, 0x23, 0x40, 0x41, or 0x4B for 4.11.
  package var revision: UInt8 = 0
  /// The most satellites to report per system; 0 for all.
  package var mostSatellites: UInt8 = 0
  /// Whether sentences have a fixed format for old programs.
  package var isCompatible = false
  package var isConsidered = false
  /// Whether sentences are limited to 82 characters.
  package var keepsTo82 = false
  /// Whether positions have seven decimal places.
  package var isHighPrecision = false
  /// The systems to omit: bit 0 GPS, 1 SBAS, 2 Galileo, 4 QZSS, 5 GLONASS, 6 BeiDou.
  package var hiddenSystems: UInt32 = 0
  /// Numbering of satellites without a number in the standard: 0 omits it, 1 is extended.
  package var numbering: UInt8 = 0
  /// The main talker: 0 by the systems in use, 1 GP, 2 GL, 3 GN, 4 GA, 5 GB, 6 GQ.
  package var talker: UInt8 = 0
  /// The talker of GSV: 0 by the satellite's system, 1 the main talker.
  package var satelliteTalker: UInt8 = 0
  /// The version of the layout: 0, or 1 with the fields after it.
  package var layout: UInt8 = 0
  /// The talker of BeiDou; NUL for the default.
  package var beiDouTalker = PayloadText<2>()
  package var kept = KeptBytes<8>()

  package init() {}
  package static func fits(_ length: Int) -> Bool { length == 4 || length == 12 || length >= 20 }

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    var filter = payload.word(UInt8.self, bytes)
    payload.flags(&saysBadPositions, &saysMaskedPositions, &saysBadTimes, from: 0, of: &filter)
    payload.flags(&saysBadDates, &saysOnlyGPS, &saysBadCourses, from: 3, of: &filter)
    payload.close(filter, keeping: &kept.reserved)
    payload.fields(&revision, &mostSatellites, bytes)
    var flags = payload.word(UInt8.self, bytes)
    payload.flags(&isCompatible, &isConsidered, &keepsTo82, &isHighPrecision, from: 0, of: &flags)
    payload.close(flags, keeping: &kept.reserved)
    guard payload.hasMore(than: 4, kept.rest, bytes) else { return }
    payload.fields(&hiddenSystems, &numbering, &talker, &satelliteTalker, &layout, bytes)
    guard payload.hasMore(than: 12, kept.rest, bytes) else { return }
    payload.text(&beiDouTalker, bytes)
    payload.skip(6, keeping: &kept.reserved, bytes)
  }
}
