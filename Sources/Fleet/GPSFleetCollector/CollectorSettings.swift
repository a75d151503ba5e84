package import GPSFleetLink
package import GPSFleetProtocol

/// The brokers and the database of a collector, and its limits.
package struct CollectorSettings: Sendable {
  /// The brokers; it is connected to all of them at once.
  package var brokers: [BrokerAddress] = []
  /// A connection string of libpq.
  package var database = ""
  /// Its name in topics and answers.
  package var name: FleetName
  /// Collectors of one group share the messages.
  package var group = "gpsbridge"
  /// Only the devices of this tenant; nil takes all.
  package var tenant: FleetName?
  /// The only devices that are taken; nil takes all that the broker admits.
  package var devices: Set<FleetDevice>?
  /// The number of days that are kept.
  package var keep = 90
  /// Whether each message is stored as it came.
  package var keepsMessages = false
  /// How long a broker may leave a subscription unanswered.
  package var patience = Duration.seconds(30)
  /// The address of the page, of metrics and health, the only service without brokers; nil for none.
  package var page: String?
  /// The token that the page demands, and names of the machine besides its address.
  package var (token, pageNames): (String?, [String]) = (nil, [])
  /// The versions of MQTT that are tried.
  package var versions: FleetLinkSettings.Versions = .newest
  /// The credentials at the brokers; their addresses and client names are replaced.
  package var access: FleetLinkSettings?

  package init(name: FleetName) { self.name = name }

  /// Throws an error for a file that is missing, before anything is sent.
  func checkAccess() throws(FleetLinkFault) { try access?.checkFiles() }

  /// The settings of a connection to a broker.
  func link(to broker: BrokerAddress, will: FleetMessage) -> FleetLinkSettings {
    var link = FleetLinkSettings(broker, client: "gpsbridge-collect-\(name)")
    if let access {
      (link.authorities, link.certificate, link.key) = (access.authorities, access.certificate, access.key)
      (link.user, link.password) = (access.user, access.password)
    }
    link.versions = versions
    link.mostUnacknowledged = UInt16(CollectorMachine.receiveMaximum)
    link.largestPacket = UInt32(FleetBatch.mostBytes + 1024)
    link.will = will
    return link
  }
}
