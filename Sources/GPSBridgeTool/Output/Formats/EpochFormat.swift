internal import GNSS

/// Writes what was decoded, epoch by epoch, as lines of some format.
protocol EpochFormat {
  /// What stands above all lines.
  var header: [UInt8] { get }
  /// The lines for a fix or a sky; none where the format does not have it or nobody asked.
  func lines(for output: DecodedOutput) -> [UInt8]
}

extension EpochFormat {
  var header: [UInt8] { [] }
}
