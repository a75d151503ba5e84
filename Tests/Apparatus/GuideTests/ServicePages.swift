// What docs/serve.md and the reference of GPSServices show.
import GPSBridge
import GPSServices

func serveAsService(_ receiver: Receiver, _ manager: ServiceManager?) throws -> LocationServer {
  let server = LocationServer(receiver)
  if manager?.listens != true { try server.listen(.gpsd()) }
  if let manager { server.attach(manager) }
  return server
}

func serveThisMachine(_ receiver: Receiver) async throws {
  let server = LocationServer(receiver)
  try server.listen(.gpsd())
  try await server.run()
}
