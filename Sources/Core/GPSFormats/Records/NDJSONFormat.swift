public import GNSS
package import GPSBase
internal import GPSGeodesy

/// Our own records: one JSON object per line, beginning with its type and version.
///
/// ```swift
/// let format = NDJSONFormat(device: "/dev/ttyACM0", types: [.fix])
/// for await fix in receiver.fixes.values(.unbounded) { print(String(decoding: format.lines(for: fix), as: UTF8.self)) }
/// ```
///
/// docs/records.md describes each key. A missing key means that the value was not reported.
public struct NDJSONFormat: EpochFormat, Sendable {
  /// The receiver's name in each record.
  public let device: String
  /// The kinds of records to write; others are left out.
  public let types: Set<RecordType>
  /// The place that each fix measures its way to; nil for none.
  package var destination: Coordinate?

  /// - Parameters:
  ///   - device: The receiver's name in each record.
  ///   - types: The kinds of records to write.
  public init(device: String, types: Set<RecordType> = [.fix, .sky]) {
    (self.device, self.types) = (device, types)
  }

  /// Returns the same format for a different receiver.
  public func named(_ device: String) -> NDJSONFormat {
    var format = NDJSONFormat(device: device, types: types)
    format.destination = destination
    return format
  }

  /// The lines for a fix or a sky of a recording.
  public func lines(for output: DecodedOutput) -> [UInt8] { lines(for: output, at: .recorded) }

  /// The lines for a fix or a sky that a receiver reported at this moment.
  public func lines(for output: DecodedOutput, at moment: FixMoment) -> [UInt8] {
    switch output {
    case .fix(let fix): types.contains(.fix) ? line(.fix) { write(fix, moment, &$0) } : []
    case .sky(let sky): types.contains(.sky) ? line(.sky) { write(sky, &$0) } : []
    case .condition(let hardware):
      types.contains(.condition) ? line(.condition) { Self.write(hardware, moment, &$0) } : []
    case .sentence, .message: []
    }
  }

  package func line(_ type: RecordType, _ fill: (inout JSONWriter) -> Void) -> [UInt8] {
    Self.line(type) { json in
      json.member("device", device)
      fill(&json)
    }
  }

  package static func line(_ type: RecordType, _ fill: (inout JSONWriter) -> Void) -> [UInt8] {
    JSONWriter.line { json in
      json.member("type", type.rawValue)
      json.member("v", 1)
      fill(&json)
    }
  }

  /// The record of a fix as a point of a track.
  package static func fix(_ fix: Fix, device: String, segment: Int) -> [UInt8] {
    line(.fix) { json in
      json.member("device", device)
      Self.write(fix, .recorded, &json)
      json.member("segment", segment)
    }
  }

  private func write(_ fix: Fix, _ moment: FixMoment, _ json: inout JSONWriter) {
    Self.write(fix, moment, &json)
    guard let destination, let place = fix.believable.coordinate else { return }
    let approach = Approach(from: place, to: destination, speed: fix.speed, course: fix.course)
    json.member("to_distance_m", approach.distance, decimals: 1)
    json.member("to_bearing_deg", approach.bearing, decimals: 1)
    json.member("to_closing_mps", approach.closingSpeed, decimals: 2)
    json.member("to_s", approach.secondsToGo, decimals: 0)
  }

  private static func write(_ fix: Fix, _ moment: FixMoment, _ json: inout JSONWriter) {
    for key in FixKey.allCases { json.member(key, key.value(in: fix, at: moment)) }
    if let average = moment.average {
      json.member("averaged_n", average.count)
      json.member("averaged_s", average.seconds, decimals: 3)
      json.member("cep50_m", average.cep50, decimals: 3)
      json.member("spread_m", average.spread, decimals: 3)
      json.member("cep95_m", average.cep95, decimals: 3)
      if average.hasMoved { json.member("moved", true) }
    }
    guard !fix.timeCorrections.isEmpty else { return }
    json.array("corrections") { json in for word in fix.timeCorrections.words { json.element(word) } }
  }

  private func write(_ sky: Sky, _ json: inout JSONWriter) {
    json.member("time", sky.time)
    json.array("satellites") { json in
      for satellite in sky.satellites {
        json.object { json in
          json.member("gnss", satellite.identity.constellation.word)
          json.member("id", satellite.identity.number)
          json.member("signal", satellite.signal?.word)
          json.member("el_deg", satellite.elevation)
          json.member("az_deg", satellite.azimuth)
          json.member("cn0_dbhz", satellite.carrierToNoise)
          json.member("used", satellite.isUsed)
        }
      }
    }
  }

  /// The final counts.
  package static func stats(_ stats: WatchStats, device: String) -> [UInt8] {
    line(.stats) { json in
      json.member("device", device)
      for (key, count) in stats.counts { json.member(key, count) }
      json.member("language", stats.language?.word)
    }
  }
}

/// Our own `fix` records, one per point, with the number of the segment.
package struct TrackRecords: TrackWriter {
  package let output: any FormatSink
  package let device: String
  private var segment = 0

  package init(output: any FormatSink, device: String) { (self.output, self.device) = (output, device) }

  package func begin() {}

  package mutating func beginSegment() { segment += 1 }

  package func write(_ point: TrackPoint) {
    output.write(NDJSONFormat.fix(point.fix, device: device, segment: segment))
  }

  package func endSegment() {}

  package func finish() {}
}
