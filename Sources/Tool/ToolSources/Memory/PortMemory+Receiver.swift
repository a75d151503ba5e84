internal import CommandLineTable
package import GPSBridge
internal import SerialPorts
internal import Texts

extension PortMemory {
  /// Keeps in mind the port behind which a receiver has spoken, with the speed at which it was understood last.
  ///
  /// - Parameters:
  ///   - place: Where the receiver is; one that is nowhere, or made of air, needs no memory.
  ///   - utcSeconds: When it spoke.
  /// - Returns: Why that can't be kept, as a line for people: it is a convenience, and no reason to stop.
  package static func remember(_ place: DevicePlace?, at utcSeconds: Double) -> String? {
    guard let place, !place.isSimulated else { return nil }
    guard let port = SerialPortDescription.all().first(where: { $0.key == place.key }) else { return nil }
    var memory = load()
    memory.spoke(port, speed: SpeedMemory.shared[place.key], at: Int(utcSeconds))
    do throws(Complaint) {
      try memory.save()
      return nil
    } catch {
      return "note: \(ShownText.of(port.node.utf8)) can't be remembered: \(error.message)\n"
    }
  }
}
