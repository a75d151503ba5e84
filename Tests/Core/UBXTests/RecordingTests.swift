import Foundation
import TestSupport
import Testing

@testable import UBX

/// A recording of GPSD's that may lie beside the project and is no part of it.
private enum Recording {
  private static let shared =
    ProcessInfo.processInfo.environment["GPSBRIDGE_SHARED"].map { URL(filePath: $0) }
    ?? URL(filePath: ProjectFolder.path).appending(path: "../shared").standardizedFileURL

  static let place = shared.appending(path: "corpus/dev/ublox8-uniqid-monhw.log")

  static var isThere: Bool { FileManager.default.fileExists(atPath: place.path) }

  /// All the solutions in it, in their order.
  static func solutions() throws -> [NavPVT] {
    let bytes = [UInt8](try Data(contentsOf: place))
    var solutions: [NavPVT] = []
    var start = 0
    while start < bytes.count {
      let rest = bytes.span.extracting(start..<bytes.count)
      guard case .message(let frame) = MessageFrame.recognize(rest) else {
        start += 1
        continue
      }
      if case .navPVT(let solution) = Message(frame, rest) { solutions.append(solution) }
      start += frame.length
    }
    return solutions
  }
}

@Suite struct `A recording of a real receiver` {
  @Test(.enabled(if: Recording.isThere, "The recording ublox8-uniqid-monhw is not beside the project."))
  func `says what other programs read in it`() throws {
    let solutions = try Recording.solutions()
    let solution = try #require(solutions.first { $0.timeOfWeek == 74_561_000 })
    #expect(solution.date == NavPVT.CalendarDate(year: 2024, month: 3, day: 24))
    #expect(solution.time == NavPVT.TimeOfDay(hour: 20, minute: 42, second: 23, nanosecond: 256_180))
    #expect(solution.isTimeFullyResolved)
    #expect(solution.timeAccuracy == 0.000_001_025)
    #expect(solution.fixType == .threeDimensional)
    #expect(solution.isFixOK)
    #expect(!solution.isDifferential)
    #expect(solution.satellitesUsed == 6)
    let place = NavPVT.Position(
      latitude: 46.4046057, longitude: -117.0207395, height: 270.557, altitude: 288.729)
    #expect(solution.position == place)
    #expect(solution.horizontalAccuracy == 15.92)
    #expect(solution.verticalAccuracy == 21.135)
    #expect(solution.velocityNorth == -0.012)
    #expect(solution.velocityEast == -0.005)
    #expect(solution.velocityDown == -0.079)
    #expect(solution.groundSpeed == 0.013)
    #expect(solution.headingOfMotion == 30.77055)
    #expect(solution.speedAccuracy == 0.681)
    #expect(solution.headingAccuracy == 48.61363)
    #expect(solution.positionDilution == 2.23)
    #expect(solution.carrierSolution == .none)
    #expect(solution.powerState == .notActive)
    #expect(solution.correctionAge == nil)
    #expect(solution.confirmation == nil)
    #expect(!solution.isTimeAuthenticated)
    #expect(solution.vehicleHeading == nil)
    #expect(solution.magneticDeclination == nil)
  }
}
