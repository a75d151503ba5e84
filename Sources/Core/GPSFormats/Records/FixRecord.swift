package import GNSS
internal import GPSBase
internal import GPSBridge

/// A parsed `fix` record of ``NDJSONFormat``, with the values of an epoch that a track store keeps.
package struct FixRecord: Sendable {
  /// The receiver's name.
  package var device: String?
  package var fix = Fix()
  /// Its arrival, and the marks of its position and time.
  package var moment = FixMoment.recorded
  /// Whether it claims an impossible position.
  package private(set) var isRefused = false

  package enum Line: Sendable {
    case fix(FixRecord)
    /// A record of another type, or a mean.
    case other
    case unreadable
  }

  /// The word for a correction without known details.
  static let unnamedCorrection = "unknown"

  package static func read(_ line: [UInt8]) -> Line {
    guard let json = try? JSON5Reader.read(line), let type = json["type"]?.text, json["v"]?.number == 1 else {
      return .unreadable
    }
    guard type == RecordType.fix.rawValue, json["averaged_n"] == nil else { return .other }
    return FixRecord(json).map(Line.fix) ?? .unreadable
  }

  /// Reads a record; nil if its time or place is unreadable.
  private init?(_ json: JSON5) {
    func number(_ key: FixKey) -> Double? { json[key.rawValue]?.number }
    func word(_ key: FixKey) -> String? { json[key.rawValue]?.text }
    func time(_ key: FixKey) -> (isFine: Bool, value: UTC?) {
      guard let text = word(key) else { return (json[key.rawValue] == nil, nil) }
      let time = UTC(iso8601: text)
      return (time != nil, time)
    }
    let (own, received) = (time(.time), time(.received))
    guard own.isFine, received.isFine else { return nil }
    device = json["device"]?.text
    (fix.time, moment.received) = (own.value, received.value)
    if json[FixKey.latitude.rawValue] != nil || json[FixKey.longitude.rawValue] != nil {
      guard let latitude = number(.latitude), let longitude = number(.longitude),
        let place = Coordinate(latitude: latitude, longitude: longitude)
      else { return nil }
      fix.coordinate = place
    }
    fix.mode = FixMode.all.first { $0.word == word(.mode) } ?? .none
    fix.quality = FixQuality.all.first { $0.word == word(.quality) }
    (fix.altitude, fix.ellipsoidalAltitude) = (number(.altitude), number(.ellipsoidalAltitude))
    (fix.geoidSeparation, fix.speed) = (number(.geoidSeparation), number(.speed))
    (fix.course, fix.climb) = (number(.course), number(.climb))
    fix.dilution.horizontal = number(.horizontalDilution)
    fix.dilution.vertical = number(.verticalDilution)
    fix.satellitesUsed = number(.satellitesUsed).flatMap { Int(exactly: $0) }
    let sources: [ErrorEstimate.Source] = [.receiver, .gst, .dilution]
    if let source = sources.first(where: { $0.word == word(.accuracySource) }) {
      fix.errors = ErrorEstimate(
        horizontal: number(.horizontalAccuracy), vertical: number(.verticalAccuracy), source: source)
    }
    moment.signal = json["cn0_dbhz"]?.number
    moment.isSimulated = json[FixKey.simulated.rawValue]?.bool == true
    moment.isSuspect = word(.suspect) != nil
    moment.isTimeCorrected = json["corrections"]?.elements.isEmpty == false
    moment.isTimeWrong = json["time_wrong"]?.bool == true
    isRefused = word(.refused) != nil
  }
}

/// Splits records into lines, and reads them.
package struct FixRecordReader: Sendable {
  private var line: [UInt8] = []
  private var isTooLong = false
  private var number = 1

  /// The longest record has some hundred bytes.
  private static let longest = 65_536

  package init() {}

  /// Reads the next bytes, and passes on each line with its number, counted from 1.
  package mutating func read(_ bytes: Span<UInt8>, _ take: (FixRecord.Line, Int) -> Void) {
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == 0x0A {
        finish(take)
        number += 1
      } else if line.count < Self.longest {
        line.append(byte)
      } else {
        isTooLong = true
      }
    }
  }

  /// Reads the last line, if it has no end.
  package mutating func finish(_ take: (FixRecord.Line, Int) -> Void) {
    let isEmpty = line.allSatisfy { $0 == 0x20 || $0 == 0x0D }
    if !isEmpty { take(isTooLong ? .unreadable : FixRecord.read(line), number) }
    (line, isTooLong) = ([], false)
  }
}
