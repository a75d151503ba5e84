import GPSFleetProtocol
import GPSTrackRows
import Glibc

/// The positions of a simulated device: a formula instead of a store, so that a backlog needs no memory.
///
/// Each device drives around a circle of its own near one town, and some circles cross. A number always means the same position.
struct SimulatedLane: Sendable {
  /// A change of the device's clock.
  struct ClockStep: Sendable, Hashable {
    /// The last number before the change.
    let after: Int64
    /// The milliseconds by which the clock is set forward.
    let by: Int64

    init(after: Int64, by: Int64) { (self.after, self.by) = (after, by) }
  }

  /// The device's time of number 0, in milliseconds since 1970.
  var start: Int64
  /// The milliseconds between two positions.
  var interval: Int64
  var step: ClockStep?
  private let place: Int

  /// - Parameters:
  ///   - place: The device's place in the fleet, which decides where it drives.
  ///   - start: Its time of number 0, in milliseconds since 1970.
  ///   - interval: The milliseconds between two positions.
  init(_ place: Int, start: Int64, interval: Int64 = 1000) {
    (self.place, self.start, self.interval) = (place, start, interval)
  }

  /// The time of a number by the device's clock, in milliseconds since 1970.
  func time(of number: Int64) -> Int64 {
    start + number * interval + (step.map { number > $0.after ? $0.by : 0 } ?? 0)
  }

  /// The first number at which the device's clock shows a time or a later one, in milliseconds since 1970.
  func first(since time: Int64) -> Int64 {
    func number(_ start: Int64) -> Int64 { max(1, (max(0, time - start) + interval - 1) / interval) }
    let usual = number(start)
    guard let step, usual > step.after else { return usual }
    return max(step.after + 1, number(start + step.by))
  }

  /// The batch of a range of numbers.
  func batch(_ numbers: ClosedRange<Int64>, installation: [UInt8], epoch: UInt32) -> FleetBatch {
    FleetBatch(installation: installation, epoch: epoch, numbers: numbers, fixes: numbers.compactMap(entry))
  }

  /// The town, in degrees, and ten-millionths of a degree to the north and to the east in a meter there.
  private static let town = (latitude: 47.4245, longitude: 9.3767)
  private static let perMeter = (north: 89.93, east: 132.9)

  private func entry(_ number: Int64) -> TrackColumns.Entry? {
    // Centers on a spiral: the same density everywhere, for any number of devices.
    let (turn, distance) = (Double(place) * 2.399_963, 250 * Double(place).squareRoot())
    let radius = 150 + Double(place % 7) * 60
    let speed = 6 + Double(place % 5) * 2
    let seconds = Double(number * interval) / 1000
    let angle = turn + seconds * speed / radius * (place.isMultiple(of: 2) ? 1 : -1)
    let north = distance * cos(turn) + radius * cos(angle)
    let east = distance * sin(turn) + radius * sin(angle)
    let course = (angle * 180 / .pi + (place.isMultiple(of: 2) ? 90 : 270)).truncatingRemainder(
      dividingBy: 360)
    var columns = [Int64?](repeating: nil, count: TrackRow.columnCount)
    (columns[.time], columns[.lag]) = (time(of: number), 140 + number % 7)
    columns[.latitude] = Int64(Self.town.latitude * 1e7 + north * Self.perMeter.north)
    columns[.longitude] = Int64(Self.town.longitude * 1e7 + east * Self.perMeter.east)
    (columns[.altitude], columns[.speed]) = (67_000 + number % 11, Int64(speed * 100) + number % 9)
    columns[.course] = Int64((course < 0 ? course + 360 : course) * 100) % 36_000
    (columns[.horizontalAccuracy], columns[.satellites], columns[.flags]) = (1700, 12, 2)
    return TrackRow(columns: columns).map {
      TrackColumns.Entry(number: number, monotonic: number * interval, row: $0)
    }
  }
}
