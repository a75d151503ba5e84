// Settings since u-blox 9: pairs of a key and a value.

/// Sets values.
///
/// The receiver refuses the whole message if a key is unknown or a value is out of range.
///
/// ```
/// 0  U1  version      0, or 1 with a transaction
/// 1  X1  layers       bit 0 RAM  bit 1 battery  bit 2 flash
/// 2  X1  transaction  bits 0–1 action
/// 3  U1  reserved
/// 4  U4 + value       up to 64 times
/// ```
package struct CfgVALSET: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.cfgVALSET, fewestBytes: 4) }
  package init() {}

  /// The most values in one message.
  package static let mostValues = 64

  /// The version of the layout: 1 supports transactions.
  package var version: UInt8 = 0
  package var layers: ConfigurationLayers = [.ram]
  package var transaction = ConfigurationTransaction.none
  package var values: [ConfigurationPair] = []
  package var kept = KeptBytes<2>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.head(&version, &layers, &transaction, keeping: &kept.reserved, bytes)
    payload.groupToEnd(&values, bytes)
  }
}

/// Queries values, or returns them.
///
/// ```
/// 0  U1  version      0 a question, 1 an answer
/// 1  U1  layer        0 RAM, 1 battery, 2 flash, 7 as built
/// 2  U2  position     values to pass over
/// 4  U4               keys of a question
/// 4  U4 + value       values of an answer, at most 64
/// ```
package struct CfgVALGET: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.cfgVALGET, fewestBytes: 4) }
  package init() {}

  /// 0 in a query, 1 in an answer.
  package var version: UInt8 = 0
  package var layer = ConfigurationLayer.ram
  /// The number of values to skip: read wildcards with 0, 64, 128 … until fewer than 64 values arrive.
  package var position: UInt16 = 0
  package var keys: [ConfigurationKey] = []
  package var values: [ConfigurationPair] = []
  package var kept = KeptBytes<0>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.version(&version, in: 0...1, bytes)
    payload.fields(&layer, &position, bytes)
    if version == 0 { payload.groupToEnd(&keys, bytes) } else { payload.groupToEnd(&values, bytes) }
  }
}

/// Deletes values, except those in RAM.
///
/// ```
/// 0  U1  version      0, or 1 with a transaction
/// 1  X1  layers       bit 1 battery  bit 2 flash
/// 2  X1  transaction  bits 0–1 action
/// 3  U1  reserved
/// 4  U4  keys         wildcards, too
/// ```
package struct CfgVALDEL: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.cfgVALDEL, fewestBytes: 4) }
  package init() {}

  /// The version of the layout: 1 supports transactions.
  package var version: UInt8 = 0
  package var layers: ConfigurationLayers = []
  package var transaction = ConfigurationTransaction.none
  package var keys: [ConfigurationKey] = []
  package var kept = KeptBytes<2>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.head(&version, &layers, &transaction, keeping: &kept.reserved, bytes)
    payload.groupToEnd(&keys, bytes)
  }
}

extension PayloadVisitor {
  /// Visits the head that CFG-VALSET and CFG-VALDEL share.
  @inline(__always)
  fileprivate mutating func head(
    _ version: inout UInt8, _ layers: inout ConfigurationLayers,
    _ transaction: inout ConfigurationTransaction, keeping reserved: inout Reserved<2>,
    _ bytes: Span<UInt8>
  ) {
    self.version(&version, in: 0...1, bytes)
    code(&layers, bytes)
    var flags = word(UInt8.self, bytes)
    code(&transaction, bits: 0...1, of: &flags)
    close(flags, keeping: &reserved)
    skip(1, keeping: &reserved, bytes)
  }
}
