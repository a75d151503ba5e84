// What the articles of NMEA, UBX and GNSS show.
import GNSS
import NMEA
import UBX

func readOne() throws {
  let sentence = try Sentence("$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47".utf8)
  if case .gga(let gga) = sentence {
    print(gga.latitude ?? .nan, gga.longitude ?? .nan)  // 48.1173 11.516666666666667
    print(gga.satellitesUsed ?? 0, gga.differentialAge as Any)  // 8 nil
  }
}

func readWrong() {
  do {
    _ = try Sentence("$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*4F".utf8)
  } catch {
    print(error)  // checksum(found: 79, expected: 71)
  }
}

struct Heights: SentenceSink {
  var meters: [Double] = []
  var rejected = 0

  mutating func receive(_ gga: GGA) {
    if let altitude = gga.altitude { meters.append(altitude) }
  }

  mutating func reject(_ bytes: Span<UInt8>, _ error: SentenceError) { rejected += 1 }
}

func heights(in file: [UInt8]) -> Heights {
  var heights = Heights()
  var parser = SentenceParser()
  parser.parse(file.span, into: &heights)
  return heights
}

struct Census: StreamSink {
  var sentences = 0
  var messages = 0
  var noise = 0

  mutating func receive(sentence bytes: Span<UInt8>) { sentences += 1 }
  mutating func receive(message frame: MessageFrame, _ bytes: Span<UInt8>) { messages += 1 }
  mutating func receive(junk: Junk) { noise += junk.length }
}

func census(of pieces: [[UInt8]]) -> Census {
  var census = Census()
  var splitter = StreamSplitter()
  for piece in pieces { splitter.split(piece.span, into: &census) }
  splitter.finish(into: &census)
  return census
}

func writeOne() -> [UInt8] {
  var gga = GGA(talker: .gp)
  gga.latitude = 48.1173
  gga.longitude = 11.516667
  gga.quality = .autonomous
  let line = gga.encoded()
  return line
}

func fixes(in bytes: [UInt8]) -> [String] {
  var places: [String] = []
  var decoder = FixDecoder(.recording())
  let note: (DecodedOutput) -> Void = { output in
    if case .fix(let fix) = output, let place = fix.coordinate { places.append("\(place)") }
  }
  decoder.decode(bytes.span, note)
  decoder.finish(note)
  return places
}

struct Solutions: StreamSink {
  var count = 0

  mutating func receive(message frame: MessageFrame, _ bytes: Span<UInt8>) {
    if case .navPVT = Message(frame, bytes) { count += 1 }
  }
}
