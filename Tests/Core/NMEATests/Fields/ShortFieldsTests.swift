import TestSupport
import Testing

@testable import NMEA

@Suite struct `A walk over short fields` {
  /// All fields of a body that begins with its first field, and whether one was doubtful.
  private func walk(_ fields: String) -> (values: [Int16], isDoubtful: Bool) {
    let bytes = Array(fields.utf8) + Array("*00\r\n".utf8) + [UInt8](repeating: UInt8(ascii: ","), count: 160)
    var cursor = ShortFields(from: 0)
    var values: [Int16] = []
    while !cursor.hasEnded, values.count < 100 { values.append(cursor.next(bytes.span)) }
    if !cursor.isDoubtful { #expect(cursor.place == fields.utf8.count) }
    return (values, cursor.isDoubtful)
  }

  @Test func `reads every number of one, two and three digits, in the middle and at the end`() {
    for number in 0...999 {
      for width in 1...3 where String(number).utf8.count <= width {
        let field = String(decoding: DecimalText.digits(UInt64(number), width: width), as: UTF8.self)
        let found = walk("7,\(field),\(field)")
        #expect(found.values == [7, Int16(number), Int16(number)] && !found.isDoubtful, "\(field)")
      }
    }
  }

  @Test(arguments: ["", ",", ",,", "1,", ",1", ",,12,,", "123,,4", "99,99,99,99"])
  func `finds a field on each side of every comma`(fields: String) {
    let parts = fields.split(separator: ",", omittingEmptySubsequences: false)
    let found = walk(fields)
    #expect(found.values == parts.map { Int16($0) ?? .min })
    #expect(!found.isDoubtful)
  }

  @Test(arguments: [
    "x", "1x", "-1", "1.5", " 1", "1 ", "1234", "12345", "/", ":", "1:", "a,1", "1,-5,2", "12.,3", "\u{7F}",
  ])
  func `doubts whatever is not plain`(fields: String) { #expect(walk(fields).isDoubtful) }

  @Test func `doubts a field that is not there`() {
    let bytes = Array("1,2*75\r\n$GPGSV,3,3".utf8) + [UInt8](repeating: 0x0A, count: 160)
    var cursor = ShortFields(from: 0)
    _ = cursor.next(bytes.span)
    _ = cursor.next(bytes.span)
    #expect(cursor.hasEnded)
    #expect(!cursor.isDoubtful)
    _ = cursor.next(bytes.span)
    #expect(cursor.isDoubtful)
  }

  @Test(arguments: ["", "0", "1.5", "99.99", "0.84", "12", "1.2345", ".5", "5."])
  func `reads a number with a fraction in the middle and at the end`(field: String) {
    let bytes = Array("\(field),\(field)*00\r\n".utf8) + [UInt8](repeating: 0x0A, count: 160)
    var cursor = ShortFields(from: 0)
    let values = [cursor.decimal(bytes.span), cursor.decimal(bytes.span)]
    #expect(cursor.hasEnded && !cursor.isDoubtful)
    for value in values {
      #expect(field.isEmpty ? value.isNaN : value == Double(field.hasSuffix(".") ? "5" : field))
    }
  }

  @Test(arguments: [".", "-1.5", "1.2.3", "1x", "12345678", "1.234567", " 1", "1e5"])
  func `doubts a fraction that is not plain`(field: String) {
    let bytes = Array("\(field),1*00\r\n".utf8) + [UInt8](repeating: 0x0A, count: 160)
    var cursor = ShortFields(from: 0)
    _ = cursor.decimal(bytes.span)
    #expect(cursor.isDoubtful)
  }
}
