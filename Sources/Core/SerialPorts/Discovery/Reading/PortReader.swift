import GPSSystemCalls

/// Reads all data about one port: from the kernel's tree, and from udev.
struct PortReader: Sendable {
  let roots: SystemRoots

  /// Describes a terminal; returns nil if it is not a port, has no node, or has just been removed.
  ///
  /// Without udev's facts only the kernel's tree is used; the links are then those found in `/dev/serial`.
  func describe(_ device: SysfsDevice, udev: UdevFacts? = nil) -> SerialPortDescription? {
    guard device.isThere, PortNames.isPort(device) else { return nil }
    let node = "/dev/" + device.name
    let place = located(node)
    guard Kernel.exists(place) else { return nil }
    let facts = udev ?? UdevFacts(links: linksInFolders(to: node))

    var port = SerialPortDescription(node: node, devicePath: device.path)
    port.deviceNumber = device.attribute("dev").flatMap { DeviceNumber($0) }
    port.links = Set(facts.links).sorted()
    port.pathName = facts.text("ID_PATH") ?? USBPathName.of(device)
    port.portNumber = portNumber(of: device)
    port.driver = driver(of: device)
    port.usb = usb(of: device, facts)
    port.modemPortTypes = modemPortTypes(in: facts)
    port.isIgnoredByModemManager = facts.isSet("ID_MM_DEVICE_IGNORE")
    port.isAccessible = Kernel.mayReadAndWrite(place)
    port.classification = KnownDevices.classify(
      port.usb?.identity, isModemReceiver: port.isModemReceiver, driver: port.driver,
      rulesClass: facts.text("GPSBRIDGE_CLASS"), rulesModel: facts.text("GPSBRIDGE_MODEL"))
    // The kernel removes the node first and the plug last, so if both still exist, we have read everything. A
    // partly read port would have a different key.
    guard Kernel.exists(place), device.isThere else { return nil }
    return port
  }

  /// Maps a path below `/dev` to the file under our roots.
  func located(_ path: String) -> String {
    path.hasPrefix("/dev/") ? roots.devices + path.dropFirst(4) : path
  }

  /// Maps a file under our roots to its public name below `/dev`.
  private func named(_ path: String) -> String {
    path.hasPrefix(roots.devices + "/") ? "/dev" + path.dropFirst(roots.devices.utf8.count) : path
  }

  private func linksInFolders(to node: String) -> [String] {
    ["/dev/serial/by-id", "/dev/serial/by-path"].flatMap { folder in
      Kernel.names(in: located(folder)).map { "\(folder)/\($0)" }.filter { link in
        Kernel.destination(ofLink: located(link)).map(named) == node
      }
    }
  }

  /// The number that usb-serial assigns to each port of a multi-port adapter.
  private func portNumber(of device: SysfsDevice) -> Int? {
    guard let parent = device.parent, parent.subsystem == "usb-serial" else { return nil }
    return parent.text("port_number").flatMap { Int($0) }
  }

  /// The nearest driver; newer kernels have two generic layers above a PC's port.
  private func driver(of device: SysfsDevice) -> String? {
    let dull: Set = ["port", "ctrl", "usb"]
    return device.ancestors.lazy.compactMap(\.driver).first { !dull.contains($0) }
  }

  private func modemPortTypes(in facts: UdevFacts) -> [String] {
    let prefix = "ID_MM_PORT_TYPE_"
    let names = facts.properties.keys.filter { $0.hasPrefix(prefix) && facts.isSet($0) }
    return names.compactMap { DeviceText.read(Array($0.dropFirst(prefix.utf8.count).utf8)) }.sorted()
  }

  private func usb(of device: SysfsDevice, _ facts: UdevFacts) -> USBDescription? {
    // A Bluetooth device is not the adapter that it is connected to.
    guard !PortNames.isWireless(device.name) else { return nil }
    let above = device.ancestors
    guard let plug = above.first(where: { $0.attribute("idVendor") != nil }) else { return nil }
    let interface = above.first { $0.attribute("bInterfaceNumber") != nil }
    let isOurs = facts.text("ID_BUS") == "usb"
    let number = { (property: String, attribute: String) -> UInt16? in
      (isOurs ? facts.text(property) : nil).flatMap { UInt16($0, radix: 16) }
        ?? plug.text(attribute).flatMap { UInt16($0, radix: 16) }
    }
    guard let vendor = number("ID_VENDOR_ID", "idVendor"), let product = number("ID_MODEL_ID", "idProduct")
    else { return nil }
    let text = { (property: String, attribute: String) -> String? in
      (isOurs ? facts.text(property) : nil) ?? plug.text(attribute)
    }
    return USBDescription(
      identity: USBIdentity(
        vendor: vendor, product: product,
        interface: (interface?.text("bInterfaceNumber")).flatMap { UInt8($0, radix: 16) }),
      vendorName: text("ID_VENDOR_ENC", "manufacturer") ?? facts.text("ID_VENDOR_FROM_DATABASE"),
      productName: text("ID_MODEL_ENC", "product") ?? facts.text("ID_MODEL_FROM_DATABASE"),
      serialNumber: plug.text("serial") ?? (isOurs ? facts.text("ID_SERIAL_SHORT") : nil),
      place: DeviceText.read(Array(plug.name.utf8)),
      speed: plug.text("speed").flatMap { Double($0) })
  }
}
