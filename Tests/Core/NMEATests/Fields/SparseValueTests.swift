import TestSupport
import Testing

@testable import NMEA

@Suite struct `A number that may be missing` {
  @Test func `is missing until something is said, and can be taken back`() {
    #expect(SparseDecimal().wrappedValue == nil)
    #expect(SparseDecimal(wrappedValue: nil).wrappedValue == nil)
    var value = SparseDecimal(wrappedValue: 0)
    #expect(value.wrappedValue == 0)
    value.wrappedValue = nil
    #expect(value == SparseDecimal())
    value.wrappedValue = -0.5
    #expect(value.wrappedValue == -0.5)
  }

  @Test func `is missing when it is no number`() {
    #expect(SparseDecimal(wrappedValue: .nan) == SparseDecimal())
    #expect(SparseDecimal(wrappedValue: .signalingNaN).wrappedValue == nil)
    #expect(SparseDecimal(wrappedValue: .infinity).wrappedValue == .infinity)
  }

  @Test func `equals another as optional numbers do, and has their hash`() {
    let values: [Double?] = [nil, 0, -0.0, 1, -1, .infinity, .leastNonzeroMagnitude]
    for a in values {
      for b in values {
        #expect((SparseDecimal(wrappedValue: a) == SparseDecimal(wrappedValue: b)) == (a == b))
        if a == b {
          #expect(SparseDecimal(wrappedValue: a).hashValue == SparseDecimal(wrappedValue: b).hashValue)
        }
      }
    }
    #expect(Set(values.map { SparseDecimal(wrappedValue: $0) }).count == 6)
  }
}

@Suite struct `A whole number that may be missing` {
  @Test(arguments: [-32767, -1, 0, 1, 32767]) func `holds all that its bytes can but the smallest`(
    number: Int
  ) {
    #expect(SparseInteger<Int16>(wrappedValue: number).wrappedValue == number)
  }

  @Test(arguments: [-32768, -32769, 32768, .min, .max]) func `is missing when it does not fit`(number: Int) {
    #expect(SparseInteger<Int16>(wrappedValue: number).wrappedValue == nil)
    #expect(SparseInteger<Int16>(wrappedValue: number) == SparseInteger<Int16>())
  }

  @Test func `forgets what it held when something comes that does not fit`() {
    var value = SparseInteger<Int8>(wrappedValue: 5)
    value.wrappedValue = 128
    #expect(value.wrappedValue == nil)
    value.wrappedValue = 127
    #expect(value.wrappedValue == 127)
    value.wrappedValue = nil
    #expect(value == SparseInteger<Int8>())
  }

  @Test(arguments: [(90, 90), (-90, -90), (91, nil), (.min, nil)] as [(Int16, Int?)])
  func `is taken as it is stored only inside its range`(stored: Int16, value: Int?) {
    #expect(SparseInteger<Int16>(stored: stored, in: -90...90).wrappedValue == value)
  }

  @Test func `takes no byte more than it stores`() {
    #expect(MemoryLayout<SparseDecimal>.size == 8)
    #expect(MemoryLayout<SparseInteger<Int16>>.size == 2)
    #expect(MemoryLayout<SparseInteger<Int32>>.size == 4)
  }

  @Test func `tells its neighbors apart`() {
    let values = Set(((-3)...3).map { SparseInteger<Int32>(wrappedValue: $0) } + [SparseInteger<Int32>()])
    #expect(values.count == 8)
  }
}

@Suite struct `A row of whole numbers` {
  @Test func `is empty at first, and keeps each number at its place`() {
    var row = SparseIntegers<4>()
    #expect([-1, 0, 1, 2, 3, 4, .max].map { row[$0] } == Array(repeating: nil, count: 7))
    row[0] = 1
    row[3] = -4
    #expect((0..<4).map { row[$0] } == [1, nil, nil, -4])
    row[0] = nil
    #expect((0..<4).map { row[$0] } == [nil, nil, nil, -4])
  }

  @Test(arguments: [-32768, 32768, 100_000]) func `drops what does not fit`(number: Int) {
    var row = SparseIntegers<2>()
    row[1] = 7
    row[1] = number
    #expect(row[1] == nil && row == SparseIntegers<2>())
  }

  @Test func `equals another when all places do, and then has its hash`() {
    var random = SeededGenerator()
    for _ in 0..<500 {
      var a = SparseIntegers<5>()
      for place in 0..<5 { a[place] = [nil, 0, 7].randomElement(using: &random) ?? nil }
      var b = a
      #expect(a == b && a.hashValue == b.hashValue, "seed \(seed)")
      let place = Int.random(in: 0..<5, using: &random)
      b[place] = (b[place] ?? 0) + 1
      #expect(a != b, "seed \(seed)")
    }
  }
}
