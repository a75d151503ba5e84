import GNSS
import GPSDProtocol

enum ServiceFuzz {
  /// Says the bytes as a client of gpsd would, in one piece and in others, and checks what must be true of any bytes.
  static func shake(_ bytes: [UInt8]) {
    let whole = conversation(bytes, piece: { _ in bytes.count })
    precondition(conversation(bytes, piece: { _ in 1 }) == whole, "a cut on the way changes nothing")
    // Pieces of whichever length the bytes themselves choose.
    precondition(
      conversation(bytes, piece: { Int(bytes[$0] & 63) + 1 }) == whole, "cuts on the way change nothing")
  }
}

/// All that was done for a client.
private struct Conversation: Equatable {
  var sent: [UInt8] = []
  var written: [UInt8] = []
  var policy = WatchPolicy()
  var end: GPSDSession.CloseReason?
}

/// Two receivers, one of them with a fix, and a server that writes what it is told to.
private let view: ServiceView = {
  var fix = Fix()
  fix.time = UTC(secondsSince1970: 1_795_176_000)
  fix.mode = .threeDimensional
  fix.coordinate = Coordinate(latitude: 48.1173, longitude: 11.5167)
  var one = ServedDevice(ServedDevice.ID(0), path: "/dev/ttyUSB0")
  (one.driver, one.activated, one.isActive) = ("NMEA0183", fix.time, true)
  one.report = EpochReport(fix, device: one.path)
  let other = ServedDevice(ServedDevice.ID(1), path: "/dev/ttyUSB1")
  return ServiceView([one, other], best: one.id, at: UTC(secondsSince1970: 1_795_176_001))
}()

private let rules: ServiceRules = {
  var rules = ServiceRules(version: "1.0")
  rules.allowsDeviceWrites = true
  return rules
}()

private func conversation(_ bytes: [UInt8], piece length: (Int) -> Int) -> Conversation {
  var session = GPSDSession(rules)
  var conversation = Conversation()
  var place = 0
  while place < bytes.count, conversation.end == nil {
    let piece = bytes[place..<min(bytes.count, place + length(place))]
    let taken = session.take(piece, view) { action in
      switch action {
      case .send(let lines):
        checkLines(lines)
        conversation.sent += lines
      case .write(let bytes, let device):
        precondition(device.number < 2, "a receiver is one of those that there are")
        conversation.written += bytes
      case .follow(let policy): conversation.policy = policy
      case .close(let reason): conversation.end = reason
      }
    }
    precondition((1...piece.count).contains(taken), "each turn gets on")
    place += taken
  }
  precondition(conversation.policy == session.policy, "a policy that changes is told")
  return conversation
}

/// Clients read lines that are objects, their class in front.
private func checkLines(_ lines: [UInt8]) {
  precondition(lines.suffix(2) == [0x0D, 0x0A], "lines are whole")
  for line in lines.split(separator: 0x0A) {
    precondition(
      line.starts(with: #"{"class":""#.utf8) && line.suffix(2) == [0x7D, 0x0D], "a line is an object")
    precondition(line.allSatisfy { $0 >= 0x20 || $0 == 0x0D }, "and has no control character")
  }
}
