public import GNSS

/// Writes what was decoded, epoch by epoch, as lines of some format.
public protocol EpochFormat {
  /// The bytes in front of all lines.
  var header: [UInt8] { get }
  /// The lines for a fix or a sky of a recording; none where the format does not have it or nobody asked.
  func lines(for output: DecodedOutput) -> [UInt8]
  /// The same for what comes from a receiver at this moment.
  func lines(for output: DecodedOutput, at moment: FixMoment) -> [UInt8]
  /// The same format for another device.
  func named(_ device: String) -> Self
}

extension EpochFormat {
  /// Nothing, for formats without a header.
  public var header: [UInt8] { [] }

  /// For formats that do not name the device.
  public func named(_ device: String) -> Self { self }

  /// As of a recording: for formats that have no word for how old something is.
  public func lines(for output: DecodedOutput, at moment: FixMoment) -> [UInt8] { lines(for: output) }

  /// The lines for one fix.
  ///
  /// - Parameters:
  ///   - fix: An epoch, as a receiver or a decoder tells it.
  ///   - moment: When it came, and whether it still counts; `.recorded` for an epoch of a recording.
  /// - Returns: Lines with their ends; empty for kinds that are not wanted.
  public func lines(for fix: Fix, at moment: FixMoment = .recorded) -> [UInt8] {
    lines(for: .fix(fix), at: moment)
  }
}
