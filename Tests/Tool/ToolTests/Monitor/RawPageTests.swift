import GPSBridge
import SimulatedGPS
@testable import TerminalKit
import TestSupport
import Testing

@testable import GPSBridgeTool

/// Somebody opens the raw page to see what is wrong with a stream.
@Suite struct `The raw page` {
  private func page(_ pieces: [UInt8]...) -> [String] {
    let epoch = Epoch.fix(0)
    let run = MonitorRun(playing: ([epoch] + pieces + [Epoch.fix(5)]).enumerated().map { (.seconds($0), $1) })
    run.advance(by: .seconds(2 + pieces.count)).press(.character("r"))
    return run.screen(120, 40).lines
  }

  private func text(_ text: String) -> [UInt8] { Array("\(text)\r\n".utf8) }

  @Test func `shows a sentence with a wrong checksum, and both checksums`() {
    let page = page(text("$GPGLL,4807.038,N,01131.000,E,120001,A*00"))
    #expect(
      page.contains {
        $0.hasPrefix("│ × checksum ") && $0.contains(": $GPGLL,4807.038,N,01131.000,E,120001,A*00")
      },
      "\(page)")
    #expect(page[1].contains("1 with a wrong checksum"))
  }

  @Test func `shows junk, with what is no letter by its number`() {
    let page = page([0x00, 0xFF, 0x41, 0x0D, 0x0A])
    #expect(
      page.contains {
        $0.contains("× 3 bytes of junk: <00><ff>A") || $0.contains("× 3 bytes of junk: <00><FF>A")
      }, "\(page)")
    #expect(page[1].contains("3 bytes of junk"))
  }

  @Test func `says of a sentence that was cut that the next one begins in it`() {
    let page = page(Array("$GPGGA,120001,4807".utf8) + Epoch.date(1))
    #expect(page.contains { $0.contains("× cut: the next one begins in it: $GPGGA,120001,4807") }, "\(page)")
  }

  @Test func `shows binary messages by their names`() {
    let page = page([0xB5, 0x62, 0x0A, 0x04, 0x00, 0x00, 0x0E, 0x34])
    #expect(page.contains { $0.contains("│ UBX MON-VER, 0 bytes") }, "\(page)")
    #expect(page[1].contains("1 binary"))
  }

  @Test func `shows good sentences as they are, once each`() {
    let page = page()
    #expect(
      page.count { $0.contains("$GPGGA,120000,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*") } == 1)
    #expect(!page.contains { $0.contains("×") })
  }
}
