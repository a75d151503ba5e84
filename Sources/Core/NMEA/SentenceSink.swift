/// A sink that receives sentences as their own types, without boxing.
///
/// Implement the methods that you need; the defaults ignore the rest. The nine most frequent sentences arrive
/// as typed values, any other as a body, which ``Sentence/init(body:fault:)`` can read.
public protocol SentenceSink {
  /// Receives GGA, the fix.
  mutating func receive(_ gga: GGA)
  /// Receives RMC, the recommended minimum.
  mutating func receive(_ rmc: RMC)
  /// Receives GLL, position and time.
  mutating func receive(_ gll: GLL)
  /// Receives VTG, course and speed.
  mutating func receive(_ vtg: VTG)
  /// Receives GSA, satellites in use.
  mutating func receive(_ gsa: GSA)
  /// Receives GSV, satellites in view.
  mutating func receive(_ gsv: GSV)
  /// Receives GNS, the fix of several constellations.
  mutating func receive(_ gns: GNS)
  /// Receives GST, error statistics.
  mutating func receive(_ gst: GST)
  /// Receives ZDA, time and date.
  mutating func receive(_ zda: ZDA)
  /// Receives the body of any other sentence, the bytes between `$` and `*`.
  mutating func receive(body: Span<UInt8>)
  /// Receives the body of a sentence that begins with `!` and encapsulates other data, such as AIS messages.
  mutating func receive(encapsulated body: Span<UInt8>)
  /// Receives the fault of a field, in a sentence that is delivered nevertheless.
  mutating func note(_ fault: FieldFault, in body: Span<UInt8>)
  /// Receives bytes that look like a sentence but were rejected.
  mutating func reject(_ bytes: Span<UInt8>, _ error: SentenceError)
}

extension SentenceSink {
  /// Does nothing.
  public mutating func receive(_ gga: GGA) {}
  /// Does nothing.
  public mutating func receive(_ rmc: RMC) {}
  /// Does nothing.
  public mutating func receive(_ gll: GLL) {}
  /// Does nothing.
  public mutating func receive(_ vtg: VTG) {}
  /// Does nothing.
  public mutating func receive(_ gsa: GSA) {}
  /// Does nothing.
  public mutating func receive(_ gsv: GSV) {}
  /// Does nothing.
  public mutating func receive(_ gns: GNS) {}
  /// Does nothing.
  public mutating func receive(_ gst: GST) {}
  /// Does nothing.
  public mutating func receive(_ zda: ZDA) {}
  /// Does nothing.
  public mutating func receive(body: Span<UInt8>) {}
  /// Does nothing.
  public mutating func receive(encapsulated body: Span<UInt8>) {}
  /// Does nothing.
  public mutating func note(_ fault: FieldFault, in body: Span<UInt8>) {}
  /// Does nothing.
  public mutating func reject(_ bytes: Span<UInt8>, _ error: SentenceError) {}
}
