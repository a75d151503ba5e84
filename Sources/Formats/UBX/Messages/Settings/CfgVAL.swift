// Settings since u-blox 9: a number for each, and a value.

/// Sets values.
///
/// It is all or nothing: one unknown key, or a value out of its range, refuses the whole message.
///
/// ```
/// 0  U1  version      0, or 1 with a transaction
/// 1  X1  layers       bit 0 RAM  bit 1 battery  bit 2 flash
/// 2  X1  transaction  bits 0–1 action
/// 3  U1  reserved
/// 4  U4 + value       up to 64 times
/// ```
///
/// Described as UBX-CFG-VALSET in u-blox's interface descriptions.
public struct CfgVALSET: PayloadMessage {
  /// The most values that one message may have.
  public static let mostValues = 64

  /// The version of the layout: 1 has a transaction.
  public var version: UInt8 = 0
  /// Memories that are meant.
  public var layers: ConfigurationLayers = [.ram]
  /// The part of a transaction that this is.
  public var transaction = ConfigurationTransaction.none
  /// The values.
  public var values: [ConfigurationPair] = []
  private var reserved = Reserved<2>()
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .cfgVALSET }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 4 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 4 }

  /// Reads a payload; false for one of another length or version, or with a value whose size is not known.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.version(&version, in: 0...1, bytes)
    payload.code(&layers, bytes)
    var flags = payload.word(UInt8.self, bytes)
    payload.code(&transaction, bits: 0...1, of: &flags)
    payload.close(flags, keeping: &reserved)
    payload.skip(1, keeping: &reserved, bytes)
    payload.groupToEnd(&values, bytes)
    payload.end(&rest, bytes)
  }
}

/// Asks for values, and answers with them.
///
/// ```
/// 0  U1  version      0 a question, 1 an answer
/// 1  U1  layer        0 RAM, 1 battery, 2 flash, 7 as built
/// 2  U2  position     values to pass over
/// 4  U4               keys of a question
/// 4  U4 + value       values of an answer, at most 64
/// ```
///
/// Described as UBX-CFG-VALGET in u-blox's interface descriptions.
public struct CfgVALGET: PayloadMessage {
  /// 0 in a question, 1 in an answer.
  public var version: UInt8 = 0
  /// The memory that is meant.
  public var layer = ConfigurationLayer.ram
  /// Values to pass over: wildcards are asked for with 0, 64, 128 … until fewer than 64 come.
  public var position: UInt16 = 0
  /// Keys that are asked for.
  public var keys: [ConfigurationKey] = []
  /// Values of an answer.
  public var values: [ConfigurationPair] = []
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .cfgVALGET }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 4 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 4 }

  /// Reads a payload; false for one of another length or version, or with a value whose size is not known.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.version(&version, in: 0...1, bytes)
    payload.code(&layer, bytes)
    payload.number(&position, bytes)
    if version == 0 { payload.groupToEnd(&keys, bytes) } else { payload.groupToEnd(&values, bytes) }
    payload.end(&rest, bytes)
  }
}

/// Forgets values; those in RAM stay.
///
/// ```
/// 0  U1  version      0, or 1 with a transaction
/// 1  X1  layers       bit 1 battery  bit 2 flash
/// 2  X1  transaction  bits 0–1 action
/// 3  U1  reserved
/// 4  U4  keys         wildcards, too
/// ```
///
/// Described as UBX-CFG-VALDEL in u-blox's interface descriptions.
public struct CfgVALDEL: PayloadMessage {
  /// The version of the layout: 1 has a transaction.
  public var version: UInt8 = 0
  /// Memories that are meant.
  public var layers: ConfigurationLayers = []
  /// The part of a transaction that this is.
  public var transaction = ConfigurationTransaction.none
  /// Keys to forget.
  public var keys: [ConfigurationKey] = []
  private var reserved = Reserved<2>()
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .cfgVALDEL }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 4 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 4 }

  /// Reads a payload; false for one of another length or version, or with a value whose size is not known.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.version(&version, in: 0...1, bytes)
    payload.code(&layers, bytes)
    var flags = payload.word(UInt8.self, bytes)
    payload.code(&transaction, bits: 0...1, of: &flags)
    payload.close(flags, keeping: &reserved)
    payload.skip(1, keeping: &reserved, bytes)
    payload.groupToEnd(&keys, bytes)
    payload.end(&rest, bytes)
  }
}
