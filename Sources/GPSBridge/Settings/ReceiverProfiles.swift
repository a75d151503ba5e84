public import SerialPorts

/// Settings that receivers are to have, by their places, their own numbers, or their kinds.
///
/// A program that does not know yet which receiver it will open gives a profile to each:
///
/// ```swift
/// var options = ReceiverOptions()
/// options.profiles[.usb(vendor: 0x1546, product: 0x01A8)] = [.updateRate(.hertz(5)), .model(.automotive)]
/// options.profiles[.path("pci-0000:00:14.0-usb-0:1.2:1.0")] = [.updateRate(.hertz(10))]
/// let receiver = Receiver.shared(.auto, options: options)
/// // at that plug: 10 Hz and automotive; another u-blox 8: 5 Hz and automotive
/// ```
///
/// All profiles that mean a receiver count. Where two of them name the same setting, the more exact one does: a place
/// or a node before a number or a link that belongs to the device, that before its vendor and product.
public struct ReceiverProfiles: Sendable, Hashable {
  private struct Entry: Sendable, Hashable {
    let selector: SerialPortSelector
    var values: [SettingValue]
  }

  private var entries: [Entry] = []

  /// No profiles.
  public init() {}

  /// Whether no receiver has a profile.
  public var isEmpty: Bool { entries.isEmpty }

  /// The profile of the receivers that a selector means; an empty one is none.
  public subscript(selector: SerialPortSelector) -> [SettingValue] {
    get { entries.first { $0.selector == selector }?.values ?? [] }
    set {
      entries.removeAll { $0.selector == selector }
      if !newValue.isEmpty { entries.append(Entry(selector: selector, values: newValue)) }
    }
  }

  /// The settings of one receiver, each once, in the order of setting.
  ///
  /// - Parameter isMeant: Whether a selector means the receiver.
  /// - Returns: The values; of two for one setting that of the more exact profile, or of the one that came later.
  public func values(where isMeant: (SerialPortSelector) -> Bool) -> [SettingValue] {
    var values: [SettingKind: SettingValue] = [:]
    for exactness in Exactness.allCases {
      for entry in entries where Exactness(entry.selector) == exactness && isMeant(entry.selector) {
        for value in entry.values { values[value.kind] = value }
      }
    }
    return SettingKind.allCases.compactMap { values[$0] }
  }

  /// How much a selector says of the receiver that it means, the least first.
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
  /// What a device gets that is opened at a place; of two values for one setting the later one counts.
  func settings(of device: any ReceiverDevice, at place: DevicePlace) -> [SettingValue] {
    profile + profiles.values { device.isMeant(by: $0, at: place) }
  }
}
