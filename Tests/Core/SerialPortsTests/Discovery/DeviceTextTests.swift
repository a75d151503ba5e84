import Testing
import GPSBase

@testable import SerialPorts

@Suite struct `A device's text` {
  private func read(_ text: String) -> String? { DeviceText.read(Array(text.utf8)) }

  @Test(arguments: [
    ("u-blox\\x20GNSS\\x20receiver", "u-blox GNSS receiver"), ("a\\x2fb", "a/b"), ("\\x41", "A"),
    ("\\x4", "\\x4"), ("\\xzz", "\\xzz"), ("\\", "\\"), ("caf\\xc3\\xa9", "caf\u{E9}"),
  ])
  func `has udev's escapes undone, and only those`(_ text: String, expected: String) {
    #expect(read(text) == expected)
  }

  @Test(arguments: ["", "   ", "\\x20\\x20", "\t\r\n", "\0"])
  func `is none when nothing is in it`(_ text: String) { #expect(read(text) == nil) }

  @Test(arguments: [
    ("\\x1b[31m", "\\x1b[31m"), ("a\nb", "a\\x0ab"), ("\u{9B}x", "\\xc2\\x9bx"),
    ("\u{202E}x", "\\xe2\\x80\\xaex"), ("\u{200B}x", "\\xe2\\x80\\x8bx"), ("\u{FEFF}x", "\\xef\\xbb\\xbfx"),
  ])
  func `moves no cursor and turns no line around`(_ text: String, expected: String) {
    #expect(read(text) == expected)
  }

  @Test func `shows bytes that are no UTF-8 as what they are`() {
    #expect(DeviceText.read([0xFF, 0x41, 0xC3]) == "\\xffA\\xc3")
    #expect(DeviceText.read([0xF0, 0x9F, 0x9B, 0xB0]) == "\u{1F6F0}")
  }

  @Test func `is shown by the rule that messages keep`() {
    for value in [UInt32](0..<0x3100) + [0xE000, 0xFEFF, 0xFFFD, 0xFFFE, 0x1F6F0, 0xE0001, 0xE01EF, 0x10FFFF]
    {
      guard let scalar = Unicode.Scalar(value), scalar != "\\" else { continue }
      let isHarmless = VisibleText.isHarmless(scalar)
      #expect((DeviceText.shown(Array("a\(scalar)".utf8)) == "a\(scalar)") == isHarmless)
      #expect((VisibleText.replaced("a\(scalar)") == "a\(scalar)") == (isHarmless || scalar == "\u{FFFD}"))
    }
  }

  @Test func `ends somewhere`() {
    #expect(DeviceText.read([UInt8](repeating: 0x41, count: 5000))?.utf8.count == 256)
  }
}

@Suite struct `Natural order` {
  @Test(arguments: [
    ("usb-0:2", "usb-0:10"), ("a", "b"), ("a", "a1"), ("1-1.2", "1-1.10"), ("", "x"), ("ttyS9", "ttyS10"),
    ("0:1:1.0", "0:1:1.2"),
    ("99999999999999999999998", "99999999999999999999999"),
  ])
  func `puts the smaller number first, however long`(_ first: String, _ second: String) {
    #expect(NaturalOrder.isBefore(first, second))
    #expect(!NaturalOrder.isBefore(second, first))
    #expect(!NaturalOrder.isBefore(first, first))
  }
}
