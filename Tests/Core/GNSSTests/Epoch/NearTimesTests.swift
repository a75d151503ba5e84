import GNSS
import NMEA
import TestSupport
import Testing

/// A burst says each of its sentences once, and this tells epochs apart that are close together.
@Suite struct `Times that are close together` {
  private let place = "4807.038,N,01131.000,E"

  private func gga(_ time: String) -> String { "GPGGA,\(time),\(place),1,08,0.9,545.4,M,46.9,M,," }
  private func rmc(_ time: String) -> String { "GPRMC,\(time),A,\(place),5.0,84.4,201126,,,A" }
  private func gst(_ time: String, _ error: Int) -> String { "GPGST,\(time),1,1,1,0,3.0,4.0,\(error).0" }

  private func times(_ fixes: [Fix]) -> [Int] {
    fixes.map { Int($0.timeOfDay?.nanosecond ?? 0) / 1_000_000 + 1000 * Int($0.timeOfDay?.second ?? 0) }
  }

  @Test func `are two epochs where the same sentence comes with both`() {
    let result = fixes(
      gga("120043.990"), rmc("120043.990"), gga("120044.000"), rmc("120044.000"), gga("120045.000"))
    #expect(times(result) == [43990, 44000, 45000])
    #expect(result.map { $0.speed != nil } == [true, true, false])
  }

  @Test func `are two epochs behind one that was given out`() {
    var line = Line()
    #expect(line.hear([gga("120043.990")]).isEmpty)
    #expect(line.quiet().count == 1)
    #expect(line.hear([gga("120044.000")]).isEmpty)
    #expect(times(line.quiet()) == [44000])
    #expect(line.decoder.epochCounts.late == 0)
  }

  @Test func `are one epoch for sentences that it has not had`() {
    let result = fixes(
      gga("120000.303"), rmc("120000.30"), "GPGLL,\(place),120000.300,A", gga("120001.303"), rmc("120001.30"))
    #expect(times(result) == [303, 1303])
    #expect(result.allSatisfy { $0.speed != nil })
  }

  @Test(arguments: ["GGA", "GGA RMC", "GGA RMC GST", "GST GGA RMC VTG", "ZDA GGA", "RMC GGA GSA"])
  func `at a hundred epochs a second are as many epochs`(shape: String) {
    for isLive in [false, true] {
      var line = Line(isLive: isLive)
      var fixes: [Fix] = []
      for hundredth in 0..<300 { fixes += line.hear(shape, at: hundredth) }
      fixes += line.finish()
      #expect(times(fixes) == (0..<300).map { 10 * $0 })
      #expect(line.decoder.epochCounts.late == 0)
      if shape.contains("RMC") { #expect(fixes.allSatisfy { $0.speed != nil }) }
      if shape.contains("GST") { #expect(fixes.allSatisfy { $0.errors?.source == .gst }) }
    }
  }

  @Test func `keep apart what only adds to an epoch`() {
    var line = Line(isLive: false)
    var fixes: [Fix] = []
    for hundredth in 0..<9 {
      let time = "120000.0\(hundredth)"
      fixes += line.hear([gst(time, hundredth + 1), gga(time)])
    }
    fixes += line.finish()
    #expect(fixes.map(\.errors?.vertical) == (1...9).map(Double.init))
  }
}
