import GPSBridge

/// Epochs of a car at 22 m/s, and when they arrive over a link that holds them back at times.
struct HeldStream {
  struct Arrival {
    /// Seconds since noon at which the receiver was there.
    var time: Double
    /// Seconds since noon, by a clock that does not stop.
    var arrival: Double
    var age: Double { arrival - time }
  }

  /// A time in which nothing passes the link.
  struct Hold {
    var from: Double
    var until: Double
    /// How many epochs the link keeps, the oldest ones; the others are lost.
    var most = Int.max
    /// Seconds between the epochs that it delivers afterwards.
    var pieces = 0.0
  }

  private(set) var arrivals: [Arrival] = []

  init(hertz: Double, seconds: Double, holds: [Hold]) {
    var free = 0.0
    var kept = [Int](repeating: 0, count: holds.count)
    for number in 0...Int(seconds * hertz) {
      let time = Double(number) / hertz
      var arrival = time
      if let hold = holds.firstIndex(where: { $0.from <= time && time < $0.until }) {
        kept[hold] += 1
        guard kept[hold] <= holds[hold].most else { continue }
        arrival = max(holds[hold].until, free + (kept[hold] == 1 ? 0 : holds[hold].pieces))
      }
      arrival = max(arrival, free)
      free = arrival
      arrivals.append(Arrival(time: time, arrival: arrival))
    }
  }

  /// The epoch at a time of the drive, by a receiver's clock that is wrong by some seconds.
  static func fix(_ time: Double, ahead: Double = 0) -> Fix {
    var fix = Sample.fix()
    let told = time + ahead
    let whole = told.rounded(.down)
    fix.time = UTC(
      secondsSince1970: Sample.noon.secondsSince1970 + Int64(whole),
      nanosecond: Int32(((told - whole) * 1000).rounded()) * 1_000_000)
    fix.timeOfDay = fix.time?.timeOfDay
    fix.coordinate = Coordinate(latitude: 48 + time * 22 / 111_200, longitude: 11.5)
    return fix
  }
}
