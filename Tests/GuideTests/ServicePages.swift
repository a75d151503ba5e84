// What the page about serving and the reference of GPSServices show.
import GPSBridge
import GPSServices

func serve(_ receiver: Receiver) async throws {
  let server = LocationServer(receiver)
  try server.listen(.gpsd("127.0.0.1:2947"))
  try await server.run()
}

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
