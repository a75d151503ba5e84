internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import SerialPorts
internal import GPSBase

/// The lines of `watch` for a receiver's reports, in the requested format.
struct LiveRecords {
  /// Our own records; for other formats they only track the device.
  private var records: ReportRecords
  /// Nil for our own records.
  private var format: (any EpochFormat)?

  /// The device that the format names.
  private var named: String

  /// - Parameters:
  ///   - source: The source's name.
  ///   - options: The options of `watch`.
  ///   - ports: Returns the serial ports that the receiver's monitor knows.
  init(
    _ source: SourceName, _ options: WatchOptions,
    ports: @escaping @Sendable () -> [SerialPortDescription] = { [] }
  ) {
    let isOurs = options.format == .ndjson
    records = ReportRecords(
      device: source.device, types: isOurs ? options.types : [], destination: options.destination,
      ports: ports)
    format = isOurs ? nil : options.epochFormat(device: source.device)
    named = source.device
  }

  /// The current name of the device in records.
  var device: String { records.device }

  /// The lines for a report; an element has one record or several.
  ///
  /// Only some reports need the moment, which requires reading two clocks.
  mutating func take(_ report: Report, at now: @autoclosure () -> LiveMoment) -> [[UInt8]] {
    guard let format else { return records.take(report, at: now()).map(\.line) }
    switch report {
    case .epoch(let epoch):
      return [format.lines(for: .fix(epoch.fix), at: records.moment(of: epoch, at: now()))]
    case .sky(let sky):
      let lines = format.lines(for: .sky(sky))
      return lines.isEmpty ? [] : [lines]
    // Sentences are requested only if nothing else is printed.
    case .sentence(let sentence): return [sentence.bytes + [0x0D, 0x0A]]
    case .event:
      _ = records.take(report, at: now())
      if device != named { (self.format, named) = (format.named(device), device) }
      return []
    case .condition, .verdict, .update, .message, .setting, .failed: return []
    }
  }

  /// The record with the number of lost reports.
  func dropped(_ count: Int, at now: LiveMoment) -> [[UInt8]] { records.dropped(count, at: now).map(\.line) }

  /// A message about lost reports, unless a record contains it.
  func note(ofLost count: Int) -> String? {
    if records.types.contains(.event) { return nil }
    return "note: \(Plural.of(count, "report")) lost: the reader of this output is too slow\n"
  }
}

struct AttitudeRecords {
  private var gatherer = AttitudeGatherer()
  private let format: NDJSONFormat

  /// Returns nil if they were not requested.
  init?(_ options: WatchOptions) {
    guard options.format == .ndjson, options.types.contains(.attitude) else { return nil }
    format = NDJSONFormat(device: options.source.device, types: options.types)
  }

  mutating func take(_ sentence: [UInt8]) -> [UInt8]? { gatherer.take(sentence).map { format.line($0) } }

  mutating func endEpoch(_ fix: Fix) -> [UInt8]? { gatherer.endEpoch(at: fix.time).map { format.line($0) } }

  /// The last attitude, after the last epoch.
  mutating func finish() -> [UInt8]? { gatherer.endEpoch(at: nil).map { format.line($0) } }
}
