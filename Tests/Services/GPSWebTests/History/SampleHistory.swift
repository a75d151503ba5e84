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
      let fix = place.map { self.fix(at: second, $0.0, $0.1) } ?? searching(at: second)
      history.take(fix, signal: nil, from: 0, received: UTC(secondsSince1970: second))
    }
    return history
  }

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
