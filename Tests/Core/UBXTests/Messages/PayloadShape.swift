import TestSupport
import Testing

@testable import UBX

/// A form that a message comes in: how long it is, and the bytes that can't be any.
struct PayloadShape: Sendable, CustomTestStringConvertible {
  var kind: MessageKind
  /// Bytes of the payload.
  var length: Int
  /// Bytes that must be so: versions, counts, types.
  var fixed: [Int: UInt8]

  init(_ kind: MessageKind, _ length: Int, _ fixed: [Int: UInt8] = [:]) {
    self.kind = kind
    self.length = length
    self.fixed = fixed
  }

  var testDescription: String { "\(kind.word) of \(length)" }

  /// Any payload of this form.
  func payload(_ random: inout SeededGenerator) -> [UInt8] {
    var payload = random.bytes(length)
    for (place, byte) in fixed { payload[place] = byte }
    return payload
  }

  static let all = navigation + receiver + settings + others

  private static let navigation: [PayloadShape] = [
    Self(.navPOSECEF, 20), Self(.navPOSLLH, 28), Self(.navSTATUS, 16), Self(.navDOP, 18), Self(.navSOL, 52),
    Self(.navPVT, 84), Self(.navPVT, 92), Self(.navPVT, 100),
    Self(.navVELECEF, 20), Self(.navVELNED, 36), Self(.navHPPOSECEF, 28, [0: 0]),
    Self(.navHPPOSLLH, 36, [0: 0]), Self(.navPVAT, 116, [4: 0]), Self(.navTIMEGPS, 16), Self(.navTIMEUTC, 20),
    Self(.navCLOCK, 20), Self(.navTIMELS, 24, [4: 0]), Self(.navSVINFO, 8, [4: 0]),
    Self(.navSVINFO, 8 + 12 * 3, [4: 3]), Self(.navORB, 8 + 6 * 2, [4: 1, 5: 2]),
    Self(.navSAT, 8 + 12 * 4, [4: 1, 5: 4]), Self(.navSAT, 8 + 12 * 2 + 5, [4: 1, 5: 2]),
    Self(.navCOV, 64, [4: 0]), Self(.navSIG, 8 + 16 * 3, [4: 0, 5: 3]),
    Self(.navEOE, 4), Self(.hnrPVT, 72),
  ]

  private static let receiver: [PayloadShape] = [
    Self(.monVER, 40), Self(.monVER, 40 + 30 * 3), Self(.monVER, 40 + 30 + 7), Self(.monHW, 60),
    Self(.monHW, 68), Self(.monHW, 56),
    Self(.monRF, 4 + 24 * 2, [0: 0, 1: 2]), Self(.monRF, 4 + 20 * 2, [0: 0, 1: 2]),
    Self(.monRF, 4, [0: 0, 1: 0]),
    Self(.monCOMMS, 8 + 40 * 2, [0: 0, 1: 2]), Self(.monTXBUF, 28), Self(.monRXBUF, 24),
    Self(.monSYS, 24, [0: 1]), Self(.monGNSS, 8, [0: 0]), Self(.secUNIQID, 9, [0: 1]),
    Self(.secUNIQID, 10, [0: 2]), Self(.secSIG, 12, [0: 1]), Self(.secSIG, 4 + 4 * 2, [0: 2, 3: 2]),
    Self(.infERROR, 20), Self(.infWARNING, 0), Self(.infNOTICE, 60), Self(.infTEST, 1), Self(.infDEBUG, 7),
  ]

  private static let settings: [PayloadShape] = [
    Self(.ackACK, 2), Self(.ackNAK, 2), Self(.cfgPRT, 20), Self(.cfgMSG, 3), Self(.cfgMSG, 8),
    Self(.cfgRATE, 6),
    Self(.cfgNAV5, 36), Self(.cfgGNSS, 4 + 8 * 3, [0: 0, 3: 3]), Self(.cfgSBAS, 8), Self(.cfgNMEA, 4),
    Self(.cfgNMEA, 12), Self(.cfgNMEA, 20), Self(.cfgTP5, 32, [1: 1]), Self(.cfgANT, 4), Self(.cfgITFM, 8),
    Self(.cfgNAVX5, 40), Self(.cfgCFG, 12), Self(.cfgCFG, 13), Self(.cfgRST, 4), Self(.cfgRXM, 2),
    Self(.cfgPM2, 44, [0: 1]), Self(.cfgPM2, 48, [0: 2]), Self(.cfgTMODE2, 28), Self(.cfgTMODE3, 40, [0: 0]),
    Self(.cfgVALSET, 4 + 5 + 6 + 8 + 12, [0: 0, 7: 0x10, 12: 0x31, 18: 0x42, 26: 0x53]),
    Self(.cfgVALSET, 4 + 5 + 2, [0: 1, 7: 0x21]), Self(.cfgVALGET, 4 + 8, [0: 0]),
    Self(.cfgVALGET, 4 + 5, [0: 1, 7: 0x20]),
    Self(.cfgVALDEL, 4 + 12, [0: 0]),
  ]

  private static let others: [PayloadShape] = [
    Self(.rxmRAWX, 16 + 32 * 2, [11: 2]), Self(.rxmRTCM, 8, [0: 2]), Self(.rxmSFRBX, 8 + 4 * 10, [4: 10]),
    Self(.timTP, 16), Self(.mgaACK, 8, [1: 0]), Self(.mgaDBD, 12), Self(.mgaDBD, 90),
    Self(.mgaINI, 24, [0: 0x10, 1: 0]), Self(.mgaINI, 20, [0: 1, 1: 0]),
  ]
}
