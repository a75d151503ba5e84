package import GNSS

/// Writes what was decoded, epoch by epoch, as lines of some format.
package protocol EpochFormat {
  /// What stands above all lines.
  var header: [UInt8] { get }
  /// The lines for a fix or a sky of a recording; none where the format does not have it or nobody asked.
  func lines(for output: DecodedOutput) -> [UInt8]
  /// The same for what comes from a receiver at this moment.
  func lines(for output: DecodedOutput, at moment: FixMoment) -> [UInt8]
  /// The same format for another device.
  func named(_ device: String) -> Self
}

extension EpochFormat {
  package var header: [UInt8] { [] }

  /// For formats that do not name the device.
  package func named(_ device: String) -> Self { self }

  /// As of a recording: for formats that have no word for how old something is.
  package func lines(for output: DecodedOutput, at moment: FixMoment) -> [UInt8] { lines(for: output) }
}
