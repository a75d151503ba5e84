package import GNSS
package import GPSBridge
package import SerialPorts
package import GPSBase

// Records of live receivers: events, devices and verdicts.

extension NDJSONFormat {
  /// An event; without a time if a recording has none.
  package func line(_ told: ToldEvent, at time: UTC?) -> [UInt8] {
    line(.event) { json in
      json.member("at", time)
      json.member("event", told.word)
      json.member("what", told.what)
      told.facts(&json)
    }
  }

  /// The receiver's condition and the remedy; without a time if a recording has none.
  package func line(_ verdict: Verdict, at time: UTC?) -> [UInt8] {
    line(.verdict) { json in
      json.member("at", time)
      json.member("code", verdict.code.rawValue)
      json.member("what", verdict.what)
      json.member("why", verdict.why)
      json.member("do", verdict.advice.isEmpty ? nil : verdict.advice)
      json.member("expect", verdict.expectation.isEmpty ? nil : verdict.expectation)
      json.member("expect_s", verdict.expectedTime?.seconds)
      json.array("evidence") { json in
        for piece in verdict.evidence {
          json.object { json in
            json.member("source", piece.source)
            json.member("finding", piece.finding)
          }
        }
      }
    }
  }

  /// A device, and its new state.
  package func line(_ change: DeviceChange) -> [UInt8] { line(.device) { change.write(&$0) } }
}

/// A device and its change, as in a `device` record.
package struct DeviceChange: Sendable {
  package enum State: String { case present, opened, busy, denied, gone }

  package var path: String
  package var port: SerialPortDescription?
  /// A selector that matches only this port.
  package var selector: String?
  package var state: State
  package var holder: PortHolder?
  package var speed: Int?
  /// The update rate; nil until it is known.
  package var rate: UpdateRate?
  /// The display name, for a device without a port that has one.
  private var name: String?

  /// Extracts the change from an event; nil for events that do not concern a device.
  ///
  /// - Parameters:
  ///   - event: An event of a receiver.
  ///   - ports: Returns the known ports; called only if the event concerns a device.
  package init?(_ event: ReceiverEvent.Kind, among ports: () -> [SerialPortDescription]) {
    switch event {
    case .attached(let place): self.init(place, .present, ports())
    case .detached(let place): self.init(place, .gone, ports())
    case .opened(let place, let speed):
      self.init(place, .opened, ports())
      self.speed = speed
    case .openFailed(let error):
      guard let port = error.underlying else { return nil }
      switch port.code {
      case .permissionDenied: self.init(port.path, .denied, ports())
      case .busy: self.init(port.path, .busy, ports())
      default: return nil
      }
      holder = port.holders.first
    default: return nil
    }
  }

  package init(_ port: SerialPortDescription, _ state: State, among ports: [SerialPortDescription]) {
    path = port.node
    (self.port, self.state) = (port, state)
    selector = "\(SerialPortSelector.naming(port, among: ports))"
  }

  private init(_ place: DevicePlace, _ state: State, _ ports: [SerialPortDescription]) {
    self.init(place.node, state, ports)
    // Many devices have no name except their node.
    if place.name != place.node { name = place.name }
  }

  private init(_ path: String, _ state: State, _ ports: [SerialPortDescription]) {
    (self.path, self.state) = (path, state)
    port = ports.first { $0.node == path || $0.links.contains(path) }
    selector = port.map { "\(SerialPortSelector.naming($0, among: ports))" }
  }

  package func write(_ json: inout JSONWriter) {
    json.member("path", path)
    json.member("selector", selector)
    json.member("class", port?.classification.kind.word)
    json.member("product", port?.displayName ?? name)
    json.member("vendor_id", port?.usb.map { Self.hexadecimal($0.identity.vendor) })
    json.member("product_id", port?.usb.map { Self.hexadecimal($0.identity.product) })
    json.member("serial", port?.usb?.serialNumber)
    json.member("driver", port?.driver)
    json.member("usb_path", port?.usb?.place)
    json.member("state", state.rawValue)
    if let holder {
      json.object("holder") { json in
        json.member("pid", holder.process)
        json.member("name", holder.name.isEmpty ? nil : holder.name)
      }
    }
    json.member("speed_baud", speed)
    json.member("rate_hz", rate?.hertz, decimals: 3)
  }

  private static func hexadecimal(_ number: UInt16) -> String {
    VisibleText.hexadecimal(UInt32(number), digits: 4)
  }
}

extension SerialPortKind {
  /// The kind's name in records.
  package var word: String {
    switch self {
    case .receiver: "gnss"
    case .binaryReceiver: "gnss_binary"
    case .gateway: "nmea_gateway"
    case .bridge: "generic_bridge"
    case .modemReceiver: "modem"
    case .other: "not_a_gps"
    case .unknown: "unknown"
    }
  }
}
