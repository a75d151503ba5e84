import GNSS

@testable import GPSWeb

/// Histories for tests, and what their slices say.
enum SampleHistory {
  /// 2026-11-20T07:00:00Z.
  static let morning: Int64 = 1_795_158_000

  static func fix(at second: Int64, _ latitude: Double, _ longitude: Double, height: Double? = nil) -> Fix {
    var fix = Fix()
    fix.epoch = Int(second - morning) + 1
    fix.time = UTC(secondsSince1970: second)
    fix.mode = .threeDimensional
    fix.coordinate = Coordinate(latitude: latitude, longitude: longitude)
    fix.ellipsoidalAltitude = height
    return fix
  }

  static func searching(at second: Int64) -> Fix {
    var fix = Fix()
    fix.epoch = Int(second - morning) + 1
    fix.time = UTC(secondsSince1970: second)
    return fix
  }

  /// A history of one receiver: an epoch a second, nil for one without a position.
  static func along(_ places: [(Double, Double)?], every step: Int64 = 1) -> TrackHistory {
    var history = TrackHistory(receivers: 1)
    for (index, place) in places.enumerated() {
      let second = morning + Int64(index) * step
      history.take(place.map { fix(at: second, $0.0, $0.1) } ?? searching(at: second))
    }
    return history
  }

  /// The records of a history, for one device and more.
  static func records(_ history: TrackHistory, _ query: TrackQuery = TrackQuery(), of devices: String...)
    -> String
  { read(HistoryRecords(query, devices: devices), history).text }

  /// All slices as one text, and the longest of them.
  static func read(_ slices: some WebSlices, _ history: TrackHistory) -> (text: String, longest: Int) {
    var slices = slices
    var (bytes, longest) = ([UInt8](), 0)
    while let slice = slices.next(history) {
      longest = max(longest, slice.isEmpty ? .max : slice.count)
      bytes += slice
    }
    return (String(decoding: bytes, as: UTF8.self), longest)
  }
}

extension TrackHistory {
  /// Takes a fix of a place at a second, which arrives at once or at another second.
  mutating func take(
    _ latitude: Double = 47, _ longitude: Double = 9, at second: Int64, received: Int64? = nil,
    from receiver: Int = 0, isSuspect: Bool = false
  ) {
    take(
      SampleHistory.fix(at: second, latitude, longitude), received: received, from: receiver,
      isSuspect: isSuspect)
  }

  mutating func take(_ fix: Fix, received: Int64? = nil, from receiver: Int = 0, isSuspect: Bool = false) {
    let second = received ?? fix.time?.secondsSince1970 ?? SampleHistory.morning
    take(fix, signal: nil, from: receiver, received: UTC(secondsSince1970: second), isSuspect: isSuspect)
  }
}
