import SerialPorts
import Testing
import UBX

@testable import GPSBridge

@Suite struct `Profiles of receivers` {
  private static let kind = SerialPortSelector.usb(vendor: 0x1546, product: 0x01A8)
  private static let place = SerialPortSelector.path("usb-1.2")
  private static let number = SerialPortSelector.serial("AB12")

  private func values(_ profiles: ReceiverProfiles, _ meant: Set<SerialPortSelector>) -> [SettingValue] {
    profiles.values { meant.contains($0) }
  }

  @Test func `are those that mean the receiver, in the order of setting`() {
    var profiles = ReceiverProfiles()
    #expect(profiles.isEmpty)
    profiles[Self.kind] = [Setting.updateRate(.hertz(5)), Setting.model(.sea)]
    profiles[Self.place] = [Setting.sbas(true)]
    #expect(values(profiles, [Self.kind]) == [Setting.model(.sea), Setting.updateRate(.hertz(5))])
    #expect(values(profiles, [Self.place]) == [Setting.sbas(true)] && values(profiles, []) == [])
  }

  @Test
  func `count setting by setting, a place before a number before a kind, in whatever order they are given`() {
    let all: [(SerialPortSelector, [SettingValue])] = [
      (Self.kind, [Setting.updateRate(.hertz(1)), Setting.model(.sea), Setting.sbas(true)]),
      (Self.number, [Setting.updateRate(.hertz(2)), Setting.model(.wrist)]),
      (Self.place, [Setting.updateRate(.hertz(5))]),
    ]
    for order in [all, all.reversed(), [all[1], all[2], all[0]]] {
      var profiles = ReceiverProfiles()
      for (selector, profile) in order { profiles[selector] = profile }
      let meant = values(profiles, [Self.kind, Self.number, Self.place])
      #expect(meant == [Setting.sbas(true), Setting.model(.wrist), Setting.updateRate(.hertz(5))])
    }
  }

  @Test func `are taken away by an empty one`() {
    var profiles = ReceiverProfiles()
    profiles[Self.kind] = [Setting.sbas(true)]
    #expect(profiles[Self.kind] == [Setting.sbas(true)])
    profiles[Self.kind] = []
    #expect(profiles.isEmpty)
  }

  @Test func `of a device that knows nothing of itself are by its key and its node`() {
    let device = AbsentDevice(name: "x", error: .notLookedFor)
    let place = DevicePlace(key: "usb-1.2", node: "/dev/ttyACM7")
    #expect(device.isMeant(by: Self.place, at: place))
    #expect(device.isMeant(by: .node("/dev/ttyACM7"), at: place))
    for other in [Self.kind, Self.number, .auto, .path("/dev/ttyACM7"), .node("usb-1.2")] {
      #expect(!device.isMeant(by: other, at: place), "\(other)")
    }
  }

  @Test func `outweigh the profile that is for any receiver`() {
    var options = ReceiverOptions()
    options.profile = [Setting.updateRate(.hertz(1)), Setting.sbas(true)]
    options.profiles[Self.place] = [Setting.updateRate(.hertz(5))]
    let device = AbsentDevice(name: "x", error: .notLookedFor)
    let profile = options.settings(of: device, at: DevicePlace(key: "usb-1.2"))
    #expect(
      RestoringPlan(profile).wanted == [
        .updateRate: Setting.updateRate(.hertz(5)), .sbas: Setting.sbas(true),
      ])
    let elsewhere = options.settings(of: device, at: DevicePlace(key: "usb-3"))
    #expect(elsewhere == options.profile)
  }
}
