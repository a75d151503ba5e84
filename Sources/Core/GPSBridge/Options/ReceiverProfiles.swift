public import SerialPorts

/// Settings that receivers get by their place, their serial number, or their kind.
///
/// A program that does not know yet which receiver it will open can provide a profile for each:
///
/// ```swift
/// var options = ReceiverOptions()
/// options.profiles[.usb(vendor: 0x1546, product: 0x01A8)] = [Setting.updateRate(.hertz(5)), Setting.model(.automotive)]
/// options.profiles[.path("pci-0000:00:14.0-usb-0:1.2:1.0")] = [Setting.updateRate(.hertz(10))]
/// let receiver = Receiver.shared(.auto, options: options)
/// // at that plug: 10 Hz and automotive; another u-blox 8: 5 Hz and automotive
/// ```
///
/// All profiles whose selector matches a receiver apply. For the same setting, the more exact selector wins:
/// a path or a node, then a serial number or a device link, then vendor and product.
public struct ReceiverProfiles: Sendable, Hashable {
  private struct Entry: Sendable, Hashable {
    let selector: SerialPortSelector
    var values: [SettingValue]
  }

  private var entries: [Entry] = []

  /// No profiles.
  public init() {}

  /// Whether there are no profiles.
  public var isEmpty: Bool { entries.isEmpty }

  /// The profile for a selector; setting an empty list removes it.
  public subscript(selector: SerialPortSelector) -> [SettingValue] {
    get { entries.first { $0.selector == selector }?.values ?? [] }
    set {
      entries.removeAll { $0.selector == selector }
      if !newValue.isEmpty { entries.append(Entry(selector: selector, values: newValue)) }
    }
  }

  /// The settings of one receiver, each at most once, in the order of setting.
  ///
  /// - Parameter isMeant: Whether a selector matches the receiver.
  /// - Returns: The values; for each setting, the one of the most exact profile, or of the one added last.
  public func values(where isMeant: (SerialPortSelector) -> Bool) -> [SettingValue] {
    var values: [SettingKind: SettingValue] = [:]
    for exactness in Exactness.allCases {
      for entry in entries where Exactness(entry.selector) == exactness && isMeant(entry.selector) {
        for value in entry.values { values[value.kind] = value }
      }
    }
    return SettingKind.allCases.compactMap { values[$0] }
  }

  /// How exactly a selector identifies a receiver, the least exact first.
  private enum Exactness: CaseIterable {
    case any, kind, device, place

    init(_ selector: SerialPortSelector) {
      switch selector {
      case .auto: self = .any
      case .usb: self = .kind
      case .serial, .id: self = .device
      case .path, .node: self = .place
      }
    }
  }
}

extension ReceiverOptions {
  /// The settings for a device opened at a place; the last value for each setting counts.
  func settings(of device: any ReceiverDevice, at place: DevicePlace) -> [SettingValue] {
    profile + profiles.values { device.isMeant(by: $0, at: place) }
  }
}
