/// A value that is one field of a payload, or several in a row.
protocol PayloadField {
  /// Visits the fields of the value, to read or write them.
  mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>)
}

extension PayloadField where Self: FixedWidthInteger & BitwiseCopyable {
  @inline(__always)
  mutating func walk(_ it: inout some PayloadVisitor, _ bytes: Span<UInt8>) { it.number(&self, bytes) }
}

extension UInt8: PayloadField {}
extension UInt16: PayloadField {}
extension UInt32: PayloadField {}
extension UInt64: PayloadField {}
extension Int8: PayloadField {}
extension Int16: PayloadField {}
extension Int32: PayloadField {}
extension Int64: PayloadField {}

extension Float: PayloadField {
  @inline(__always)
  mutating func walk(_ it: inout some PayloadVisitor, _ bytes: Span<UInt8>) { it.real(&self, bytes) }
}

extension Double: PayloadField {
  @inline(__always)
  mutating func walk(_ it: inout some PayloadVisitor, _ bytes: Span<UInt8>) { it.real(&self, bytes) }
}

extension Steps: PayloadField {
  @inline(__always)
  mutating func walk(_ it: inout some PayloadVisitor, _ bytes: Span<UInt8>) { it.steps(&self, bytes) }
}

extension SparseSteps: PayloadField {
  @inline(__always)
  mutating func walk(_ it: inout some PayloadVisitor, _ bytes: Span<UInt8>) { it.steps(&self, bytes) }
}

extension PayloadNumbers: PayloadField {
  @inline(__always)
  mutating func walk(_ it: inout some PayloadVisitor, _ bytes: Span<UInt8>) { it.numbers(&self, bytes) }
}

extension PayloadText: PayloadField {
  @inline(__always)
  mutating func walk(_ it: inout some PayloadVisitor, _ bytes: Span<UInt8>) { it.text(&self, bytes) }
}

/// A number that represents a choice, such as the type of fix.
protocol PayloadCode: PayloadField, RawRepresentable where RawValue: FixedWidthInteger & BitwiseCopyable {}

extension PayloadCode {
  @inline(__always)
  mutating func walk(_ it: inout some PayloadVisitor, _ bytes: Span<UInt8>) { it.code(&self, bytes) }
}

extension PayloadVisitor {
  @inline(__always)
  mutating func fields(_ a: inout some PayloadField, _ b: inout some PayloadField, _ bytes: Span<UInt8>) {
    a.walk(&self, bytes)
    b.walk(&self, bytes)
  }

  @inline(__always)
  mutating func fields(
    _ a: inout some PayloadField, _ b: inout some PayloadField, _ c: inout some PayloadField,
    _ bytes: Span<UInt8>
  ) {
    fields(&a, &b, bytes)
    c.walk(&self, bytes)
  }

  @inline(__always)
  mutating func fields(
    _ a: inout some PayloadField, _ b: inout some PayloadField, _ c: inout some PayloadField,
    _ d: inout some PayloadField, _ bytes: Span<UInt8>
  ) {
    fields(&a, &b, bytes)
    fields(&c, &d, bytes)
  }

  @inline(__always)
  mutating func fields(
    _ a: inout some PayloadField, _ b: inout some PayloadField, _ c: inout some PayloadField,
    _ d: inout some PayloadField, _ e: inout some PayloadField, _ bytes: Span<UInt8>
  ) {
    fields(&a, &b, bytes)
    fields(&c, &d, &e, bytes)
  }

  @inline(__always)
  mutating func fields(
    _ a: inout some PayloadField, _ b: inout some PayloadField, _ c: inout some PayloadField,
    _ d: inout some PayloadField, _ e: inout some PayloadField, _ f: inout some PayloadField,
    _ bytes: Span<UInt8>
  ) {
    fields(&a, &b, &c, bytes)
    fields(&d, &e, &f, bytes)
  }

  /// Visits two bits in a row.
  @inline(__always)
  mutating func flags<Raw>(
    _ a: inout Bool, _ b: inout Bool, from bit: Int, of word: inout PayloadWord<Raw>
  ) {
    flag(&a, bit: bit, of: &word)
    flag(&b, bit: bit + 1, of: &word)
  }

  /// Visits three bits in a row.
  @inline(__always)
  mutating func flags<Raw>(
    _ a: inout Bool, _ b: inout Bool, _ c: inout Bool, from bit: Int, of word: inout PayloadWord<Raw>
  ) {
    flags(&a, &b, from: bit, of: &word)
    flag(&c, bit: bit + 2, of: &word)
  }

  /// Visits four bits in a row.
  @inline(__always)
  mutating func flags<Raw>(
    _ a: inout Bool, _ b: inout Bool, _ c: inout Bool, _ d: inout Bool, from bit: Int,
    of word: inout PayloadWord<Raw>
  ) {
    flags(&a, &b, from: bit, of: &word)
    flags(&c, &d, from: bit + 2, of: &word)
  }

  /// Visits five bits in a row.
  @inline(__always)
  mutating func flags<Raw>(
    _ a: inout Bool, _ b: inout Bool, _ c: inout Bool, _ d: inout Bool, _ e: inout Bool, from bit: Int,
    of word: inout PayloadWord<Raw>
  ) {
    flags(&a, &b, from: bit, of: &word)
    flags(&c, &d, &e, from: bit + 2, of: &word)
  }
}
