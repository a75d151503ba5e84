/// One question that the doctor asks of the facts; it answers with what was found, which may be nothing.
package typealias Check = @Sendable (HostFacts) -> [Finding]

/// All questions, in the order of the data's way: who can't open a port need not move an antenna.
package enum Checks {
  package static let all: [Check] = [
    ReceiverChecks.receiver, ReceiverChecks.driver, PermissionChecks.permission, HolderChecks.holders,
    ServiceChecks.modemManager, ServiceChecks.gpsd, ServiceChecks.brltty, NeighbourChecks.superSpeed,
    StreamChecks.opening, StreamChecks.stream, StreamChecks.refused, StreamChecks.verdicts, ClockChecks.clock,
  ]

  package static func findings(_ facts: HostFacts) -> [Finding] { all.flatMap { $0(facts) } }
}
