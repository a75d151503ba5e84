import GNSS
import NMEA
import TestSupport
import Testing

/// Rules that hold for every stream, however torn it is.
///
/// The argument of each test is the seed that brings it back.
@Suite struct `Whatever the stream` {
  private static let shapes = [
    "RMC VTG GGA GSA GSV GLL ZDA", "GGA GSA GSV RMC VTG", "GNS RMC GSA GST", "ZDA GGA RMC", "RMC", "GLL GGA",
  ]

  /// Sentences of 60 epochs, in a shape and at a rate that the seed chooses, and how many make an epoch.
  private func sentences(_ random: inout SeededGenerator) -> (bodies: [String], length: Int) {
    let shape = Self.shapes[Int.random(in: 0..<Self.shapes.count, using: &random)]
    let step = [10, 20, 50, 100][Int.random(in: 0..<4, using: &random)]
    let bodies = (0..<60).flatMap { Bursts.burst(shape, at: $0 * step) }
    return (bodies, bodies.count / 60)
  }

  private func hundredths(_ time: TimeOfDay) -> Int {
    (Int(time.minute) * 60 + Int(time.second)) * 100 + Int(time.nanosecond) / 10_000_000
  }

  private func expectSound(_ fixes: [Fix]) {
    for fix in fixes {
      guard let place = fix.coordinate, let time = fix.timeOfDay else { continue }
      #expect(Bursts.latitudes(hundredths(time)).contains(place.latitude), "\(time)")
    }
    #expect(
      zip(fixes, fixes.dropFirst()).allSatisfy {
        $0.timeOfDay == nil || $0.timeOfDay != $1.timeOfDay
      })
    #expect(fixes.map(\.epoch) == Array(1..<(fixes.count + 1)))
  }

  @Test(arguments: UInt64(0)..<60)
  func `no epoch is told twice or out of order, although sentences come late, twice or never`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (bodies, length) = sentences(&random)
    // A straggler comes at most two epochs late, as it may behind a network.
    for index in bodies.indices where Int.random(in: 0..<8, using: &random) == 0 {
      let other = min(index + Int.random(in: 1...(2 * length), using: &random), bodies.count - 1)
      bodies.insert(bodies.remove(at: index), at: other)
    }
    bodies = bodies.flatMap { body -> [String] in
      switch Int.random(in: 0..<12, using: &random) {
      case 0: []
      case 1: [body, body]
      default: [body]
      }
    }
    var line = Line(isLive: seed % 2 == 0)
    let fixes = line.hear(bodies) + line.finish()
    expectSound(fixes)
    let times = fixes.compactMap(\.timeOfDay).map { hundredths($0) }
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test(arguments: UInt64(0)..<20)
  func `no two fixes in a row have one time, although sentences come in no order at all`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (bodies, _) = sentences(&random)
    bodies.shuffle(using: &random)
    var line = Line(isLive: seed % 2 == 0)
    expectSound(line.hear(bodies) + line.finish())
  }

  @Test(arguments: UInt64(0)..<20)
  func `each epoch is complete once, however the bytes are cut`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (bodies, _) = sentences(&random)
    let bytes = wire(bodies)
    let whole = decode(bytes)
    var decoder = FixDecoder(.recording())
    var pieces: [DecodedOutput] = []
    var place = 0
    while place < bytes.count {
      let end = min(place + Int.random(in: 1...200, using: &random), bytes.count)
      decoder.decode(bytes.span.extracting(place..<end)) { pieces.append($0) }
      place = end
    }
    decoder.finish { pieces.append($0) }
    #expect(pieces == whole)
    #expect(whole.count { if case .fix = $0 { true } else { false } } == 60)
    #expect(decoder.epochCounts.epochs == 60 && decoder.epochCounts.late == 0)
  }

  @Test(arguments: UInt64(0)..<20)
  func `silence at any place splits an epoch at most into a fix and late sentences`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (bodies, _) = sentences(&random)
    var line = Line()
    var fixes: [Fix] = []
    for body in bodies {
      fixes += line.hear([body])
      if Int.random(in: 0..<5, using: &random) == 0 { fixes += line.quiet() }
    }
    fixes += line.finish()
    expectSound(fixes)
    #expect(fixes.count == 60)
  }

  @Test(arguments: UInt64(0)..<20)
  func `bytes of noise between sentences change nothing`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (bodies, _) = sentences(&random)
    let clean = decode(wire(bodies))
    let noisy = bodies.flatMap { body -> [UInt8] in
      let count = Int.random(in: 0..<6, using: &random)
      return wire(body) + (0..<count).map { _ in UInt8.random(in: 0x80...0xB0, using: &random) }
    }
    #expect(decode(noisy) == clean)
  }
}
