import NMEA
import TestSupport
import Testing

@testable import GNSS

@Suite struct `A clock that moves in steps of several epochs` {
  /// Bursts of RMC and GLL at a time of day each, and at places that are given by minutes of latitude.
  private func decoded(_ bursts: [(second: Int, place: Int?)], pauses: Bool = false) -> [DecodedOutput] {
    var decoder = FixDecoder(.recording())
    return decoder.outputs { decoder, take in
      for (second, place) in bursts {
        let time = "\(120_000 + second / 60 * 100 + second % 60)"
        let latitude = place.map { "\(4800 + $0).000,N,01131.000,E" } ?? ",,,"
        let status = place == nil ? "V" : "A"
        let bodies = [
          "GPRMC,\(time),\(status),\(latitude),022.4,084.4,201126,,,\(place == nil ? "N" : "A")",
          "GPGLL,\(latitude),\(time),\(status),\(place == nil ? "N" : "A")", "GPVTG,84.4,T,,M,22.4,N,,K,A",
        ]
        decoder.decode(wire(bodies).span, take)
        if pauses { decoder.lineIsQuiet(take) }
      }
      decoder.finish(take)
    }
  }

  /// Ten bursts for each time, at a place of their own each.
  private let moving = (0..<40).map { (second: $0 / 10 * 10, place: Optional($0)) }

  @Test(arguments: [false, true])
  func `has a fix for each burst but the second one, which is no evidence yet`(pauses: Bool) {
    let found = decoded(moving, pauses: pauses).fixes
    let expected = moving.filter { $0.place != 1 }
    let minutes: [Double] = found.map { fix in (((fix.coordinate?.latitude ?? 0) - 48) * 60).rounded() }
    #expect(minutes == expected.map { Double($0.place ?? 0) })
    #expect(found.map { Int($0.time?.timeOfDay.second ?? 99) } == expected.map(\.second))
    #expect(found.map(\.timeCorrections.isCoarse) == expected.map { $0.place != 0 })
    #expect(found.allSatisfy { $0.speed != nil && $0.sources.contains(.gll) })
  }

  @Test func `has a steady time for each epoch from the second step on`() {
    let times = decoded(moving).fixes.compactMap(\.steadyTime)
    // In the first step, the interval is not known.
    let steps = zip(times, times.dropFirst()).map { $1.seconds(since: $0) }
    #expect(steps == [10] + Array(repeating: 1, count: 29))
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
      // Stuck after it was coarse, and without a fix.
      ((0..<20).map { ($0 / 10 * 10, $0) } + Array(repeating: (20, 20), count: 50), 29),
      ((0..<20).map { ($0 / 10 * 10, $0) } + Array(repeating: (20, nil), count: 10), 29),
    ] as [([(Int, Int?)], Int)])
  func `has no more epochs than that`(bursts: [(Int, Int?)], count: Int) {
    #expect(decoded(bursts).fixes.count == count)
  }
}
