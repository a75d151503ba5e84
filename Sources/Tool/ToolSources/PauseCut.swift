internal import GPSFormats
package import SimulatedGPS
internal import GPSBase

/// Cuts the long pauses of a recording short: a minute without data shows nothing.
///
/// They come about when a receiver sets its clock at a cold start, or when the device was unplugged. A pause that comes
/// again and again is none: it is the interval of that receiver's reports.
package struct PauseCut: Hashable, Sendable {
  /// A pause lasts no longer than this.
  package static let longest = Duration.seconds(5)
  /// A pause that comes so often is the pace of the recording.
  private static let often = 3

  /// How many pauses were cut short.
  package private(set) var count = 0
  /// The time that was left out.
  package private(set) var time = Duration.zero

  package init() {}

  /// The remark for the user; nil if nothing was left out.
  package var note: String? {
    guard count > 0 else { return nil }
    let length = TimeText.short(.seconds(Int(time / .seconds(1))))
    return "\(Plural.of(count, "long pause")) cut short, \(length) in all"
  }

  /// The recording with its pauses cut short, beginning after a delay.
  package mutating func apply(
    to recording: Simulation.Recording, delay: Duration = .zero
  ) -> Simulation.Recording {
    let times = (0..<recording.count).map { recording[$0].time }
    let pauses = zip(times, times.dropFirst()).map { $0.0.duration(to: $0.1) }.filter { $0 > Self.longest }
    var left = Duration.zero
    var pieces: [(time: Duration, bytes: [UInt8])] = []
    for index in 0..<recording.count {
      let pause = index == 0 ? .zero : times[index - 1].duration(to: times[index])
      if pause > Self.longest, pauses.count(where: { Self.isAlike($0, pause) }) < Self.often {
        left += pause - Self.longest
        count += 1
      }
      pieces.append((times[index] - left + delay, recording[index].bytes))
    }
    time += left
    return Simulation.Recording(pieces)
  }

  private static func isAlike(_ one: Duration, _ another: Duration) -> Bool {
    let difference = one - another
    return max(difference, .zero - difference) * 10 <= max(one, another)
  }
}

extension Duration {
  /// How much later another moment of the same recording is.
  fileprivate func duration(to other: Duration) -> Duration { other - self }
}
