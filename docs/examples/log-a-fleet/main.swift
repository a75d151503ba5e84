// Writes a line for every 100 m that a vehicle moves, and whenever its location becomes unknown.
//
//     swift run log-a-fleet van=/dev/ttyUSB0 bike=usb:1546:01a8 ghost=sim:drive > fleet.csv
//
// Each vehicle has its own receiver, which may be unplugged and come back; no vehicle waits for another.

import FoundationEssentials
import GPSBridge
import Glibc
import SimulatedGPS

/// One vehicle, and the last location or reason written for it.
struct Vehicle: Sendable {
  let name: String
  let manager: LocationManager
  private var written: Location?
  private var reason: NoLocationReason?

  init?(_ argument: String) throws(LocationError) {
    let parts = argument.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    name = String(parts[0])
    manager = LocationManager(try Receiver.shared(named: String(parts[1])))
  }

  mutating func follow() async {
    for await update in manager.liveUpdates {
      guard let line = line(for: update) else { continue }
      print(line)
      // Flush, so that a file or a pipe gets each line at once.
      fflush(nil)
    }
  }

  private mutating func line(for update: LocationUpdate) -> String? {
    guard let here = update.location else {
      defer { reason = update.reason }
      return update.reason == reason ? nil : ",\(name),,,\(update.reason?.rawValue ?? "")"
    }
    let isBack = reason != nil
    reason = nil
    if let written, !isBack, here.distance(to: written) < 100 { return nil }
    written = here
    let place = "\(here.coordinate.latitude),\(here.coordinate.longitude)"
    return "\(here.timestamp.formatted(.iso8601)),\(name),\(place),"
  }
}

Simulation.register()
do {
  let vehicles = try CommandLine.arguments.dropFirst().compactMap { argument throws(LocationError) in
    try Vehicle(argument)
  }
  guard !vehicles.isEmpty, vehicles.count == CommandLine.arguments.count - 1 else {
    print("usage: log-a-fleet NAME=SOURCE...")
    exit(2)
  }
  print("time,vehicle,latitude,longitude,reason")
  await withTaskGroup { group in
    for vehicle in vehicles {
      group.addTask {
        var vehicle = vehicle
        await vehicle.follow()
      }
    }
  }
} catch {
  print(error)
  exit(2)
}
