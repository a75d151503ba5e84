// What the reference of GPSServices shows.
import GPSBridge
import GPSServices

func serveThisMachine(_ receiver: Receiver) async throws {
  let server = LocationServer(receiver)
  try server.listen(.gpsd())
  try await server.run()
}
