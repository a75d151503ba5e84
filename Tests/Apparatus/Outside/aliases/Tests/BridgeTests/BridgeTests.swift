import Bridge
import GPSBridge
import SimulatedGPS
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Targets with the short names of gpsbridge` {
  @Test func `are used beside its own, each under its name`() throws {
    let line = "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47"
    let both = try compare(line)
    #expect(both.latitude == 48.1173)
    #expect(both.fields == 15)
    #expect(rows() == 18)
  }

  @Test func `leave the location service as it is`() async {
    let time = ManualTime()
    let manager = LocationManager(SimulatedReceiver(.walk, time: time).receiver)
    manager.startUpdatingLocation()
    #expect(place(of: manager) == nil)
    await time.advance(by: .seconds(60))
    #expect(place(of: manager) != nil)
  }
}
