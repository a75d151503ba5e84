import GPSBridge
import SimulatedGPS
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The page on settings` {
  @Test func `asks a simulated receiver for its rate on time that is moved`() async throws {
    #expect(try await rate() != nil)
  }
}
