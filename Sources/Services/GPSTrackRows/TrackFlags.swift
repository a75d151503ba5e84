package import GNSS

extension TrackRow {
  /// The flags of a row, which are stored on disk, so no bit may change its meaning.
  ///
  /// ```
  /// 0–1  mode, less one        9  the receiver's own time      12  simulated
  /// 2–5  quality; 15: unknown 10  suspect                      13  altitude above the ellipsoid
  /// 6–8  source; 7: unknown   11  time corrected               14  time not credible
  /// ```
  package struct Flags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    static let ownTime = Flags(rawValue: 1 << 9)
    /// The signals are probably forged.
    package static let suspect = Flags(rawValue: 1 << 10)
    /// The receiver's time was corrected.
    package static let corrected = Flags(rawValue: 1 << 11)
    package static let simulated = Flags(rawValue: 1 << 12)
    /// The altitude is above the ellipsoid, because no other was reported.
    package static let ellipsoidal = Flags(rawValue: 1 << 13)
    /// The time can't be right: it is before this program was built, or more than a day ahead.
    package static let wrongTime = Flags(rawValue: 1 << 14)

    private static let noQuality: UInt32 = 15
    private static let noSource: UInt32 = 7

    /// Flags of an epoch.
    package init(mode: FixMode, quality: FixQuality?, source: ErrorEstimate.Source?) {
      let quality = quality.map { UInt32($0.rawValue) } ?? Self.noQuality
      let source = source.map { UInt32($0.rawValue) } ?? Self.noSource
      rawValue = UInt32(mode.rawValue) - 1 | quality << 2 | source << 6
    }

    /// The number of known dimensions.
    package var mode: FixMode { FixMode(rawValue: UInt8(rawValue & 3) + 1) ?? .none }

    /// How the fix was found.
    package var quality: FixQuality? { FixQuality(rawValue: UInt8(rawValue >> 2 & 15)) }

    package var source: ErrorEstimate.Source? { ErrorEstimate.Source(rawValue: UInt8(rawValue >> 6 & 7)) }
  }
}
