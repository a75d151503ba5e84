internal import GNSS

extension MotionMachine.Sample {
  /// Creates a sample from the numbers of a machine's state; nil if they are not one.
  init?(_ list: inout NumberList) {
    guard let number = list.next(), let session = list.next(), let origin = list.next(),
      (0...1).contains(origin), let time = list.time(),
      let monotonic = list.next(), (-Self.mostMonotonic...Self.mostMonotonic).contains(monotonic),
      let place = list.place(),
      let speed = list.speed(most: Self.mostSpeed), let error = list.amount()
    else { return nil }
    (self.number, self.session, self.time, self.monotonic) = (number, session, time, monotonic)
    isImport = origin == 1
    (self.place, self.speed, self.error) = (place, speed >= 0 ? speed : nil, error)
  }

  /// Adds the sample to the numbers of a machine's state.
  func write(to list: inout NumberList) {
    for number in [number, session, isImport ? 1 : 0, time, monotonic] { list.add(number) }
    list.add(latitude: place.latitude, longitude: place.longitude)
    list.add(speed ?? -1)
    list.add(error)
  }

  static let mostMonotonic: Int64 = 1 << 53
  /// Meters per second: an orbit is slower.
  static let mostSpeed = 12_000.0
}
