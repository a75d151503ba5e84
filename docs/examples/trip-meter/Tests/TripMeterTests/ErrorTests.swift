import Foundation
import GPSBridge
import Testing

@Suite struct `An error` {
  @Test func `keeps its words where Foundation asks for them, without an import of its own`() {
    let error: any Error = LocationError(.deviceBusy, "it is in use by gpsd", remedy: "Stop it.")
    #expect(error.localizedDescription == "it is in use by gpsd. Stop it.")
  }
}
