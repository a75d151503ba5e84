import CGPSUdev
import Glibc

// libudev's objects must be used by one thread at a time. Each of these wrappers is owned by one listing or
// by one monitor's lock, and releases its object when it is destroyed.

/// The libudev context, which every query needs.
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

  /// Returns the device with this path in sysfs; nil if it was removed.
  func device(at path: String) -> UdevDevice? {
    guard let device = unsafe udev_device_new_from_syspath(pointer, path) else { return nil }
    return unsafe UdevDevice(owning: device)
  }
}

@safe struct UdevDevice: ~Copyable {
  private let pointer: OpaquePointer

  fileprivate init(owning pointer: OpaquePointer) { unsafe self.pointer = pointer }

  deinit { unsafe udev_device_unref(pointer) }

  /// The action of a device received from a monitor: `add`, `change`, `remove`, `bind`.
  var action: String { unsafe text(udev_device_get_action(pointer)) }
  /// Its path without `/sys`.
  var path: String { unsafe text(udev_device_get_devpath(pointer)) }

  /// All properties and links set by its rules.
  var facts: UdevFacts {
    var facts = UdevFacts()
    for entry in unsafe entries(udev_device_get_properties_list_entry(pointer)) {
      facts.properties[String(decoding: entry.name, as: UTF8.self)] = entry.value
    }
    // The list comes from udev's database, the property from an event; either may be missing.
    let listed = unsafe entries(udev_device_get_devlinks_list_entry(pointer)).map(\.name)
    let told = (facts.properties["DEVLINKS"] ?? []).split(separator: UInt8(ascii: " ")).map { Array($0) }
    facts.links = (listed + told).compactMap { String(validating: $0, as: UTF8.self) }
    return facts
  }
}

/// udev's stream of events about terminals, sent after its rules have run.
@safe final class UdevStream {
  private let udev: Udev
  private let pointer: OpaquePointer

  /// The kernel's default holds a few hundred messages; a dock with hubs may cause more at once.
  private static let bufferSize: CInt = 1 << 20

  init?(_ udev: Udev) {
    guard let pointer = unsafe udev_monitor_new_from_netlink(udev.pointer, "udev") else { return nil }
    self.udev = udev
    unsafe self.pointer = pointer
    // An ordinary user is refused more than the system's limit, which then applies.
    unsafe udev_monitor_set_receive_buffer_size(pointer, Self.bufferSize)
    guard unsafe udev_monitor_filter_add_match_subsystem_devtype(pointer, "tty", nil) >= 0,
      unsafe udev_monitor_enable_receiving(pointer) >= 0
    else { return nil }
  }

  deinit { unsafe udev_monitor_unref(pointer) }

  /// Readable when there is something to receive.
  var descriptor: CInt { unsafe udev_monitor_get_fd(pointer) }

  enum Reception: Sendable {
    case device(action: String, path: String, UdevFacts)
    /// There are no more messages.
    case nothing
    /// The kernel has dropped messages.
    case overflow
  }

  /// Returns the next pending message without blocking.
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
    unsafe found.append((bytes(udev_list_entry_get_name(entry)), bytes(udev_list_entry_get_value(entry))))
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
  /// The properties, with values as raw bytes.
  var properties: [String: [UInt8]] = [:]
  /// The absolute paths of the symbolic links to the node that this device claims.
  ///
  /// If two devices claim the same link, only one of them gets it.
  var links: [String] = []

  /// A property as sanitized text; nil if it is missing or empty.
  func text(_ name: String) -> String? { properties[name].flatMap(DeviceText.read) }

  func isSet(_ name: String) -> Bool { properties[name] == [UInt8(ascii: "1")] }
}
