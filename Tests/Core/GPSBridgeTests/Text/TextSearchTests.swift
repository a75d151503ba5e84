import Testing
import GPSBase

@Suite struct `Text in text` {
  @Test(arguments: [
    ("ANTENNA SHORT", "SHORT"), ("SHORTED", "SHORT"), ("SHORT", "SHORT"), ("SHOSHORT", "SHORT"),
    ("de_US.UTF-8", "_US"), ("grün", "ün"), ("any", ""), ("", ""),
  ])
  func `is found where it is`(text: String, part: String) { #expect(text.holds(part)) }

  @Test(arguments: [
    ("ANTENNA SHOR", "SHORT"), ("SHO RT", "SHORT"), ("", "SHORT"), ("short", "SHORT"),
    ("gr\u{75}\u{308}n", "ün"),
  ])
  func `is not found where it is not`(text: String, part: String) { #expect(!text.holds(part)) }

  @Test(arguments: [
    ("usb-AB12-port0 AB12", "AB12", "usb-#-port0 #"), ("AB12", "AB12", "#"), ("AB1", "AB12", "AB1"),
    ("", "AB12", ""),
    // Places do not overlap, and what takes their place is not searched.
    ("aaa", "aa", "#a"), ("aaaa", "aa", "##"), ("keep", "", "keep"),
  ])
  func `is replaced wherever it is`(text: String, part: String, expected: String) {
    #expect(text.with("#", inPlaceOf: part) == expected)
  }

  @Test func `may be replaced by what holds it`() {
    #expect("a-a".with("aa", inPlaceOf: "a") == "aa-aa")
  }
}
