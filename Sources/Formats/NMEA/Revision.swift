/// The editions of NMEA 0183 that changed what a sentence carries.
///
/// Reading needs none of this: a sentence's fields are counted. Writing does, for programs that expect an old dialect.
public enum Revision: UInt8, Sendable, Hashable, Comparable, CaseIterable {
  /// 2.0 and 2.1.
  case v2_0
  /// 2.3: mode letters in RMC, GLL, VTG.
  case v2_3
  /// 3.0: range scale in DPT, speeds of the stern in VBW.
  case v3_0
  /// 4.0.
  case v4_0
  /// 4.1: navigational status in RMC and GNS.
  case v4_1
  /// 4.10: system and signal numbers in GSA and GSV.
  case v4_10
  /// 4.11: QZSS and NavIC have talkers of their own.
  case v4_11

  /// The order of the editions.
  public static func < (a: Revision, b: Revision) -> Bool { a.rawValue < b.rawValue }
}
