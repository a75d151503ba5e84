import NMEA
import TestSupport
import Testing

/// Reads a sentence with room around it, where the quick way is tried, and asks that the careful way says the same.
private func compare(_ body: String, seed: UInt64) {
  let sink = Events(of: wire(body))
  var fault: FieldFault?
  let bytes = Array(body.utf8)
  let careful = try? Sentence(body: bytes.span, fault: &fault)
  #expect(sink.sentences.first == careful, "\(body), seed \(seed)")
  #expect(sink.faults == [careful == nil ? nil : fault].compactMap { $0 }, "\(body), seed \(seed)")
}

@Suite struct `A list of used satellites with room around it` {
  @Test func `says what the careful reader says, whatever its fields are`() throws {
    var random = SeededGenerator()
    let satellites = ["", "", "1", "02", "32", "193", "301", "65"]
    let dilutions = ["", "1.5", "0.84", "99.99", "2", ".9", "12.345"]
    let odd = ["-5", " 7", "1234", "A", "x", "1.2.3", ".", "12345678", "1.2345678", "+1", "FF", "*"]
    for _ in 0..<5000 {
      var fields = [["A", "M", "", "a"].randomElement(using: &random) ?? ""]
      fields.append(["1", "2", "3", "", "9"].randomElement(using: &random) ?? "")
      let places = [12, 12, 12, 12, 24, 11, 3].randomElement(using: &random) ?? 12
      for _ in 0..<places { fields.append(satellites.randomElement(using: &random) ?? "") }
      for _ in 0..<3 { fields.append(dilutions.randomElement(using: &random) ?? "") }
      if Bool.random(using: &random) {
        fields.append(["1", "4", "", "A", "10", "5"].randomElement(using: &random) ?? "")
      }
      if Int.random(in: 0..<3, using: &random) == 0 {
        let place = Int.random(in: 0..<fields.count, using: &random)
        fields[place] = odd.randomElement(using: &random) ?? ""
      }
      compare("GNGSA" + fields.map { "," + $0 }.joined(), seed: seed)
    }
  }
}

@Suite struct `A list of satellites in view with room around it` {
  @Test func `says what the careful reader says, whatever its fields are`() {
    var random = SeededGenerator()
    let usual = [["02", "32", "65"], ["05", "17", "90"], ["000", "083", "360"], ["", "41", "00"]]
    let rare = [
      ["", "1", "193", "301", "0"], ["", "5", "-1", "100"], ["", "7", "45", "1000"],
      ["9", "100", "4.5", " 41"],
    ]
    let odd = ["-5", " 7", "1234", "A", "x", "1.2", ".", "FF", "*", "4/", "0:"]
    for _ in 0..<5000 {
      var fields = [["1", "4", "11", ""], ["1", "3", "10", ""], ["08", "13", "7", ""]].map {
        $0.randomElement(using: &random) ?? ""
      }
      for _ in 0..<([4, 4, 4, 1, 2, 3, 0, 8, 9].randomElement(using: &random) ?? 4) {
        for column in 0..<4 {
          let choice = Int.random(in: 0..<12, using: &random) == 0 ? rare[column] : usual[column]
          fields.append(choice.randomElement(using: &random) ?? "")
        }
      }
      if Bool.random(using: &random) {
        fields.append(["1", "7", "", "B", "10", "*"].randomElement(using: &random) ?? "")
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        fields[Int.random(in: 0..<fields.count, using: &random)] = odd.randomElement(using: &random) ?? ""
      }
      compare("GPGSV" + fields.map { "," + $0 }.joined(), seed: seed)
    }
  }
}

@Suite struct `A recommended minimum with room around it` {
  @Test func `says what the careful reader says, whatever its fields are`() {
    var random = SeededGenerator()
    let usual = [
      ["120000.00", "235960.99"], ["A", "V"], ["4717.11406", "0000.000", "9000.00"], ["N", "S"],
      ["00833.91638", "18000.000", "17959.9999"], ["E", "W"], ["12.184", "0.0", "123.45678"],
      ["76.76", "359.9"], ["010926", "311299"], ["", "3.1"], ["", "E"], ["A", "D"],
    ]
    let rare = [
      [
        "", "120000", "120000.0", "120000.000", "240000.00", "126000.00", "125961.00", "12000a.00",
        "120000,00", "1200.0000",
      ],
      ["", "AA", "1"],
      ["", "4717", "4760.0", "9000.001", "47a7.1", "4:17.1", "471.1", "4717.", "4717.114061234"],
      ["", "n", "NN"], ["", "833.9", "18000.001", "00860.0", "0083a.1", "00833", "008-3.1"], ["", "X"],
      ["", ".", "1..2", "1.2.3", "12345678", "123456789", "-1.0", " 7", "1.2a", ".5", "5."],
      ["", "360.0", "400", "-1"],
      ["", "000026", "320126", "010026", "011326", "0109261", "01092", "01092a", "0/0926"], ["x", "-1"],
      ["", "Q"],
      ["", "?", "AB"],
    ]
    for _ in 0..<10_000 {
      var fields: [String] = []
      for column in usual.indices {
        let choice = Int.random(in: 0..<16, using: &random) == 0 ? rare[column] : usual[column]
        fields.append(choice.randomElement(using: &random) ?? "")
      }
      compare("GNRMC" + fields.map { "," + $0 }.joined(), seed: seed)
    }
  }
}
