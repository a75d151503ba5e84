internal import SerialPorts

/// Which of the ports that come and go is the device that was asked for: a pure value that is told of each.
///
/// The first choice is the selector's. From then on the same device is looked for, under whatever name it comes back;
/// another one that happens to get its old name is not taken for it.
struct SerialDeviceChooser: Sendable {
  let selector: SerialPortSelector
  /// Keys of ports behind which a receiver was found before, although their ids do not tell.
  let remembered: Set<String>
  /// The ports that are there, by their keys.
  private var ports: [String: SerialPortDescription] = [:]
  /// The device that was chosen, as it was described then.
  private(set) var chosen: SerialPortDescription?

  init(_ selector: SerialPortSelector, remembered: Set<String> = []) {
    self.selector = selector
    self.remembered = remembered
  }

  mutating func take(_ event: SerialPortEvent) {
    switch event {
    case .appeared(let port): ports[port.key] = port
    case .changed(let old, let port):
      ports[old.key] = nil
      ports[port.key] = port
    case .disappeared(let port): ports[port.key] = nil
    }
  }

  /// The port that is meant now, or why there is none.
  mutating func choose(_ roots: SystemRoots = .standard) throws(SerialPortSelectionError)
    -> SerialPortDescription
  {
    let port = try meant(roots)
    chosen = port
    return port
  }

  private func meant(_ roots: SystemRoots) throws(SerialPortSelectionError) -> SerialPortDescription {
    let all = Array(ports.values)
    if let chosen, let same = ports[chosen.key], isSame(chosen, same) { return same }
    if selector == .auto, !all.contains(where: selector.matches), let known = rememberedPort { return known }
    let found = try selector.resolve(among: all, preferring: chosen?.key, roots: roots)
    // A node is only a name: who has it now may be somebody else.
    if case .node = selector, let chosen, chosen.usb != nil, !isSame(chosen, found) {
      throw SerialPortSelectionError.notTheSame(found, as: chosen)
    }
    return found
  }

  /// The only port that is there and remembered.
  private var rememberedPort: SerialPortDescription? {
    let known = remembered.compactMap { ports[$0] }
    return known.count == 1 ? known[0] : nil
  }

  private func isSame(_ one: SerialPortDescription, _ other: SerialPortDescription) -> Bool {
    one.usb?.identity == other.usb?.identity && one.usb?.serialNumber == other.usb?.serialNumber
  }
}

extension SerialPortSelectionError {
  fileprivate static func notTheSame(
    _ found: SerialPortDescription, as chosen: SerialPortDescription
  ) -> SerialPortSelectionError {
    SerialPortSelectionError(
      code: .unknown, found: "\(found.node) is \(found.displayName) now",
      expected: "\(chosen.displayName), which was there before, is waited for", candidates: [])
  }
}
