/// A language of receivers that is not NMEA.
///
/// It is recognised so that a person can be told what is wrong: a receiver that speaks it is alive, at the right speed,
/// and must be switched over.
public enum BinaryProtocol: String, Sendable, Hashable, CaseIterable {
  /// SiRF's binary protocol, which old dongles fall into and keep until their capacitor is empty.
  case sirf
  /// u-blox's UBX; its position messages are understood, so it matters only where none of them has come.
  case ubx
  /// RTCM 3: corrections, as a base station sends them.
  case rtcm

  /// What a person calls it.
  public var name: String {
    switch self {
    case .sirf: "SiRF binary"
    case .ubx: "u-blox UBX"
    case .rtcm: "RTCM 3"
    }
  }
}
