import FoundationEssentials
import SerialPorts
import Testing

@testable import GPSBridge

@Suite struct `An error of the library` {
  private func localized(_ error: any Error) -> (any LocalizedError)? { error as? any LocalizedError }

  @Test func `keeps its words where Foundation asks for them`() {
    let error = LocationError(.deviceBusy, "it is in use by gpsd", remedy: "Stop it.")
    #expect(localized(error)?.errorDescription == "it is in use by gpsd. Stop it.")
    #expect(localized(error)?.failureReason == "it is in use by gpsd")
    #expect(localized(error)?.recoverySuggestion == "Stop it.")
  }

  @Test func `of a port keeps them too`() {
    let error = SerialPortError(code: .busy, path: "/dev/ttyACM0", found: "it is in use", remedy: "stop gpsd")
    #expect(localized(error)?.errorDescription == "it is in use. What to do: stop gpsd.")
    let none = #expect(throws: SerialPortSelectionError.self) { try SerialPortSelector("usb:zz") }
    #expect(none.map { localized($0)?.errorDescription == $0.description } == true)
  }
}
