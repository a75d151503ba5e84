import NMEA
import TestSupport
import Testing

@testable import GNSS

@Suite struct `A clock that moves in steps of several epochs` {
  /// Bursts of RMC and GLL at a time of day each, and at places that are given by minutes of latitude.
  ///
  /// If the time moves in the middle of a burst, the GLL has the time of the next one. The RMC may be missing from some
  /// burst on.
  private func decoded(
    _ bursts: [(second: Int, place: Int?)], pauses: Bool = false, movesInside: Bool = false,
    rmc most: Int = .max
  ) -> [DecodedOutput] {
    var decoder = FixDecoder(.recording())
    return decoder.outputs { decoder, take in
      for (index, (second, place)) in bursts.enumerated() {
        let next = movesInside && index + 1 < bursts.count ? bursts[index + 1].second : second
        let (time, later) = (text(second), text(next))
        let latitude = place.map { "\(4800 + $0).000,N,01131.000,E" } ?? ",,,"
        let status = place == nil ? "V" : "A"
        var bodies = [
          "GPRMC,\(time),\(status),\(latitude),022.4,084.4,201126,,,\(place == nil ? "N" : "A")",
          "GPGLL,\(latitude),\(later),\(status),\(place == nil ? "N" : "A")", "GPVTG,84.4,T,,M,22.4,N,,K,A",
        ]
        if index >= most { bodies.removeFirst() }
        decoder.decode(wire(bodies).span, take)
        if pauses { decoder.lineIsQuiet(take) }
      }
      decoder.finish(take)
    }
  }

  private func text(_ second: Int) -> String { "\(120_000 + second / 60 * 100 + second % 60)" }

  /// Ten bursts for each time, at a place of their own each.
  private let moving = (0..<40).map { (second: $0 / 10 * 10, place: Optional($0)) }

  @Test(arguments: [false, true], [false, true])
  func `has a fix for each burst but the second one, which is no evidence yet`(
    pauses: Bool, movesInside: Bool
  ) {
    let found = decoded(moving, pauses: pauses, movesInside: movesInside).fixes
    let expected = moving.filter { $0.place != 1 }
    let minutes: [Double] = found.map { fix in (((fix.coordinate?.latitude ?? 0) - 48) * 60).rounded() }
    #expect(minutes == expected.map { Double($0.place ?? 0) })
    #expect(found.map { Int($0.time?.timeOfDay.second ?? 99) } == expected.map(\.second))
    #expect(found.map(\.timeCorrections.isCoarse) == expected.map { $0.place != 0 })
    #expect(found.allSatisfy { $0.speed != nil && $0.sources.contains(.gll) })
  }

  @Test func `has a steady time for each epoch from the third step on`() {
    let times = decoded(moving).fixes.compactMap(\.steadyTime)
    // Until the second step is over, the interval is not known.
    let steps = zip(times, times.dropFirst()).map { $1.seconds(since: $0) }
    #expect(steps == [20] + Array(repeating: 1, count: 19))
  }

  @Test(arguments: [false, true])
  func `has fixes still when the sentence that began its bursts is no longer sent`(pauses: Bool) {
    let found = decoded(moving + moving.map { ($0.second + 40, $0.place) }, pauses: pauses, rmc: 40).fixes
    #expect(found.suffix(25).allSatisfy { $0.sources == [.gll, .vtg] && $0.coordinate != nil })
  }

  @Test func `is exact again once each epoch has its own time`() {
    let found = decoded(moving + (40..<50).map { ($0, $0) }).fixes
    #expect(found.suffix(8).allSatisfy { !$0.timeCorrections.isCoarse && $0.sinceTime == 0 })
    #expect(found.count == 49)
  }

  @Test(
    arguments: [
      // Two receivers on one line, and a drive recorder that copies its sentences.
      ((0..<40).map { ($0 / 2, $0 % 2 * 7) }, 20), ((0..<60).map { ($0 / 6, $0 % 2) }, 10),
      ((0..<60).map { ($0 / 6, $0 / 6) }, 10),
      // Stuck after it was exact, after it was coarse, and without a fix.
      ((0..<10).map { ($0, $0) } + (10..<60).map { (10, $0) }, 11),
      ((0..<20).map { ($0 / 10 * 10, $0) } + (20..<60).map { (20, $0) }, 41),
      ((0..<20).map { ($0 / 10 * 10, $0) } + Array(repeating: (20, 20), count: 50), 41),
      ((0..<20).map { ($0 / 10 * 10, $0) } + Array(repeating: (20, nil), count: 10), 29),
    ] as [([(Int, Int?)], Int)])
  func `has no more epochs than that`(bursts: [(Int, Int?)], count: Int) {
    #expect(decoded(bursts).fixes.count == count)
  }
}
