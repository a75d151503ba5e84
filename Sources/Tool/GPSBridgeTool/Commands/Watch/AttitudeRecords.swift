internal import GNSS
internal import GPSFormats
internal import ToolSources

/// Makes records of which way a receiver points.
struct AttitudeRecords {
  private var gatherer = AttitudeGatherer()
  private var format: NDJSONFormat

  /// Nil where nobody asked for them.
  init?(_ options: WatchOptions) {
    guard options.format == .ndjson, options.types.contains(.attitude) else { return nil }
    format = NDJSONFormat(device: options.source.device, types: options.types)
  }

  /// The name under which they stand from now on.
  mutating func name(_ device: String) { format = format.named(device) }

  mutating func take(_ sentence: [UInt8]) -> [UInt8]? { gatherer.take(sentence).map { format.line($0) } }

  mutating func endEpoch(_ fix: Fix) -> [UInt8]? { gatherer.endEpoch(at: fix.time).map { format.line($0) } }

  /// What was said last, where no epoch comes any more.
  mutating func finish() -> [UInt8]? { gatherer.endEpoch(at: nil).map { format.line($0) } }
}
