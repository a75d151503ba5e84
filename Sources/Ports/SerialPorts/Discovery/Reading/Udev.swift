import CGPSUdev
import Glibc

// libudev's objects belong to one thread at a time. Each of these wrappers is owned by one listing or by one
// monitor's lock, and lets go of its object when it goes.

/// libudev itself: nothing can be asked without it.
@safe final class Udev {
  fileprivate let pointer: OpaquePointer

  init?() {
    guard let pointer = unsafe udev_new() else { return nil }
    unsafe self.pointer = pointer
  }

  deinit { unsafe udev_unref(pointer) }

  /// All terminals, as paths in sysfs.
  func terminals() -> [String] {
    guard let enumeration = unsafe udev_enumerate_new(pointer) else { return [] }
    defer { unsafe udev_enumerate_unref(enumeration) }
    guard unsafe udev_enumerate_add_match_subsystem(enumeration, "tty") >= 0,
      unsafe udev_enumerate_scan_devices(enumeration) >= 0
    else { return [] }
    return unsafe entries(udev_enumerate_get_list_entry(enumeration)).map {
      String(decoding: $0.name, as: UTF8.self)
    }
  }

  /// A device by its path in sysfs; nil when it has gone.
  func device(at path: String) -> UdevDevice? {
    guard let device = unsafe udev_device_new_from_syspath(pointer, path) else { return nil }
    return unsafe UdevDevice(owning: device)
  }
}

/// A device as udev knows it.
@safe struct UdevDevice: ~Copyable {
  private let pointer: OpaquePointer

  fileprivate init(owning pointer: OpaquePointer) { unsafe self.pointer = pointer }

  deinit { unsafe udev_device_unref(pointer) }

  /// The action, for a device that came from a monitor: `add`, `change`, `remove`, `bind`.
  var action: String { unsafe text(udev_device_get_action(pointer)) }
  /// Its path without `/sys`.
  var path: String { unsafe text(udev_device_get_devpath(pointer)) }

  /// All that its rules have found out.
  var facts: UdevFacts {
    var facts = UdevFacts()
    for entry in unsafe entries(udev_device_get_properties_list_entry(pointer)) {
      facts.properties[String(decoding: entry.name, as: UTF8.self)] = entry.value
    }
    // The list is filled from udev's database, the property comes with an event: either may be the only one.
    let listed = unsafe entries(udev_device_get_devlinks_list_entry(pointer)).map(\.name)
    let told = (facts.properties["DEVLINKS"] ?? []).split(separator: UInt8(ascii: " ")).map { Array($0) }
    facts.links = (listed + told).compactMap { String(validating: $0, as: UTF8.self) }
    return facts
  }
}

/// The stream of what udev has to tell about terminals, after its rules have run.
@safe final class UdevStream {
  private let udev: Udev
  private let pointer: OpaquePointer

  /// The kernel's default holds some hundred messages; a dock with hubs may bring more at once.
  private static let bufferSize: CInt = 1 << 20

  init?(_ udev: Udev) {
    guard let pointer = unsafe udev_monitor_new_from_netlink(udev.pointer, "udev") else { return nil }
    self.udev = udev
    unsafe self.pointer = pointer
    // Refused to an ordinary user above the system's limit: then the limit it is.
    unsafe udev_monitor_set_receive_buffer_size(pointer, Self.bufferSize)
    guard unsafe udev_monitor_filter_add_match_subsystem_devtype(pointer, "tty", nil) >= 0,
      unsafe udev_monitor_enable_receiving(pointer) >= 0
    else { return nil }
  }

  deinit { unsafe udev_monitor_unref(pointer) }

  /// Readable when there is something to receive.
  var descriptor: CInt { unsafe udev_monitor_get_fd(pointer) }

  enum Reception: Sendable {
    /// Something has happened to the device with this path.
    case device(action: String, path: String, UdevFacts)
    /// Nothing waits.
    case nothing
    /// The kernel had to throw messages away.
    case overflow
  }

  /// The next report that is already there; it never blocks.
  func receive() -> Reception {
    while true {
      errno = 0
      if let device = unsafe udev_monitor_receive_device(pointer) {
        let device = unsafe UdevDevice(owning: device)
        return .device(action: device.action, path: device.path, device.facts)
      }
      switch errno {
      case EINTR: continue
      case ENOBUFS: return .overflow
      default: return .nothing
      }
    }
  }
}

private func text(_ pointer: UnsafePointer<CChar>?) -> String {
  guard let pointer = unsafe pointer else { return "" }
  return unsafe String(cString: pointer)
}

private func entries(_ first: OpaquePointer?) -> [(name: [UInt8], value: [UInt8])] {
  var found: [(name: [UInt8], value: [UInt8])] = []
  var next = unsafe first
  while let entry = unsafe next {
    unsafe found.append(
      (bytes(udev_list_entry_get_name(entry)), bytes(udev_list_entry_get_value(entry))))
    unsafe next = udev_list_entry_get_next(entry)
  }
  return found
}

private func bytes(_ pointer: UnsafePointer<CChar>?) -> [UInt8] {
  guard let pointer = unsafe pointer else { return [] }
  return unsafe UnsafeRawBufferPointer(start: pointer, count: strlen(pointer)).map { $0 }
}

/// The properties and links that udev's rules add to the kernel's facts about one device.
struct UdevFacts: Sendable, Hashable {
  /// Properties, their values as the bytes they came in.
  var properties: [String: [UInt8]] = [:]
  /// Symbolic links to the node that this device claims, whole paths.
  ///
  /// Two devices may claim the same one: only one of them has it.
  var links: [String] = []

  /// A property as fit to be shown; nil when it is missing or empty.
  func text(_ name: String) -> String? { properties[name].flatMap(DeviceText.read) }

  /// Whether a property is set to one.
  func isSet(_ name: String) -> Bool { properties[name] == [UInt8(ascii: "1")] }
}
