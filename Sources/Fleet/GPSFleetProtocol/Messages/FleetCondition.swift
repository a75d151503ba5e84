/// The reason why a publisher does not deliver, if there is one; texts are words of the library or the system.
package enum FleetCondition: Sendable, Hashable {
  case starting
  /// The last batch was answered, and nothing has failed since.
  case delivering
  /// A setting or the installation must change before anything can be sent.
  case notTried(String)
  /// The host has no address, or accepts no connection.
  case unreachable(String)
  case untrusted(String)
  case slow
  case lost(String)
  /// The answer has this status, and is not one that a collector gives.
  case otherStatus(Int)
  /// The collector has committed in a database whose timeline has ended.
  case outdated
  /// The collector refuses the device until a person has changed something; with the owner of the device's name.
  case refused(FleetAnswer.Word, owner: String?)
  case postponed(FleetAnswer.Word)
}

package enum FleetReply: Sendable, Hashable {
  /// A whole answer of HTTP, by a collector or by anything on the way to it.
  case answered(status: Int, body: [UInt8], retryAfter: Int? = nil)
  case failed(FleetCondition)
}
