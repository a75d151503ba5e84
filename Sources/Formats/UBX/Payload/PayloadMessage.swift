/// The content of one message: a plain value that is read from a payload and written to one.
///
/// A type names its fields once, in their order, and is read and written by that. Reserved bytes, unnamed bits and
/// bytes behind the end come out as they went in, so that a setting can be read, changed and written back.
public protocol PayloadMessage: Sendable, Hashable {
  /// Class and identifier.
  var kind: MessageKind { get }
  /// Whether a payload of so many bytes can be this message.
  static func fits(_ length: Int) -> Bool
  /// Makes a message that says nothing yet.
  init()
  /// Reads a payload into a new message; false, and it is not to be used, for one of another length or version.
  ///
  /// Each type says this in one line of its own: so the reader is compiled into it, and no other module has to.
  mutating func read(_ payload: Span<UInt8>) -> Bool
  /// Visits all fields in their order, to read them from the bytes or to write them; the bytes never change.
  mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>)
}

extension PayloadMessage {
  /// Makes a message and fills it: `NavPVT { $0.groundSpeed = 2.5 }`.
  public init(_ fill: (inout Self) -> Void) {
    self.init()
    fill(&self)
  }

  /// Reads a payload, or answers nil for one of another length or version.
  public init?(payload: Span<UInt8>) {
    self.init()
    guard read(payload) else { return nil }
  }

  /// Reads by the walk.
  @inline(__always)
  mutating func reads(_ payload: Span<UInt8>) -> Bool {
    guard Self.fits(payload.count) else { return false }
    var reader = PayloadReader()
    walk(&reader, payload)
    return !reader.isBad
  }

  /// The payload alone.
  ///
  /// Values are rounded to the step they are stored in; what does not fit becomes the nearest that does.
  public var payload: [UInt8] {
    let nothing: [UInt8] = []
    var writer = PayloadWriter()
    var copy = self
    copy.walk(&writer, nothing.span)
    return writer.bytes
  }

  /// The whole message as it goes over the wire, from leader to checksum.
  ///
  /// A payload beyond ``MessageFrame/longestPayload`` is cut there; ``Message/encoded()`` refuses it.
  public func encoded() -> [UInt8] {
    let payload = payload
    guard payload.count > MessageFrame.longestPayload else { return MessageFrame.wrap(kind, payload) }
    return MessageFrame.wrap(kind, [UInt8](payload.prefix(MessageFrame.longestPayload)))
  }
}
