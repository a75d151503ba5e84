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

  @Test func `says what to do in a whole sentence, also where a port's error says it in a part of one`() {
    let busy = SerialPortError(code: .busy, path: "/dev/ttyACM0", found: "it is in use", remedy: "stop gpsd")
    #expect(LocationError(busy).description == "it is in use. Stop gpsd.")
    #expect(LocationError(busy).remedy == "stop gpsd")
    let pulled = LocationError.failedPort(
      .disconnected, "sim/ttyACM0", "has been unplugged", remedy: "wait until its scenario plugs it in again")
    #expect(
      pulled.description == "sim/ttyACM0 has been unplugged. Wait until its scenario plugs it in again.")
    #expect(LocationError(.deviceBusy, "it is in use").description == "it is in use")
  }

  @Test func `of a port keeps them too`() {
    let error = SerialPortError(code: .busy, path: "/dev/ttyACM0", found: "it is in use", remedy: "stop gpsd")
    #expect(localized(error)?.errorDescription == "it is in use. What to do: stop gpsd.")
    let none = #expect(throws: SerialPortSelectionError.self) { try SerialPortSelector("usb:zz") }
    #expect(none.map { localized($0)?.errorDescription == $0.description } == true)
  }
}
