/// Takes sentences as they are read, each with its own type, without a box around it.
///
/// Implement what you want to hear; the rest is passed over. The nine sentences that make up nearly all of a
/// receiver's talk come ready; any other comes as its body, to be read with ``Sentence/init(body:fault:)`` by
/// those who want it.
public protocol SentenceSink {
  /// The fix itself.
  mutating func receive(_ gga: borrowing GGA)
  /// The recommended minimum.
  mutating func receive(_ rmc: borrowing RMC)
  /// A position and its time.
  mutating func receive(_ gll: borrowing GLL)
  /// Course and speed.
  mutating func receive(_ vtg: borrowing VTG)
  /// Satellites in use.
  mutating func receive(_ gsa: borrowing GSA)
  /// Satellites in view.
  mutating func receive(_ gsv: borrowing GSV)
  /// The fix of several constellations.
  mutating func receive(_ gns: borrowing GNS)
  /// Error statistics.
  mutating func receive(_ gst: borrowing GST)
  /// Time and date.
  mutating func receive(_ zda: borrowing ZDA)
  /// The body of any other sentence, the bytes between `$` and `*`.
  mutating func receive(body: Span<UInt8>)
  /// A field that could not be read, in a sentence that is delivered all the same.
  mutating func note(_ fault: FieldFault, in body: Span<UInt8>)
  /// Bytes that began like a sentence and are none.
  mutating func reject(_ bytes: Span<UInt8>, _ error: SentenceError)
}

extension SentenceSink {
  /// Passes over it.
  public mutating func receive(_ gga: borrowing GGA) {}
  /// Passes over it.
  public mutating func receive(_ rmc: borrowing RMC) {}
  /// Passes over it.
  public mutating func receive(_ gll: borrowing GLL) {}
  /// Passes over it.
  public mutating func receive(_ vtg: borrowing VTG) {}
  /// Passes over it.
  public mutating func receive(_ gsa: borrowing GSA) {}
  /// Passes over it.
  public mutating func receive(_ gsv: borrowing GSV) {}
  /// Passes over it.
  public mutating func receive(_ gns: borrowing GNS) {}
  /// Passes over it.
  public mutating func receive(_ gst: borrowing GST) {}
  /// Passes over it.
  public mutating func receive(_ zda: borrowing ZDA) {}
  /// Passes over it.
  public mutating func receive(body: Span<UInt8>) {}
  /// Passes over it.
  public mutating func note(_ fault: FieldFault, in body: Span<UInt8>) {}
  /// Passes over it.
  public mutating func reject(_ bytes: Span<UInt8>, _ error: SentenceError) {}
}
