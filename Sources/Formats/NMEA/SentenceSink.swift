/// Takes sentences as they are read, each with its own type, without a box around it.
///
/// Implement what you want to hear; the rest is passed over. The nine sentences that make up nearly all of a
/// receiver's talk come ready; any other comes as its body, which ``Sentence/init(body:fault:)`` reads on request.
public protocol SentenceSink {
  /// The fix itself.
  mutating func receive(_ gga: GGA)
  /// The recommended minimum.
  mutating func receive(_ rmc: RMC)
  /// A position and its time.
  mutating func receive(_ gll: GLL)
  /// Course and speed.
  mutating func receive(_ vtg: VTG)
  /// Satellites in use.
  mutating func receive(_ gsa: GSA)
  /// Satellites in view.
  mutating func receive(_ gsv: GSV)
  /// The fix of several constellations.
  mutating func receive(_ gns: GNS)
  /// Error statistics.
  mutating func receive(_ gst: GST)
  /// Time and date.
  mutating func receive(_ zda: ZDA)
  /// The body of any other sentence, the bytes between `$` and `*`.
  mutating func receive(body: Span<UInt8>)
  /// The body of a sentence that begins with `!`, whose fields pack something else, such as the messages of ships.
  mutating func receive(encapsulated body: Span<UInt8>)
  /// A field that could not be read, in a sentence that is delivered all the same.
  mutating func note(_ fault: FieldFault, in body: Span<UInt8>)
  /// Bytes that began like a sentence and are none.
  mutating func reject(_ bytes: Span<UInt8>, _ error: SentenceError)
}

extension SentenceSink {
  /// Passes over it.
  public mutating func receive(_ gga: GGA) {}
  /// Passes over it.
  public mutating func receive(_ rmc: RMC) {}
  /// Passes over it.
  public mutating func receive(_ gll: GLL) {}
  /// Passes over it.
  public mutating func receive(_ vtg: VTG) {}
  /// Passes over it.
  public mutating func receive(_ gsa: GSA) {}
  /// Passes over it.
  public mutating func receive(_ gsv: GSV) {}
  /// Passes over it.
  public mutating func receive(_ gns: GNS) {}
  /// Passes over it.
  public mutating func receive(_ gst: GST) {}
  /// Passes over it.
  public mutating func receive(_ zda: ZDA) {}
  /// Passes over it.
  public mutating func receive(body: Span<UInt8>) {}
  /// Passes over it.
  public mutating func receive(encapsulated body: Span<UInt8>) {}
  /// Passes over it.
  public mutating func note(_ fault: FieldFault, in body: Span<UInt8>) {}
  /// Passes over it.
  public mutating func reject(_ bytes: Span<UInt8>, _ error: SentenceError) {}
}
