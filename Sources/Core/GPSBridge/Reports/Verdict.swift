/// A receiver's condition in four lines: what, why, what to do, and what to expect.
///
/// ```
/// what:   The signals of 4 satellites are too weak for a fix.
/// why:    The best has 24 dB-Hz; a fix needs about 30 from 4 of them.
/// do:     Move the antenna to a window or outside, away from metal and USB 3 devices.
/// expect: A fix within a minute once 4 satellites come in well.
/// ```
///
/// The ``code`` is stable, for programs; the texts are for people and may improve.
public struct Verdict: Sendable, Hashable, CustomStringConvertible {
  /// The condition that a verdict describes; new versions may add more.
  public struct Code: RawRepresentable, Sendable, Hashable, Codable {
    /// The identifier in records, in snake case.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The code of the condition.
  public var code: Code
  /// The condition as a sentence.
  public var what: String
  /// The reason.
  public var why: String
  /// The remedy; empty if there is nothing to do.
  public var remedy: String
  /// The effect that the remedy should have; empty without a remedy.
  public var expectation: String
  /// How long that usually takes; nil if time does not matter.
  public var expectedTime: Duration?
  /// The evidence: sentences, messages, counts and clocks.
  public var evidence: [Evidence]

  /// Creates a verdict.
  public init(
    _ code: Code, what: String, why: String, remedy: String, expectation: String,
    expectedTime: Duration? = nil, evidence: [Evidence]
  ) {
    (self.code, self.what, self.why, self.remedy, self.expectation) = (code, what, why, remedy, expectation)
    (self.expectedTime, self.evidence) = (expectedTime, evidence)
  }

  /// Whether the texts of two verdicts are equal, ignoring the expected time and the evidence.
  func says(_ other: Verdict) -> Bool {
    code == other.code && what == other.what && why == other.why && remedy == other.remedy
      && expectation == other.expectation
  }

  /// The four lines, without empty ones.
  public var description: String {
    let lines = [("what:   ", what), ("why:    ", why), ("do:     ", remedy), ("expect: ", expectation)]
    return lines.filter { !$0.1.isEmpty }.map { $0 + $1 }.joined(separator: "\n")
  }
}

extension Verdict.Code {
  /// Everything works.
  public static let good = Self(rawValue: "good")
  /// There is not enough data yet.
  public static let listening = Self(rawValue: "listening")

  /// No receiver is plugged in.
  public static let noDevice = Self(rawValue: "no_device")
  /// The receiver was unplugged.
  public static let deviceGone = Self(rawValue: "device_gone")
  /// This user may not open the port.
  public static let permissionDenied = Self(rawValue: "permission_denied")
  /// Another program has the port open.
  public static let portBusy = Self(rawValue: "port_busy")
  /// Another program reads from the port as well.
  public static let portShared = Self(rawValue: "port_shared")
  /// The receiver's network server is unreachable, has no receiver, or sends nothing.
  public static let notServed = Self(rawValue: "not_served")
  /// Another program treats the receiver as a modem.
  public static let takenForModem = Self(rawValue: "taken_for_modem")

  /// The port is open, and no data arrives.
  public static let noData = Self(rawValue: "no_data")
  /// The receiver sends at a different speed than the port is set to, or with 7 data bits.
  public static let wrongSpeed = Self(rawValue: "wrong_speed")
  /// The receiver sends a binary protocol, and no position can be decoded from its messages.
  public static let binaryMode = Self(rawValue: "binary_mode")
  /// Sentences arrive without a position.
  public static let noPositions = Self(rawValue: "no_positions")
  /// The device is not a receiver.
  public static let notAGPS = Self(rawValue: "not_a_gps")
  /// Too many sentences are damaged.
  public static let badChecksums = Self(rawValue: "bad_checksums")

  /// The receiver searches, and it is not known whether it has navigation data.
  public static let searching = Self(rawValue: "searching")
  /// The receiver searches with stored navigation data.
  public static let searchingWarm = Self(rawValue: "searching_warm")
  /// The receiver searches without navigation data.
  public static let searchingCold = Self(rawValue: "searching_cold")
  /// No satellite is received.
  public static let noSignal = Self(rawValue: "no_signal")
  /// The satellites are received too weakly.
  public static let weakSignal = Self(rawValue: "weak_signal")
  /// Too few satellites are received.
  public static let fewSatellites = Self(rawValue: "few_satellites")
  /// The receiver reports no altitude, although it receives enough satellites.
  public static let noHeight = Self(rawValue: "no_height")
  /// The receiver reports a position by dead reckoning.
  public static let deadReckoning = Self(rawValue: "dead_reckoning")
  /// The satellites are too close together.
  public static let poorGeometry = Self(rawValue: "poor_geometry")
  /// Some of the signals arrive as echoes.
  public static let multipath = Self(rawValue: "multipath")
  /// The receiver has enough signals but no fix, because its stored data is wrong.
  public static let badMemory = Self(rawValue: "bad_memory")

  /// The computer slept, and no current position has arrived since.
  public static let computerSlept = Self(rawValue: "computer_slept")
  /// This program was stopped, and no current position has arrived since.
  public static let programStopped = Self(rawValue: "program_stopped")

  /// The line is too slow for the requested output.
  public static let overloaded = Self(rawValue: "overloaded")
  /// The receiver computes positions, and rejects them as too inaccurate.
  public static let fixNotGood = Self(rawValue: "fix_not_good")

  /// The receiver does not have a requested setting.
  public static let notAsSet = Self(rawValue: "not_as_set")

  /// The receiver claims 0°, 0°, which we reject.
  public static let refusedPosition = Self(rawValue: "refused_position")

  /// The antenna is broken or disconnected.
  public static let antennaFault = Self(rawValue: "antenna_fault")
  /// A USB 3 device nearby drowns out the satellites.
  public static let usb3Interference = Self(rawValue: "usb3_interference")
  /// Another source of interference drowns out the satellites.
  public static let jammed = Self(rawValue: "jammed")
  /// The signals are probably spoofed.
  public static let spoofed = Self(rawValue: "spoofed")
  /// The receiver's time does not advance.
  public static let stuckTime = Self(rawValue: "stuck_time")
  /// The receiver's time differs from the synchronized clock of the host.
  public static let wrongTime = Self(rawValue: "wrong_time")
  /// The receiver's date was off by 1024 weeks, and has been corrected.
  public static let rollover = Self(rawValue: "rollover")

  /// A recording has been played to its end.
  public static let recordingOver = Self(rawValue: "recording_over")
  /// A recording has a pause here.
  public static let recordingPauses = Self(rawValue: "recording_pauses")
}

extension Verdict.Code: CaseIterable {
  /// The codes of this version.
  public static let allCases: [Self] = [
    .good, .listening, .noDevice, .deviceGone, .permissionDenied, .portBusy, .portShared, .notServed,
    .takenForModem, .noData, .wrongSpeed, .binaryMode, .noPositions, .notAGPS, .badChecksums,
    .searching, .searchingWarm, .searchingCold, .noSignal, .weakSignal, .fewSatellites, .noHeight,
    .deadReckoning, .poorGeometry, .multipath, .badMemory, .computerSlept, .programStopped, .overloaded,
    .fixNotGood, .notAsSet, .refusedPosition, .antennaFault, .usb3Interference, .jammed, .spoofed,
    .stuckTime, .wrongTime, .rollover, .recordingOver, .recordingPauses,
  ]
}
