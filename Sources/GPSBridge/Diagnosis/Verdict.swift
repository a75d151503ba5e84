/// A receiver's condition in four lines: what, why, what to do, and what to expect.
///
/// ```
/// what:   The receiver hears 4 satellites, all of them too weakly for a fix.
/// why:    The best comes with 24 dB-Hz, and about 30 are needed from four of them.
/// do:     Move the antenna to a window or outside, away from metal and USB 3 devices.
/// expect: A fix within a minute once four satellites come in well.
/// ```
///
/// The ``code`` is for programs and stays; the words are for people and may get better.
public struct Verdict: Sendable, Hashable {
  /// The subject of a verdict; new versions may add more.
  public struct Code: RawRepresentable, Sendable, Hashable, Codable {
    /// The word for it in the records, in snake case.
    public let rawValue: String

    /// Names a condition.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The condition.
  public var code: Code
  /// The condition, in a sentence.
  public var what: String
  /// The evidence for it.
  public var why: String
  /// The remedy; empty if there is nothing to do.
  public var advice: String
  /// The effect that the remedy should have; empty without a remedy.
  public var expectation: String
  /// How long that usually takes; nil where time does not matter.
  public var expectedTime: Duration?
  /// What it rests on: sentences, messages, counts and clocks.
  public var evidence: [Evidence]

  /// Makes a verdict.
  public init(
    _ code: Code, what: String, why: String, advice: String, expectation: String,
    expectedTime: Duration? = nil, evidence: [Evidence]
  ) {
    self.code = code
    self.what = what
    self.why = why
    self.advice = advice
    self.expectation = expectation
    self.expectedTime = expectedTime
    self.evidence = evidence
  }

  /// Whether another verdict has the same words, whatever time it expects and whatever figures its evidence has.
  func says(_ other: Verdict) -> Bool {
    code == other.code && what == other.what && why == other.why && advice == other.advice
      && expectation == other.expectation
  }
}

extension Verdict: CustomStringConvertible {
  /// The four lines, without those that have nothing to say.
  public var description: String {
    let lines = [("what:   ", what), ("why:    ", why), ("do:     ", advice), ("expect: ", expectation)]
    return lines.filter { !$0.1.isEmpty }.map { $0 + $1 }.joined(separator: "\n")
  }
}

extension Verdict.Code {
  /// All is well.
  public static let good = Self(rawValue: "good")
  /// It has not been listened to for long enough.
  public static let listening = Self(rawValue: "listening")

  /// No receiver is plugged in.
  public static let noDevice = Self(rawValue: "no_device")
  /// The receiver was unplugged.
  public static let deviceGone = Self(rawValue: "device_gone")
  /// This user may not open the port.
  public static let permissionDenied = Self(rawValue: "permission_denied")
  /// Another program has the port.
  public static let portBusy = Self(rawValue: "port_busy")
  /// Another program reads from the port as well.
  public static let portShared = Self(rawValue: "port_shared")
  /// The server on the network that has the receiver is not there, has none, or says nothing.
  public static let notServed = Self(rawValue: "not_served")
  /// Another program takes the receiver for a modem.
  public static let takenForModem = Self(rawValue: "taken_for_modem")

  /// The port is open, and nothing comes.
  public static let noData = Self(rawValue: "no_data")
  /// The line has another speed.
  public static let wrongSpeed = Self(rawValue: "wrong_speed")
  /// The receiver speaks a binary protocol that no position is read from.
  public static let binaryMode = Self(rawValue: "binary_mode")
  /// Sentences come, and none of them is about a position.
  public static let noPositions = Self(rawValue: "no_positions")
  /// The device is not a receiver.
  public static let notAGPS = Self(rawValue: "not_a_gps")
  /// Too many sentences come broken.
  public static let badChecksums = Self(rawValue: "bad_checksums")

  /// The receiver searches, and it is not known yet whether it remembers anything.
  public static let searching = Self(rawValue: "searching")
  /// The receiver searches with what it remembers.
  public static let searchingWarm = Self(rawValue: "searching_warm")
  /// The receiver searches from nothing.
  public static let searchingCold = Self(rawValue: "searching_cold")
  /// No satellite is heard.
  public static let noSignal = Self(rawValue: "no_signal")
  /// Satellites are heard too weakly.
  public static let weakSignal = Self(rawValue: "weak_signal")
  /// Too few satellites are heard.
  public static let fewSatellites = Self(rawValue: "few_satellites")
  /// The receiver gives no height, although it hears enough.
  public static let noHeight = Self(rawValue: "no_height")
  /// The receiver reports that it carries the position on from an earlier one.
  public static let deadReckoning = Self(rawValue: "dead_reckoning")
  /// The satellites stand too close to each other.
  public static let poorGeometry = Self(rawValue: "poor_geometry")
  /// Part of the signals arrive as echoes.
  public static let multipath = Self(rawValue: "multipath")
  /// The receiver hears enough, and does not find itself: what it remembers is wrong.
  public static let badMemory = Self(rawValue: "bad_memory")

  /// The computer slept, and no current position has come since.
  public static let computerSlept = Self(rawValue: "computer_slept")
  /// This program was stopped, and no current position has come since.
  public static let programStopped = Self(rawValue: "program_stopped")

  /// The line is too slow for what the receiver was asked to say.
  public static let overloaded = Self(rawValue: "overloaded")
  /// The receiver computes a position, and calls it too bad to be used.
  public static let fixNotGood = Self(rawValue: "fix_not_good")

  /// The receiver does not have a setting that it should have.
  public static let notAsSet = Self(rawValue: "not_as_set")

  /// The receiver claims to be at 0°, 0°, which is refused.
  public static let refusedPosition = Self(rawValue: "refused_position")

  /// The antenna is broken, or not plugged in.
  public static let antennaFault = Self(rawValue: "antenna_fault")
  /// A USB 3 device next to it is louder than the satellites.
  public static let usb3Interference = Self(rawValue: "usb3_interference")
  /// Something else is louder than the satellites.
  public static let jammed = Self(rawValue: "jammed")
  /// The signals are forged.
  public static let spoofed = Self(rawValue: "spoofed")
  /// The receiver's time stands still.
  public static let stuckTime = Self(rawValue: "stuck_time")
  /// The receiver's time differs from a clock that the kernel vouches for.
  public static let wrongTime = Self(rawValue: "wrong_time")
  /// The receiver's date is 1024 weeks off, and was mended.
  public static let rollover = Self(rawValue: "rollover")

  /// A recording has been played to its end.
  public static let recordingOver = Self(rawValue: "recording_over")
  /// A recording has a pause here.
  public static let recordingPauses = Self(rawValue: "recording_pauses")
}
