package import GNSS
internal import GPSBase

/// A receiver's condition, in words for people.
package enum HardwareWords {
  /// The faults, as phrases; empty without faults.
  package static func troubles(_ hardware: HardwareCondition) -> [String] {
    var troubles: [String] = []
    switch hardware.antenna {
    case .short: troubles.append("the antenna cable is short-circuited")
    case .open: troubles.append("no antenna draws current")
    default: break
    }
    switch hardware.jamming {
    case .critical: troubles.append("disturbed so much that there is no fix")
    case .warning: troubles.append("disturbed, but the fix holds")
    default: break
    }
    switch hardware.spoofing {
    case .affirmed: troubles.append("several signs of forged signals")
    case .indicated: troubles.append("a sign of forged signals")
    default: break
    }
    if hardware.load.hasDropped == true || (hardware.load.sending ?? 0) >= 100 {
      troubles.append("it could not send all its output")
    }
    return troubles
  }

  /// Everything the receiver reported about itself, with labels; empty without such reports.
  package static func lines(_ hardware: HardwareCondition) -> [(label: String, words: String)] {
    var lines: [(label: String, words: String)] = []
    if let antenna = hardware.antenna { lines.append(("antenna", words(antenna, hardware.isAntennaPowered))) }
    if let jamming = hardware.jamming {
      let level = hardware.interference.map { ", \($0) in 255" } ?? ""
      lines.append(("disturbance", words(jamming) + level))
    }
    if let spoofing = hardware.spoofing { lines.append(("forgery", words(spoofing))) }
    let load = loads(hardware)
    if !load.isEmpty { lines.append(("load", load.joined(separator: ", "))) }
    if let time = hardware.timeSinceStart { lines.append(("running", "for \(HumanText.time(Double(time)))")) }
    if let time = hardware.timeToFirstFix {
      lines.append(("first fix", "after \(HumanText.time(time)), by its own count"))
    }
    if let notice = hardware.notice { lines.append(("complaint", VisibleText.escaped(notice.text.utf8))) }
    return lines
  }

  /// The column titles of ``cells(_:)``.
  package static let frontEndHeads = ["band", "antenna", "disturbance", "strongest", "noise", "gain"]

  /// A front end as a table row; missing values are dashes.
  package static func cells(_ end: HardwareCondition.FrontEnd) -> [String] {
    [
      end.number == 0 ? "L1" : end.number == 1 ? "L2, L5" : "\(end.number)",
      end.antenna.map(word) ?? "–", end.jamming.map(word) ?? "–",
      end.interference.map { "\($0) in 255" } ?? "–", end.noise.map { "\($0)" } ?? "–",
      end.gain.map { "\($0) %" } ?? "–",
    ]
  }

  private static func word(_ antenna: HardwareCondition.Antenna) -> String {
    switch antenna {
    case .starting: "starting"
    case .unknown: "not watched"
    case .ok: "in order"
    case .open: "open"
    case .short: "short"
    }
  }

  private static func word(_ jamming: HardwareCondition.Disturbance) -> String {
    switch jamming {
    case .notWatched: "not watched"
    case .nothingFound: "none"
    case .warning: "some"
    case .critical: "critical"
    }
  }

  private static func words(_ antenna: HardwareCondition.Antenna, _ isPowered: Bool?) -> String {
    let state =
      switch antenna {
      case .starting: "not measured yet"
      case .unknown: "not watched"
      case .ok: "in order"
      case .open: "open: no current flows"
      case .short: "short-circuited"
      }
    return state + (isPowered == false ? ", without power" : "")
  }

  private static func words(_ jamming: HardwareCondition.Disturbance) -> String {
    switch jamming {
    case .notWatched: "not watched"
    case .nothingFound: "none"
    case .warning: "some, but the fix holds"
    case .critical: "so much that there is no fix"
    }
  }

  private static func words(_ spoofing: HardwareCondition.Forgery) -> String {
    switch spoofing {
    case .notWatched: "not watched"
    case .nothingFound: "no sign"
    case .indicated: "one sign"
    case .affirmed: "several signs"
    }
  }

  private static func loads(_ hardware: HardwareCondition) -> [String] {
    [
      hardware.load.processor.map { "processor \($0) %" }, hardware.load.memory.map { "memory \($0) %" },
      hardware.load.sending.map { "sending \($0) %" }, hardware.temperature.map { "\($0) °C" },
    ].compactMap { $0 }
  }
}
