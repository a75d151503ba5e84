import Foundation
import Testing

@testable import SimulatedGPS

@Suite struct `Scenario.Surroundings of an antenna` {
  private func loss(_ surroundings: Scenario.Surroundings, _ azimuth: Double, _ elevation: Double) -> Double {
    let rad = Double.pi / 180
    let direction = Vector(
      sin(azimuth * rad) * cos(elevation * rad), cos(azimuth * rad) * cos(elevation * rad),
      sin(elevation * rad))
    return surroundings.loss(azimuth: azimuth, elevation: elevation, direction: direction)
  }

  @Test func `that are open take nothing away`() {
    for azimuth in stride(from: 0.0, to: 360, by: 30) { #expect(loss(.open, azimuth, 10) == 0) }
  }

  @Test func `of rock let nothing through`() {
    #expect(loss(.tunnel, 0, 90) >= 80)
  }

  @Test func `with houses leave the sky along the street, and overhead`() {
    let street = Scenario.Surroundings(street: .init(direction: 90, steepness: 2, loss: 26))
    #expect(loss(street, 90, 10) == 0)
    #expect(loss(street, 270, 10) == 0)
    #expect(loss(street, 0, 40) == 26)
    #expect(loss(street, 180, 70) == 0)
    #expect(loss(street, 0, 62) == 26)
    #expect(loss(street, 0, 65) == 0)
  }

  @Test func `with one wall shade its side below its height`() {
    let wall = Scenario.Surroundings(obstacles: [.init(from: 350, to: 20, height: 30, loss: 12)])
    #expect(loss(wall, 355, 20) == 12)
    #expect(loss(wall, 5, 29) == 12)
    #expect(loss(wall, 5, 31) == 0)
    #expect(loss(wall, 21, 20) == 0)
    #expect(loss(wall, 180, 20) == 0)
  }

  @Test func `add up`() {
    let both = Scenario.Surroundings(obstacles: [.init(from: 0, to: 90, height: 45, loss: 5)], loss: 7)
    #expect(loss(both, 45, 20) == 12)
    #expect(loss(both, 145, 20) == 7)
  }

  @Test func `between houses leave a receiver fewer satellites, and a worse geometry`() throws {
    let open = try #require(meant(.walk, seconds: 120).last)
    let canyon = try #require(meant(.canyon, seconds: 120).last)
    #expect(canyon.usedCount < open.usedCount / 2)
    let geometries = (try #require(open.geometry), try #require(canyon.geometry))
    #expect(geometries.1.horizontal > geometries.0.horizontal * 1.3)
    #expect(canyon.hasFix)
  }
}
