import SimulatedGPS
import TestSupport
import Testing

@Suite struct `A serial line` {
  private let sentence = Array(
    "$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\r\n".utf8)

  private func garble(_ sender: Int, _ receiver: Int) -> UARTModel.Garbled {
    UARTModel(sender: sender, receiver: receiver).garble(sentence.span)
  }

  @Test(arguments: [4800, 9600, 38_400, 115_200, 921_600])
  func `at equal speeds brings every byte`(speed: Int) {
    #expect(garble(speed, speed).bytes == sentence)
    #expect(garble(speed, speed).framingErrors == 0)
  }

  @Test(arguments: [(9600, 9800), (9600, 9400), (9600, 9980), (115_200, 113_000)])
  func `forgives some per cent`(sender: Int, receiver: Int) {
    #expect(garble(sender, receiver).bytes == sentence)
  }

  @Test func `does not forgive ten`() {
    #expect(garble(9600, 10_600).bytes != sentence)
    #expect(garble(9600, 8600).bytes != sentence)
  }

  @Test func `at half the speed brings half as many bytes`() {
    for (sender, receiver) in [(9600, 4800), (19_200, 9600), (115_200, 57_600)] {
      let garbled = garble(sender, receiver)
      #expect(0.4...0.6 ~= Double(garbled.bytes.count) / Double(sentence.count))
      #expect(!garbled.bytes.contains { $0 == UInt8(ascii: "$") } || garbled.framingErrors > 0)
    }
  }

  @Test func `at four times the speed brings more bytes, of few kinds`() {
    let garbled = garble(9600, 38_400)
    #expect(2...2.7 ~= Double(garbled.bytes.count) / Double(sentence.count))
    #expect(
      Set(garbled.bytes).isSubset(of: [
        0x00, 0x80, 0xF8, 0x78, 0x87, 0x07, 0x7F, 0xFF, 0xF0, 0x0F, 0x08, 0x88,
      ]))
  }

  @Test func `at twelve times the speed brings nothing but zeros, and at a twelfth a few bytes`() {
    #expect(Set(garble(9600, 115_200).bytes) == [0])
    #expect(garble(9600, 115_200).framingErrors > 0)
    #expect(garble(115_200, 9600).bytes.count < sentence.count / 6)
  }

  @Test func `ends for any two speeds, and any bytes`() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<300 {
      let model = UARTModel(
        sender: Int.random(in: -10...1_000_000, using: &random),
        receiver: Int.random(in: -10...1_000_000, using: &random))
      let bytes = (0..<20).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(model.garble(bytes.span).bytes.count <= 20 * 12 * 1_000_000)
    }
    let nothing: [UInt8] = []
    #expect(UARTModel(sender: 4800, receiver: 9600).garble(nothing.span).bytes.isEmpty)
  }
}
