import TestSupport
import UBX

/// The message in a frame.
func message(_ frame: MessageFrame, _ bytes: [UInt8]) -> Message { Message(frame, bytes.span) }

/// The solution in a payload.
func navPVT(_ payload: some Collection<UInt8>) -> NavPVT? { NavPVT(payload: Array(payload).span) }

extension SeededGenerator {
  /// A number of steps as the value that is written for it.
  mutating func steps(_ range: ClosedRange<Int>, perUnit: Double) -> Double {
    Double(Int.random(in: range, using: &self)) / perUnit
  }

  /// Sometimes a number of steps, sometimes nothing.
  mutating func maybe(_ range: ClosedRange<Int>, perUnit: Double) -> Double? {
    Bool.random(using: &self) ? steps(range, perUnit: perUnit) : nil
  }

  /// Any solution that can be written, each optional field sometimes missing.
  mutating func solution() -> NavPVT {
    let millimeters = Int(Int32.min)...Int(Int32.max)
    let accuracies = 0...Int(UInt32.max) - 1
    var solution = NavPVT()
    solution.timeOfWeek = UInt32.random(in: 0..<604_800_000, using: &self)
    if Bool.random(using: &self) {
      solution.date = NavPVT.CalendarDate(
        year: .random(in: 1...9999, using: &self), month: .random(in: 1...12, using: &self),
        day: .random(in: 1...28, using: &self))
    }
    if Bool.random(using: &self) {
      solution.time = NavPVT.TimeOfDay(
        hour: .random(in: 0...23, using: &self), minute: .random(in: 0...59, using: &self),
        second: .random(in: 0...60, using: &self), nanosecond: .random(in: 0...999_999_999, using: &self))
    }
    solution.isTimeFullyResolved = .random(using: &self)
    solution.timeAccuracy = maybe(accuracies, perUnit: 1e9)
    if Bool.random(using: &self) {
      solution.confirmation = .init(date: .random(using: &self), time: .random(using: &self))
    }
    solution.isTimeAuthenticated = .random(using: &self)
    solution.fixType = .init(rawValue: .random(in: 0...255, using: &self))
    solution.isFixOK = .random(using: &self)
    solution.isDifferential = .random(using: &self)
    solution.correctionAge = .init(rawValue: .random(in: 0...15, using: &self))
    solution.carrierSolution = .init(rawValue: .random(in: 0...3, using: &self))
    solution.powerState = .init(rawValue: .random(in: 0...7, using: &self))
    solution.satellitesUsed = .random(in: 0...255, using: &self)
    solution.positionDilution = steps(0...65535, perUnit: 100)
    if Bool.random(using: &self) {
      solution.position = .init(
        latitude: steps(-900_000_000...900_000_000, perUnit: 1e7),
        longitude: steps(-1_800_000_000...1_800_000_000, perUnit: 1e7),
        height: steps(millimeters, perUnit: 1e3), altitude: steps(millimeters, perUnit: 1e3))
    }
    solution.horizontalAccuracy = maybe(accuracies, perUnit: 1e3)
    solution.verticalAccuracy = maybe(accuracies, perUnit: 1e3)
    solution.velocityNorth = steps(millimeters, perUnit: 1e3)
    solution.velocityEast = steps(millimeters, perUnit: 1e3)
    solution.velocityDown = steps(millimeters, perUnit: 1e3)
    solution.groundSpeed = steps(millimeters, perUnit: 1e3)
    solution.headingOfMotion = steps(millimeters, perUnit: 1e5)
    solution.speedAccuracy = maybe(accuracies, perUnit: 1e3)
    solution.headingAccuracy = maybe(accuracies, perUnit: 1e5)
    solution.vehicleHeading = maybe(millimeters, perUnit: 1e5)
    if Bool.random(using: &self) {
      solution.magneticDeclination = .init(
        degrees: steps(-32768...32767, perUnit: 100), accuracy: steps(0...65535, perUnit: 100))
    }
    return solution
  }
}
