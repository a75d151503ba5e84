import GPSCoreLocation
import GPSBridge
import Testing

@Suite struct `A CLError` {
  let denied = LocationError(
    .permissionDenied, "/dev/ttyACM0: permission denied", remedy: "Add yourself to the group dialout.")

  @Test func `has Apple's numbers`() {
    #expect(CLError.Code.allCases.map(\.rawValue) == Array(0...19))
    #expect(CLError.locationUnknown.rawValue == 0 && CLError.denied.rawValue == 1)
    #expect(CLError.regionMonitoringFailure.rawValue == 5 && CLError.historicalLocationError.rawValue == 19)
  }

  @Test func `is found in any error by a cast and by a pattern`() {
    let error: any Error = CLError(denied)
    #expect((error as? CLError)?.code == .denied)
    do {
      throw error
    } catch CLError.denied {
    } catch {
      Issue.record("not caught as denied: \(error)")
    }
    #expect(!(CLError.locationUnknown ~= error))
    #expect(!(CLError.denied ~= LocationError.cancelled))
  }

  @Test func `is an NSError with domain, code, text and remedy`() {
    let error = CLError(denied) as NSError
    #expect(error.domain == kCLErrorDomain && error.code == 1)
    #expect(error.localizedDescription.contains("permission denied"))
    #expect(error.userInfo[NSLocalizedRecoverySuggestionErrorKey] as? String == denied.remedy)
    #expect((error.userInfo[NSUnderlyingErrorKey] as? LocationError) == denied)
  }

  @Test(arguments: [
    LocationError.Code.locationUnknown, .timedOut, .deviceNotFound, .deviceAmbiguous, .deviceBusy,
    .disconnected, .unreadable, .malformedSource, .portFailed,
  ])
  func `is for the moment only where something else is wrong`(_ code: LocationError.Code) {
    let error = CLError(LocationError(code, "what was found"))
    #expect(error.code == .locationUnknown && error.underlying?.code == code)
    #expect(error.localizedDescription == "what was found")
  }

  @Test func `says something without a receiver's words, too`() {
    #expect(CLError(.network).localizedDescription.contains("network"))
  }
}
