/// The content of a message, a value that is read from a payload and written to one.
///
/// A type lists its fields once, in order, for reading and writing. Reserved bytes, unnamed bits and trailing
/// bytes are preserved, so that a setting can be read, changed and written back. A message documents only
/// members that differ from this protocol.
///
/// The name of a type is that of the message in u-blox's interface descriptions: ``NavPVAT`` is UBX-NAV-PVAT.
/// A type's comment lists the fields with their names from there: the offset of the first byte, the type, the
/// names of one field or of several in a row, and the unit or the range of each.
package protocol PayloadMessage: Sendable, Hashable {
  /// The class and identifier, and the length of the shortest payload.
  static var form: PayloadForm { get }
  /// The class and identifier: by default from ``form``.
  var kind: MessageKind { get }
  /// Whether a payload of this length can be this message.
  ///
  /// By default, this is any length that ``form`` allows; implement it only if some of these are not.
  static func fits(_ length: Int) -> Bool
  /// Makes a message with default values.
  init()
  /// Reads a payload into a new message; returns false if its length or version does not fit.
  ///
  /// In this case, discard the message, since only some of its fields were read.
  mutating func read(_ payload: Span<UInt8>) -> Bool
  /// The reserved bytes of the fields, and the bytes after the last one.
  var kept: Kept { get set }
  associatedtype Kept: KeptParts
  /// Visits all known fields in order, to read or write them; `bytes` is never changed.
  mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>)
}

/// The properties that distinguish the messages of a type.
package struct PayloadForm: Sendable, Hashable {
  /// The class and identifier; a type with several of them has the first here.
  package let kind: MessageKind
  /// The length of the shortest payload in bytes; later receivers may append fields.
  package let fewestBytes: Int

  package init(_ kind: MessageKind, fewestBytes: Int) { (self.kind, self.fewestBytes) = (kind, fewestBytes) }
}

extension PayloadMessage {
  package var kind: MessageKind { Self.form.kind }

  /// Returns whether the length is at least that of the shortest payload.
  package static func fits(_ length: Int) -> Bool { length >= form.fewestBytes }

  /// Makes a message and sets its fields: `NavPVT { $0.groundSpeed = 2.5 }`.
  package init(_ fill: (inout Self) -> Void) {
    self.init()
    fill(&self)
  }

  /// Reads a payload; nil if its length or version does not fit.
  package init?(payload: Span<UInt8>) {
    self.init()
    guard read(payload) else { return nil }
  }

  /// Reads with the walk; the conformance of each type has its own copy, specialized in this module.
  package mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Implements `read` with the walk.
  @inline(__always)
  mutating func reads(_ payload: Span<UInt8>) -> Bool {
    guard Self.fits(payload.count) else { return false }
    var reader = PayloadReader()
    walk(&reader, payload)
    reader.end(&kept.rest, payload)
    return !reader.isBad
  }

  /// The payload without the frame.
  ///
  /// Values are rounded to the resolution of their field and clamped to its range.
  package var payload: [UInt8] {
    let nothing: [UInt8] = []
    var writer = PayloadWriter()
    var copy = self
    copy.walk(&writer, nothing.span)
    return kept.rest.bytes.isEmpty ? writer.bytes : writer.bytes + kept.rest.bytes
  }

  /// Returns the complete frame, from leader to checksum.
  ///
  /// A payload longer than ``MessageFrame/longestPayload`` is truncated; ``Message/encoded()`` rejects it.
  package func encoded() -> [UInt8] {
    let payload = payload
    guard payload.count > MessageFrame.longestPayload else { return MessageFrame.wrap(kind, payload) }
    return MessageFrame.wrap(kind, [UInt8](payload.prefix(MessageFrame.longestPayload)))
  }
}
