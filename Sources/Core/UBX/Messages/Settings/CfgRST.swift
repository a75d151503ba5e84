/// Restarts the receiver and optionally clears its data.
///
/// ```
/// 0  X2  navBbrMask
/// 2  U1  resetMode
/// 3  U1  reserved
/// ```
///
/// The receiver does not acknowledge it.
package struct CfgRST: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.cfgRST, fewestBytes: 4) }
  package init() {}

  package var forget = Knowledge.hot
  package var mode = Mode.navigation
  package var kept = KeptBytes<1>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&forget, &mode, bytes)
    payload.skip(1, keeping: &kept.reserved, bytes)
  }

  /// The data to clear before a restart.
  package struct Knowledge: RawRepresentable, Sendable, Hashable, PayloadCode {
    package var rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }
    /// 0: clears nothing.
    package static let hot = Knowledge(rawValue: 0)
    /// 1: clears the ephemerides.
    package static let warm = Knowledge(rawValue: 1)
    /// 65535: clears everything.
    package static let cold = Knowledge(rawValue: 65535)
  }

  package struct Mode: RawRepresentable, Sendable, Hashable, PayloadCode {
    package var rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// 0: an immediate hardware reset; a receiver on USB disconnects and reconnects.
    package static let hardwareNow = Mode(rawValue: 0)
    /// 1: a software reset; a receiver on USB disconnects and reconnects.
    package static let software = Mode(rawValue: 1)
    /// 2: restarts only the navigation; a receiver on USB stays connected.
    package static let navigation = Mode(rawValue: 2)
    /// 4: a hardware reset after a shutdown.
    package static let hardware = Mode(rawValue: 4)
    package static let stop = Mode(rawValue: 8)
    package static let start = Mode(rawValue: 9)
  }
}
