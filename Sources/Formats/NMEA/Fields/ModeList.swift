/// Up to eight letters in eight bytes: one mode for each constellation.
public struct ModeList: Sendable, Hashable {
  /// The letters, the first one in the lowest byte, zeros behind them.
  var letters: UInt64 = 0

  /// No letters.
  public init() {}

  /// Takes the first eight modes.
  public init(_ modes: some Sequence<ModeIndicator>) {
    var shift: UInt64 = 0
    for mode in modes.prefix(8) {
      letters |= UInt64(mode.rawValue) << shift
      shift += 8
    }
  }

  /// How many modes are listed.
  public var count: Int { (64 - letters.leadingZeroBitCount + 7) / 8 }

  /// The mode of one constellation, or nil behind the last.
  public subscript(index: Int) -> ModeIndicator? {
    guard 0..<count ~= index else { return nil }
    return ModeIndicator(rawValue: UInt8(truncatingIfNeeded: letters >> (8 * UInt64(index))))
  }
}
