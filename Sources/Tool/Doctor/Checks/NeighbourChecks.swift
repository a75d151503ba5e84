internal import GPSBridge

/// What is plugged in beside the receiver.
enum NeighbourChecks {
  /// USB 3 makes noise where the satellites are: its data are scrambled at 2.5 GHz, and wide enough to reach 1.6.
  static let superSpeed: Check = { facts in
    let neighbours = neighbours(facts)
    guard let first = neighbours.first, let device = facts.device else { return [] }
    let names = neighbours.map { "\($0.name) (\($0.place))" }.joined(separator: ", ")
    let place = device.hub.hasPrefix("usb") ? "is plugged in beside the receiver" : "is on the receiver's hub"
    if let heard = facts.heard, heard.hasFix, (heard.facts.sky.best ?? 0) >= 35 {
      return [
        .fine(
          "usb3_neighbour", "a USB 3 device \(place), and does it no harm: \(names)", device: facts.port?.node
        )
      ]
    }
    return [
      .warning(
        "usb3_neighbour", "a USB 3 device \(place): \(neighbours.count == 1 ? first.name : names)",
        why: "\(names) makes noise in the satellites' band while it works",
        fix: "put the receiver on a USB 2 extension of a metre, or into a port far from it",
        device: facts.port?.node)
    ]
  }

  static func neighbours(_ facts: HostFacts) -> [USBDevice] {
    guard let device = facts.device else { return [] }
    return facts.usb.filter { $0.isSuperSpeed && !$0.isHub && device.isNeighbour(of: $0) }
  }
}
