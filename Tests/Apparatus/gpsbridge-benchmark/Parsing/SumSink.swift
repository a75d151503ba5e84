import GNSS
import NMEA

/// Looks at a value of every sentence, so that no reading can be optimised away.
struct SumSink: StreamSink {
  private(set) var sum = 0.0
  private(set) var sentences = 0

  private mutating func add(_ value: Double?) {
    sentences &+= 1
    sum += value ?? 0
  }

  mutating func receive(_ gga: GGA) {
    add(gga.latitude)
    sum += gga.altitude ?? 0
  }
  mutating func receive(_ rmc: RMC) {
    add(rmc.latitude)
    sum += rmc.longitude ?? 0
  }
  mutating func receive(_ gll: GLL) { add(gll.latitude) }
  mutating func receive(_ vtg: VTG) { add(vtg.speed) }
  mutating func receive(_ gsa: GSA) {
    add(gsa.horizontalDilution)
    sum += Double(gsa.satellites[5] ?? 0)
  }
  mutating func receive(_ gsv: GSV) {
    add(gsv.inView.map(Double.init))
    sum += Double(gsv.number ?? 0)
  }
  mutating func receive(_ gns: GNS) { add(gns.latitude) }
  mutating func receive(_ gst: GST) { add(gst.rangeResidual) }
  mutating func receive(_ zda: ZDA) { add(zda.day.map(Double.init)) }
  mutating func receive(body: Span<UInt8>) { sentences &+= 1 }

  /// Looks at a sentence that came in an enumeration.
  mutating func take(_ sentence: Sentence) {
    switch sentence {
    case .gga(let content): receive(content)
    case .gll(let content): receive(content)
    case .gns(let content): receive(content)
    case .gsa(let content): receive(content)
    case .gst(let content): receive(content)
    case .gsv(let content): receive(content)
    case .rmc(let content): receive(content)
    case .vtg(let content): receive(content)
    case .zda(let content): receive(content)
    default: sentences &+= 1
    }
  }
}
