/// A check of the facts, which returns a list of findings that may be empty.
typealias Check = @Sendable (HostFacts) -> [Finding]

/// All checks, in the direction of the data: if a port can't be opened, the antenna does not matter.
enum Checks {
  static let all: [Check] = [
    ReceiverChecks.receiver, ReceiverChecks.driver, PermissionChecks.permission, HolderChecks.holders,
    ServiceChecks.modemManager, ServiceChecks.gpsdPort, ServiceChecks.gpsd, ServiceChecks.brltty,
    NeighborChecks.superSpeed, StreamChecks.opening, StreamChecks.stream, StreamChecks.refused,
    StreamChecks.verdicts, StreamChecks.hardware, StartChecks.starts, ClockChecks.clock,
  ]

  static func findings(_ facts: HostFacts) -> [Finding] {
    all.flatMap { $0(facts) } + facts.examination.findings
  }
}
