import Foundation
import TestSupport
import Testing

@testable import SimulatedGPS

@Suite struct `Our own trigonometry` {
  @Test func `agrees with libm to the last digits`() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<20_000 {
      let angle = Double.random(in: -3e5...3e5, using: &random)
      let (sine, cosine) = Trigonometry.sineCosine(angle)
      #expect(abs(sine - sin(angle)) < 1e-10 && abs(cosine - cos(angle)) < 1e-10, "\(angle)")
      let small = angle / 1e5
      let near = Trigonometry.sineCosine(small)
      #expect(abs(near.sine - sin(small)) < 1e-15 && abs(near.cosine - cos(small)) < 1e-15, "\(small)")
    }
  }

  @Test func `finds angles in all directions`() {
    for degrees in stride(from: -179.5, through: 180, by: 0.5) {
      let angle = degrees * .pi / 180
      #expect(abs(Trigonometry.arctangent(sin(angle), cos(angle)) - angle) < 1e-13, "\(degrees)")
    }
    #expect(Trigonometry.arctangent(0, 0) == 0)
    #expect(abs(Trigonometry.arcsine(0.5) - .pi / 6) < 1e-14)
    #expect(abs(Trigonometry.arcsine(-1) + .pi / 2) < 1e-14)
  }

  @Test func `brings angles into the circle`() {
    #expect([-10, 360, 725, .nan].map { Trigonometry.inCircle($0) } == [350, 0, 5, 0])
    #expect(Trigonometry.inCircle(-1e-20) < 360)
    #expect(Trigonometry.aroundZero(190) == -170)
    #expect(Trigonometry.aroundZero(-190) == 170)
    #expect(Trigonometry.aroundZero(180) == -180)
  }

  @Test func `lets things decay as e does`() {
    for exponent in stride(from: 0.0, through: 20, by: 0.037) {
      #expect(abs(Decay.factor(exponent) - exp(-exponent)) < 1e-12, "\(exponent)")
    }
    #expect(Decay.factor(1e9) == 0)
  }
}

@Suite struct `Our own chance` {
  @Test func `is the same for a seed, and another for each purpose`() {
    var a = RandomSource(seed: 7, stream: 1)
    var b = RandomSource(seed: 7, stream: 1)
    var c = RandomSource(seed: 7, stream: 2)
    let (x, y, z) = (a.next(), b.next(), c.next())
    #expect(x == y && x != z)
  }

  @Test func `has the mean and the width that it says`() {
    var random = RandomSource(seed: 3, stream: 9)
    let numbers = (0..<50_000).map { _ in random.normal() }
    let mean = numbers.reduce(0, +) / 50_000
    let square = numbers.reduce(0) { $0 + $1 * $1 } / 50_000
    #expect(abs(mean) < 0.02)
    #expect(abs(square - 1) < 0.03)
    #expect(numbers.allSatisfy { abs($0) < 3.5 })
  }

  @Test func `keeps to its bounds`() {
    var random = RandomSource(seed: 3, stream: 9)
    for bound in 1..<200 { #expect(0..<bound ~= random.index(below: bound)) }
    #expect(random.index(below: 0) == 0)
    for _ in 0..<1000 { #expect(2..<5 ~= random.number(2, 5)) }
  }
}
