/// Assistance data was accepted or refused.
///
/// ```
/// 0  U1    type             0, 1
/// 1  U1    version          0
/// 2  U1    infoCode, msgId
/// 4  U1×4  msgPayloadStart
/// ```
package struct MgaACK: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.mgaACK, fewestBytes: 8) }
  package init() {}

  /// 1 if the data was accepted, 0 if not.
  package var acceptance: UInt8 = 0
  package var version: UInt8 = 0
  package var reason = Reason.accepted
  /// The identifier of the message within class MGA: 0x80 for MGA-DBD.
  package var identifier: UInt8 = 0
  /// The first four bytes of its payload; at the end of a dump, the number of messages in the dump.
  package var beginning = PayloadNumbers<4, UInt8>()
  package var kept = KeptBytes<0>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.number(&acceptance, bytes)
    payload.version(&version, in: 0...0, bytes)
    payload.fields(&reason, &identifier, &beginning, bytes)
  }

  package var isAccepted: Bool { acceptance == 1 }

  /// The number of messages in the dump that ends with this acknowledgment.
  package var count: Int { (0..<4).reduce(0) { $0 | Int(beginning[$1]) << (8 * $1) } }

  /// The reason why assistance data was refused.
  package struct Reason: RawRepresentable, Sendable, Hashable, PayloadCode {
    package var rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let accepted = Reason(rawValue: 0)
    /// 1: the receiver does not know the time yet.
    package static let timeUnknown = Reason(rawValue: 1)
    package static let version = Reason(rawValue: 2)
    package static let size = Reason(rawValue: 3)
    package static let notStored = Reason(rawValue: 4)
    package static let notReady = Reason(rawValue: 5)
    package static let unknownMessage = Reason(rawValue: 6)
  }
}
