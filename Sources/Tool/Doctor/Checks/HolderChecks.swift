/// Whether another program has the port, and which.
enum HolderChecks {
  static let holders: Check = { facts in
    facts.receivers.flatMap { port in
      facts.processes.holders(of: port.node).map { holder in
        .failure(
          "busy", "\(port.node) is in use by \(holder.words)",
          why: "two programs on one port would each get a part of the bytes",
          fix: fix(holder, facts.user), device: port.node)
      }
    }
  }

  static func fix(_ holder: RunningProcess, _ user: UserFacts) -> String {
    switch holder.name {
    case "gpsd": return stopping("gpsd.socket gpsd.service")
    case "ModemManager": return stopping("ModemManager")
    case "brltty": return ServiceChecks.withoutBrltty
    default: break
    }
    if let unit = holder.unit { return stopping(unit) }
    return "kill \(holder.number)"
  }

  static func stopping(_ units: String) -> String { "sudo systemctl stop \(units)" }
}
