import TestSupport
import Testing

@testable import GPSBridge

@Suite struct `A conversation with a gpsd` {
  static let version =
    #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"# + "\r\n"
  static let watching =
    #"{"class":"WATCH","enable":true,"json":true,"nmea":false,"raw":1,"scaled":false,"timing":false,"split24":false,"pps":false}"#
    + "\r\n"
  static let sentence = "$GPVTG,30.00,T,,M,42.765,N,79.20,K,A*30\r\n"
  static let asking = Array(#"?WATCH={"enable":true,"raw":1,"json":true};"#.utf8) + [0x0A]

  static func device(_ path: String, isOpen: Bool = true) -> String {
    let opened = isOpen ? #","driver":"NMEA0183","activated":"2026-11-21T04:47:47.001Z","flags":1"# : ""
    return #"{"class":"DEVICE","path":"\#(path)"\#(opened)}"#
  }

  static func devices(_ devices: String...) -> String {
    #"{"class":"DEVICES","devices":[\#(devices.joined(separator: ","))]}"# + "\r\n"
  }

  private func conversation(_ text: String = "gpsd://localhost") throws -> GPSDConversation {
    GPSDConversation(try NetworkAddress(text))
  }

  private func hear(_ text: String, _ conversation: inout GPSDConversation) -> [GPSDConversation.Answer] {
    conversation.take(Array(text.utf8)[...])
  }

  /// The error that an answer carries.
  private func fault(_ answer: GPSDConversation.Answer?) -> LocationError? {
    switch answer {
    case .absent(let error), .leave(let error): error
    case .send, .present, .data, nil: nil
    }
  }

  @Test func `begins with its name, and asks for what the receiver says`() throws {
    var talk = try conversation()
    #expect(hear(Self.version, &talk) == [.send(Self.asking)])
    #expect(
      hear(Self.devices(Self.device("/dev/ttyUSB0")) + Self.watching + Self.sentence + Self.sentence, &talk)
        == [
          .present(path: "/dev/ttyUSB0", release: "3.22"), .data(Array((Self.sentence + Self.sentence).utf8)),
        ])
  }

  @Test func `asks for the receiver that was named`() throws {
    var talk = try conversation("gpsd://localhost/dev/tty%22x")
    #expect(
      hear(Self.version, &talk) == [
        .send(Array(#"?WATCH={"enable":true,"raw":1,"json":true,"device":"/dev/tty\"x"};"#.utf8) + [0x0A])
      ])
  }

  @Test func `says why where the receiver that was named is not known`() throws {
    var talk = try conversation("gpsd://localhost/dev/ttyUSB7")
    _ = hear(Self.version, &talk)
    let answers = hear(#"{"class":"ERROR","message":"No such device as /dev/ttyUSB7"}"# + "\r\n", &talk)
    guard case .leave(let error)? = answers.first else { throw Unexpected("\(answers)") }
    #expect(error.code == .notServed)
    #expect(error.message == #"gpsd at localhost:2947 has no receiver "/dev/ttyUSB7""#)
  }

  @Test func `waits where there is none, and tells of the first that comes`() throws {
    var talk = try conversation()
    _ = hear(Self.version, &talk)
    #expect(
      fault(hear(Self.devices() + Self.watching, &talk).first)?.message
        == "gpsd at localhost:2947 has no receiver")
    #expect(
      hear(Self.device("/dev/ttyACM0") + "\r\n", &talk) == [.present(path: "/dev/ttyACM0", release: "3.22")])
    let gone = hear(#"{"class":"DEVICE","path":"/dev/ttyACM0","activated":0}"# + "\r\n", &talk)
    #expect(fault(gone.first)?.message == #""/dev/ttyACM0" of gpsd at localhost:2947 is gone"#)
    #expect(
      hear(Self.device("/dev/ttyACM0") + "\r\n", &talk) == [.present(path: "/dev/ttyACM0", release: "3.22")])
  }

  @Test func `waits where the only one is listed and not open, until it speaks`() throws {
    var talk = try conversation("gpsd://localhost/dev/gps0")
    _ = hear(Self.version, &talk)
    #expect(fault(hear(Self.devices(Self.device("/dev/gps0", isOpen: false)), &talk).first) != nil)
    #expect(
      hear(Self.sentence, &talk) == [
        .present(path: "/dev/gps0", release: "3.22"), .data(Array(Self.sentence.utf8)),
      ])
  }

  @Test func `never mixes two receivers`() throws {
    var talk = try conversation()
    _ = hear(Self.version, &talk)
    let both = Self.devices(Self.device("/dev/ttyUSB0"), Self.device("/dev/ttyUSB1"))
    let error = fault(hear(both, &talk).first)
    #expect(error?.code == .deviceAmbiguous)
    #expect(error?.message.contains(#""/dev/ttyUSB0", "/dev/ttyUSB1""#) == true)
    #expect(error?.remedy?.contains("gpsd://localhost/dev/ttyUSB0") == true)
    // Where that gpsd is, and in a form that leads to that receiver.
    var far = try conversation("gpsd://[::1]:2948")
    _ = hear(Self.version, &far)
    let simulated = Self.devices(Self.device("sim:walk?seed=1"), Self.device("sim:drive"))
    let remedy = try #require(fault(hear(simulated, &far).first)?.remedy)
    #expect(remedy == "Name one of them, as in gpsd://[::1]:2948/sim:walk%3Fseed%3D1.")
    #expect(try NetworkAddress("gpsd://[::1]:2948/sim:walk%3Fseed%3D1").device == "sim:walk?seed=1")
    // One that comes later is kept out.
    var other = try conversation()
    _ = hear(Self.version + Self.devices(Self.device("/dev/ttyUSB0")), &other)
    let answers = hear(Self.device("/dev/ttyUSB1") + "\r\n" + Self.device("/dev/ttyUSB1") + "\r\n", &other)
    #expect(answers == [.send(GPSDConversation.watch("/dev/ttyUSB0"))])
    #expect(hear(both + Self.sentence, &other) == [.data(Array(Self.sentence.utf8))])
  }

  @Test(arguments: ["$GPRMC,,V,,,,,,,,,,N*53\r\n", "HTTP/1.1 400 Bad Request\r\n", "SSH-2.0-OpenSSH\n"])
  func `is none where something else answers, and quotes it`(text: String) throws {
    var talk = try conversation()
    let error = fault(hear(text, &talk).first)
    #expect(error?.code == .notServed && error?.message.contains(text.prefix(8)) == true)
    #expect(error?.remedy?.contains("tcp://") == true)
    #expect(hear(Self.version, &talk) == [])
  }

  @Test func `passes nothing on before it is said whose it is, nor any report of gpsd's`() throws {
    var talk = try conversation()
    let report = #"{"class":"TPV","device":"/dev/ttyUSB0","mode":3,"lat":48.0,"lon":11.0}"# + "\r\n"
    let sky = #"{"class":"SKY","device":"/dev/ttyUSB0","satellites":[]}"# + "\r\n"
    #expect(hear(Self.version + Self.sentence, &talk) == [.send(Self.asking)])
    _ = hear(Self.devices(Self.device("/dev/ttyUSB0")), &talk)
    #expect(hear(report + sky + "{half\r\n{\"class\":\"NEW\"}\r\n", &talk) == [])
  }

  @Test func `takes gpsd's positions where it passes on nothing that they are made of`() throws {
    var talk = try conversation()
    _ = hear(Self.version + Self.devices(Self.device("/dev/ttyUSB0")), &talk)
    func report(_ second: Int) -> String {
      #"{"class":"TPV","device":"/dev/ttyUSB0","mode":3,"time":"2026-11-21T04:47:\#(second).000Z","lat":48.5,"lon":11.25}"#
        + "\r\n"
    }
    for second in 10..<29 { #expect(hear(report(second), &talk) == []) }
    let told = texts(hear(report(29), &talk))
    #expect(told.contains("TXT") && told.contains("RMC,044729.000,A,4830.0000000,N,01115.0000000,E"))
    // The same time again is no new epoch, and another receiver's position is not this one's.
    #expect(hear(report(29), &talk) == [])
    #expect(hear(report(30).replacing("USB0", with: "USB1"), &talk) == [])
    let next = texts(hear(report(30), &talk))
    #expect(next.contains("RMC,044730.000,A") && !next.contains("TXT"))
    // What the receiver says is better, whenever it comes.
    #expect(hear(Self.sentence, &talk) == [.data(Array(Self.sentence.utf8))])
    for second in 31..<59 { #expect(hear(report(second), &talk) == []) }
    // One sentence shows that they come.
    var other = try conversation()
    _ = hear(Self.version + Self.devices(Self.device("/dev/ttyUSB0")) + Self.sentence, &other)
    for second in 10..<59 { #expect(hear(report(second), &other) == []) }
  }

  @Test func `takes no position for one that is measured where gpsd only repeats it`() throws {
    var talk = try conversation()
    _ = hear(Self.version + Self.devices(Self.device("/dev/ttyUSB0")), &talk)
    let dead =
      #"{"class":"TPV","device":"/dev/ttyUSB0","mode":3,"time":"2026-11-21T04:47:29.000Z","lat":48.5,"lon":11.25}"#
    for _ in 0..<100 { #expect(hear(dead + "\r\n", &talk) == []) }
    let next = dead.replacing("47:29", with: "47:30") + "\r\n"
    #expect(texts(hear(next, &talk)).contains("RMC,044730.000,A"))
  }

  private func texts(_ answers: [GPSDConversation.Answer]) -> String {
    answers.map { answer in
      if case .data(let bytes) = answer { String(decoding: bytes, as: UTF8.self) } else { "\(answer)" }
    }.joined()
  }

  @Test func `ends where a line has no end`() throws {
    var talk = try conversation()
    _ = hear(Self.version + Self.devices(Self.device("/dev/ttyUSB0")), &talk)
    let error = fault(hear(String(repeating: "x", count: 20_000), &talk).first)
    #expect(error?.message == "gpsd at localhost:2947 sent a line of more than 16384 bytes")
  }

  @Test func `is told with gpsd's last words where gpsd has ended it`() throws {
    var talk = try conversation()
    #expect(talk.reasonOfEnd().message.contains("before it identified itself"))
    _ = hear(Self.version, &talk)
    #expect(talk.reasonOfEnd().message == "gpsd at localhost:2947 has ended the connection")
    _ = hear(#"{"class":"ERROR","message":"closed: \u001b[31mslow"}"# + "\r\n", &talk)
    let words = talk.reasonOfEnd().message
    #expect(words.contains("closed: ") && !words.unicodeScalars.contains("\u{1B}"))
  }
}
