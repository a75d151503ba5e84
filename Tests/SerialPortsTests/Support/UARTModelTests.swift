import TestSupport
import Testing

@Suite struct `A line between two speeds` {
  private let sentence = Array(
    "$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\r\n".utf8)

  @Test(arguments: [(9600, 9600), (9600, 9800), (9600, 9400), (4800, 4896), (115_200, 112_896)])
  func `carries bytes intact at equal speeds, and within two per cent`(_ sender: UInt32, _ receiver: UInt32) {
    let heard = UARTModel(sender: sender, receiver: receiver).hear(sentence)
    #expect(heard.bytes == sentence)
    #expect(heard.framingErrors == 0)
  }

  @Test func `gives half as many bytes to a receiver at half the speed`() {
    let heard = UARTModel(sender: 9600, receiver: 4800).hear(sentence)
    #expect(heard.bytes.count == 34)
    #expect(heard.framingErrors == 4)
    #expect(Array(heard.bytes.prefix(6)) == [185, 206, 4, 72, 10, 136])
  }

  // The counts and the first bytes are those of another program for the same model.
  @Test(arguments: [
    (4800, 9600, 109, 61, [96, 152, 96, 0, 102, 152]), (9600, 38_400, 160, 73, [0, 128, 128, 248, 0, 120]),
    (38_400, 9600, 18, 7, [1, 32, 222, 133, 37, 198]), (115_200, 9600, 6, 1, [229, 166, 41, 41, 41, 148]),
    (9600, 115_200, 202, 202, [0, 0, 0, 0, 0, 0]),
  ])
  func `gives noise, always the same, at other speeds`(
    _ sender: UInt32, _ receiver: UInt32, _ count: Int, _ errors: Int, _ first: [UInt8]
  ) {
    let heard = UARTModel(sender: sender, receiver: receiver).hear(sentence)
    #expect(heard.bytes.count == count)
    #expect(heard.framingErrors == errors)
    #expect(Array(heard.bytes.prefix(6)) == first)
  }

  @Test func `carries nothing without a speed, or without bytes`() {
    #expect(UARTModel(sender: 0, receiver: 9600).hear(sentence).bytes == [])
    #expect(UARTModel(sender: 9600, receiver: 0).hear(sentence).bytes == [])
    #expect(UARTModel(sender: 9600, receiver: 9600).hear([]).bytes == [])
  }

  @Test func `carries every byte there is`() {
    #expect(UARTModel(sender: 38_400, receiver: 38_400).hear(Array(0...255)).bytes == Array(0...255))
  }
}
