import GNSS
import TestSupport

/// Bursts of sentences whose position tells which sentence of which epoch they are.
enum Bursts {
  /// hhmmss.ss of so many hundredths after noon.
  static func clock(_ hundredths: Int) -> String {
    let second = hundredths / 100
    return "12" + two(second / 60 % 60) + two(second % 60) + "." + two(hundredths % 100)
  }

  /// Minutes of latitude by which an epoch and a sentence are known again, in ten-thousandths.
  private static func minutes(_ hundredths: Int, _ place: Int) -> String {
    let text = String(100_000 + hundredths / 5 * 10 + place)
    return String(text.dropLast(4)) + "." + text.suffix(4)
  }

  private static func position(_ hundredths: Int, _ place: Int) -> String {
    "48\(minutes(hundredths, place)),N,01131.0000,E"
  }

  /// The latitudes that the sentences of an epoch carry.
  static func latitudes(_ hundredths: Int) -> Set<Double> {
    Set((1...4).map { 48 + Double(100_000 + hundredths / 5 * 10 + $0) / 10_000 / 60 })
  }

  /// One sentence of an epoch.
  static func sentence(_ name: Substring, at hundredths: Int) -> String {
    let time = clock(hundredths)
    return switch name {
    case "GGA": "GPGGA,\(time),\(position(hundredths, 1)),1,08,0.9,545.4,M,46.9,M,,"
    case "RMC": "GPRMC,\(time),A,\(position(hundredths, 2)),5.0,84.4,201126,,,A"
    case "GLL": "GPGLL,\(position(hundredths, 3)),\(time),A,A"
    case "GNS": "GNGNS,\(time),\(position(hundredths, 4)),AA,08,0.9,545.4,46.9,,"
    case "VTG": "GPVTG,84.4,T,82.4,M,5.0,N,9.3,K,A"
    case "GSA": "GPGSA,A,3,01,02,03,04,,,,,,,,,2.5,1.3,2.1"
    case "ZDA": "GPZDA,\(time),20,11,2026,00,00"
    case "GST": "GPGST,\(time),1.0,2.0,1.0,0.0,3.0,4.0,5.0"
    case "GSV": "GPGSV,1,1,02,01,40,083,46,02,17,308,41"
    default: String(name)
    }
  }

  /// The sentences of an epoch, named in their order.
  static func burst(_ names: String, at hundredths: Int) -> [String] {
    names.split(separator: " ").map { sentence($0, at: hundredths) }
  }
}

/// A decoder that is fed burst by burst, as a line does it.
struct Line {
  var decoder = FixDecoder(.recording())
  /// Whether a read ends behind each sentence, the worst that a live line can do; a recording never asks for the end.
  var isLive = true

  /// The fixes that come while these sentences arrive.
  mutating func hear(_ bodies: [String]) -> [Fix] {
    bodies.flatMap { [isLive] body in
      decoder.outputs {
        $0.decode(wire(body).span, $1)
        if isLive { $0.nothingWaits($1) }
      }.fixes
    }
  }

  /// The fixes that come while a burst arrives.
  mutating func hear(_ names: String, at hundredths: Int) -> [Fix] {
    hear(Bursts.burst(names, at: hundredths))
  }

  /// The fixes that come while a burst arrives in one piece.
  mutating func read(_ names: String, at hundredths: Int) -> [Fix] {
    decoder.outputs {
      $0.decode(wire(Bursts.burst(names, at: hundredths)).span, $1)
      $0.nothingWaits($1)
    }.fixes
  }

  /// The fixes that come because nothing does.
  mutating func quiet() -> [Fix] { decoder.outputs { $0.lineIsQuiet($1) }.fixes }

  /// The fixes that come at the end.
  mutating func finish() -> [Fix] { decoder.outputs { $0.finish($1) }.fixes }
}
