/// The reason why a publisher does not deliver, if any; its texts come from the library or the system.
package enum FleetCondition: Sendable, Hashable {
  case starting
  /// The last batch was answered, without a failure since.
  case delivering
  /// A setting or the installation must change before anything can be sent.
  case notTried(String)
  /// The host has no address, or accepts no connection.
  case unreachable(String)
  case untrusted(String)
  case slow
  case lost(String)
  /// The answer has this status, and is not from a collector.
  case otherStatus(Int)
  /// The collector has committed in a database whose timeline has ended.
  case outdated
  /// The collector refuses the device until a person changes something; contains the owner of the device's name.
  case refused(FleetAnswer.Word, owner: String?)
  case postponed(FleetAnswer.Word)
}

package enum FleetReply: Sendable, Hashable {
  /// A complete HTTP response, from a collector or from an intermediary.
  case answered(status: Int, body: [UInt8], retryAfter: Int? = nil)
  case failed(FleetCondition)
}
