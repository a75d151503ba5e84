import GPSSystemCalls
import Testing

@Suite struct `An errno` {
  @Test func `keeps its number`() {
    #expect(Errno(5).rawValue == 5)
  }

  @Test func `has the C library's words`() {
    #expect(Errno.accessDenied.words == "Permission denied")
    #expect(Errno(4095).words.contains("4095"))
  }

  @Test func `of a device that has gone is one of three`() {
    for error in [Errno.inputOutput, .noSuchAddress, .noSuchDevice] { #expect(error.isGone) }
    #expect(!Errno.wouldBlock.isGone && !Errno.noSuchFile.isGone)
  }
}
