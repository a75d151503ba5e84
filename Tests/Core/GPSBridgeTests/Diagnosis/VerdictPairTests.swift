import Foundation
import GNSS
import SerialPorts
import TestSupport
import Testing

@testable import GPSBridge

/// Each verdict beside the nearest stream that does not justify it.
@Suite struct `Each verdict` {
  struct Pair: Sendable {
    var code: Verdict.Code
    var with: SentenceStream
    var without: SentenceStream

    init(_ code: Verdict.Code, _ with: SentenceStream, not without: SentenceStream) {
      (self.code, self.with, self.without) = (code, with, without)
    }
  }

  private static let rmc = "GPRMC,TIME,A,4807.038,N,01131.000,E,0.0,,201126,,,A"
  private static let lostRMC = "GPRMC,TIME,V,,,,,,,201126,,,N"
  private static let timeless = "GPRMC,,V,,,,,,,,,,N"
  private static let gga = "GPGGA,TIME,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"
  private static let negative = "GPGGA,TIME,-4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"
  private static let gsa = "GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,1.8,0.9,1.5"

  private static func gsv(_ levels: Int...) -> String {
    let satellites = levels.enumerated().map { ",0\($0 + 1),40,100,\($1 == 0 ? "" : "\($1)")" }
    return "GPGSV,1,1,0\(levels.count)" + satellites.joined()
  }

  /// Four strong satellites and two more, in two sentences.
  private static func six(_ fifth: Int, _ sixth: Int) -> [String] {
    [
      "GPGSV,2,1,06,01,70,100,46,02,60,200,45,03,50,300,44,04,40,050,43",
      "GPGSV,2,2,06,05,20,150,\(fifth),06,15,250,\(sixth)",
    ]
  }

  private static func silent(_ seconds: Int) -> SentenceStream.Step {
    .event(.silent(.seconds(seconds)))
  }

  private static func hardware(_ change: (inout HardwareCondition) -> Void) -> SentenceStream.Step {
    var hardware = HardwareCondition()
    change(&hardware)
    return .hardware(hardware)
  }

  private static func error(_ code: LocationError.Code) -> LocationError {
    LocationError(code, "as a test has it")
  }

  private static let rollover: TimeCorrections = {
    var corrections = TimeCorrections()
    corrections.rolloverWeeks = 1024
    return corrections
  }()

  private static let heldBack: Fix = {
    var fix = Fix()
    fix.isHeldBack = true
    fix.sources = [.navPVT]
    return fix
  }()

  /// A byte of 7 bits with an even parity bit.
  private static func withParity(_ byte: UInt8) -> UInt8 { byte | UInt8(byte.nonzeroBitCount & 1) << 7 }

  private static let noise: [UInt8] = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 37 | 0x80) }

  private static let signals: [Pair] = [
    Pair(.good, .init(.sentences(10, [rmc, gga, gsa])), not: .init(.sentences(10, [lostRMC]))),
    Pair(
      .searching, .init(.sentences(10, [timeless])),
      not: .init(.sentences(10, [lostRMC, "GPZDA,TIME,20,11,2026,,"]))),
    Pair(
      .searchingWarm, .init(.sentences(10, [rmc, gga]), .sentences(10, [timeless])),
      not: .init(.sentences(10, [timeless]))),
    Pair(
      .searchingCold, .init(.sentences(31, [timeless])), not: .init(.sentences(29, [timeless]))),
    Pair(
      .noSignal, .init(.sentences(40, [lostRMC, "GPGSV,1,1,00"])), not: .init(.sentences(40, [lostRMC]))),
    Pair(
      .weakSignal, .init(.sentences(40, [lostRMC, gsv(24, 22)])),
      not: .init(.sentences(40, [lostRMC, gsv(34, 33, 32, 31)]))),
    Pair(.weakSignal, .init(.sentences(9, [rmc, gga, gsv(23, 20)])), not: .init(.sentences(9, [rmc, gga]))),
    Pair(
      .fewSatellites, .init(.sentences(40, [lostRMC, gsv(40, 38, 20)])),
      not: .init(.sentences(40, [lostRMC]))),
    Pair(
      .fewSatellites,
      .init(
        .sentences(
          9,
          [
            rmc, "GPGGA,TIME,4807.038,N,01131.000,E,1,03,2.9,545.4,M,46.9,M,,",
            "GPGSA,A,2,01,02,03,,,,,,,,,,3.8,2.9,1.0",
          ])),
      not: .init(.sentences(9, [rmc, gsv(40, 39, 38)]))),
    Pair(.noHeight, .init(.sentences(9, [rmc])), not: .init(.alternating(60, [rmc], [gga]))),
    Pair(
      .noHeight, .init(.sentences(9, [rmc, gga, "GPGSA,A,2,01,02,03,04,05,,,,,,,,1.8,0.9,1.5"])),
      not: .init(.sentences(9, [rmc, gga]))),
    Pair(
      .deadReckoning, .init(.sentences(9, ["GPRMC,TIME,A,4807.038,N,01131.000,E,5.7,149.4,201126,,,E"])),
      not: .init(.sentences(9, [rmc, gsv(40, 39, 38, 37)]))),
    Pair(
      .poorGeometry,
      .init(.sentences(9, [rmc, "GPGGA,TIME,4807.038,N,01131.000,E,1,08,5.1,545.4,M,46.9,M,,"])),
      not: .init(.sentences(9, [rmc, gsv(40, 39, 38, 37)]))),
    Pair(
      .multipath, .init(.sentences(40, [rmc, gga] + six(22, 20))),
      not: .init(.sentences(40, [rmc, gga] + six(38, 34)))),
    Pair(
      .badMemory, .init(.sentences(1210, [lostRMC, gsv(40, 39, 38, 37)])),
      not: .init(.sentences(1210, [lostRMC]))),
    Pair(
      .refusedPosition, .init(.sentences(9, ["GPGGA,TIME,0000.000,N,00000.000,E,1,08,0.9,5.4,M,46.9,M,,"])),
      not: .init(.sentences(9, ["GPGGA,TIME,0100.000,N,00000.000,E,1,08,0.9,5.4,M,46.9,M,,"]))),
    Pair(.fixNotGood, .init(.epochs(40, heldBack)), not: .init(.epochs(20, heldBack))),
  ]

  private static let lines: [Pair] = [
    Pair(.listening, .init(), not: .init(.sentences(9, [rmc]))),
    Pair(.noData, .init(silent(9)), not: .init(.sentences(9, [rmc]))),
    Pair(.wrongSpeed, .init(.bytes(9, noise), speed: 9600), not: .init(.bytes(9, noise))),
    Pair(.wrongSpeed, .init(.bytes(9, wire(lostRMC).map(withParity))), not: .init(.bytes(9, wire(lostRMC)))),
    Pair(.notAGPS, .init(.bytes(9, noise)), not: .init(.bytes(9, noise), speed: 9600)),
    Pair(
      .binaryMode, .init(.bytes(9, noise), .event(.binary(.sirf))),
      not: .init(.sentences(9, [rmc]), .event(.binary(.sirf)))),
    Pair(
      .badChecksums, .init(.sentences(9, [rmc, gga]), .sentences(2, ["#" + rmc, "#" + gga])),
      not: .init(.sentences(90, [rmc, gga]), .sentences(1, ["#" + rmc, "#" + gga]))),
    Pair(.badChecksums, .init(.sentences(9, ["#" + rmc, gga])), not: .init(.sentences(9, [rmc, gga]))),
    Pair(
      .noPositions, .init(.sentences(20, ["HEHDT,110.2,T"])),
      not: .init(.sentences(20, ["HEHDT,110.2,T", rmc]))),
    Pair(.noPositions, .init(.sentences(4, [negative])), not: .init(.sentences(4, [negative, lostRMC]))),
    Pair(
      .stuckTime,
      .init(
        .sentences(3, [rmc, gga]), .sentences(9, [rmc, gga].map { $0.replacing("TIME", with: "120003") })),
      not: .init(.sentences(12, [rmc, gga]))),
    Pair(
      .programStopped,
      .init(
        .sentences(9, [rmc, gga]), .event(.interrupted(Interruption(.programStopped, for: .seconds(30))))),
      not: .init(
        .event(.interrupted(Interruption(.programStopped, for: .seconds(30)))), .sentences(1, [rmc, gga]))),
    Pair(
      .computerSlept,
      .init(
        .sentences(9, [rmc, gga]), .event(.interrupted(Interruption(.computerSlept, for: .seconds(30))))),
      not: .init(
        .event(.interrupted(Interruption(.computerSlept, for: .seconds(30)))), .sentences(1, [rmc, gga]))),
    Pair(
      .overloaded, .init(hardware { $0.load.sending = 100 }, .sentences(9, [rmc, gga])),
      not: .init(hardware { $0.load.sending = 99 }, .sentences(9, [rmc, gga]))),
    Pair(
      .recordingOver, .init(.event(.detached(place)), isRecording: true), not: .init(.event(.detached(place)))
    ),
    Pair(.recordingPauses, .init(silent(9), isRecording: true), not: .init(silent(9))),
  ]

  private static let place = SentenceStream.place
  private static let rate = Setting.updateRate(.hertz(5))

  private static let ports: [Pair] = [
    Pair(
      .noDevice, .init(.event(.state(.waitingForDevice(error(.deviceNotFound)))), isOpened: false),
      not: .init(.event(.state(.waitingForDevice(.notLookedFor))), isOpened: false)),
    Pair(
      .deviceGone, .init(.event(.detached(place))), not: .init(.event(.disconnected(error(.portFailed))))),
    Pair(
      .permissionDenied, .init(.event(.openFailed(error(.permissionDenied))), isOpened: false),
      not: .init(.event(.openFailed(error(.deviceBusy))), isOpened: false)),
    Pair(
      .portBusy, .init(.event(.openFailed(error(.deviceBusy))), isOpened: false),
      not: .init(.event(.openFailed(error(.permissionDenied))), isOpened: false)),
    Pair(
      .portShared, .init(.event(.otherReaders([PortHolder(process: 8, name: "cat")]))),
      not: .init(.event(.otherReaders([])))),
    Pair(
      .notServed, .init(.event(.state(.waitingToRetry(error(.notServed)))), isOpened: false),
      not: .init(.event(.state(.waitingToRetry(error(.portFailed)))), isOpened: false)),
    Pair(
      .notAsSet, .init(.sentences(9, [rmc, gga]), .event(.settingNotRestored(rate, error(.settingRefused)))),
      not: .init(
        .sentences(9, [rmc, gga]), .event(.settingNotRestored(rate, error(.settingRefused))),
        .event(.setting(rate)))),
  ]

  private static let integrity: [Pair] = [
    Pair(
      .antennaFault, .init(.sentences(9, [rmc, gga, "GPTXT,01,01,02,ANTSTATUS=SHORT"])),
      not: .init(.sentences(9, [rmc, gga, "GPTXT,01,01,02,ANTSTATUS=OPEN"]))),
    Pair(
      .jammed, .init(hardware { $0.jamming = .critical }, .sentences(9, [rmc, gga])),
      not: .init(hardware { $0.jamming = .notWatched }, .sentences(9, [rmc, gga]))),
    Pair(
      .spoofed, .init(hardware { $0.spoofing = .indicated }, .sentences(9, [rmc, gga])),
      not: .init(hardware { $0.spoofing = .notWatched }, .sentences(9, [rmc, gga]))),
    Pair(
      .rollover, .init(.sentences(9, [rmc, gga]), .event(.corrected(rollover))),
      not: .init(.sentences(9, [rmc, gga]))),
  ]

  static let all = signals + lines + ports + integrity

  /// Facts that no stream brings: a program looks for them on the machine, as for its clock.
  static let withoutStream: Set<String> = ["taken_for_modem", "usb3_interference", "wrong_time"]

  @Test(arguments: all.indices)
  func `is justified by a stream, and not by the nearest other one`(_ index: Int) {
    let pair = Self.all[index]
    let found = pair.with.verdicts
    #expect(found.contains { $0.code == pair.code }, "\(pair.code.rawValue): \(found)")
    for verdict in found {
      #expect(!verdict.evidence.isEmpty, "\(verdict)")
      for piece in verdict.evidence { #expect(!piece.source.isEmpty && !piece.finding.isEmpty) }
    }
    let other = pair.without.verdicts
    #expect(!other.contains { $0.code == pair.code }, "\(pair.code.rawValue): \(other)")
  }

  @Test func `has such a pair, whatever code is added`() throws {
    let root = ProjectFolder.path
    let source = try Data(contentsOf: URL(filePath: root + "/Sources/Core/GPSBridge/Reports/Verdict.swift"))
    let text = String(decoding: source, as: UTF8.self)
    let codes = Set(text.matches(of: /Self\(rawValue: "([a-z0-9_]+)"\)/).map { String($0.output.1) })
    #expect(codes.count > 30)
    #expect(Set(Verdict.Code.allCases.map(\.rawValue)) == codes)
    let paired = Set(Self.all.map(\.code.rawValue))
    #expect(codes.subtracting(paired) == Self.withoutStream)
  }

  @Test func `blames the sender, not the cable, where all sentences of one type are wrong`() throws {
    let stream = SentenceStream(.sentences(20, ["#" + Self.rmc, Self.gga]))
    let verdict = try #require(stream.verdicts.first)
    #expect(verdict.what == "Every GPRMC sentence has a wrong checksum.")
    #expect(verdict.why.hasPrefix("All 20 are wrong, and 20 of other types are correct"))
    #expect(!"\(verdict)".contains("cable"))
    let both = SentenceStream(.sentences(20, [Self.rmc, Self.gga, "#" + Self.rmc, "#" + Self.gga]))
    #expect(both.verdicts.first?.remedy.contains("cable") == true)
    let all = SentenceStream(.sentences(20, ["#" + Self.rmc]), speed: 9600)
    #expect(all.verdicts.first?.code == .badChecksums)
    #expect(
      all.verdicts.first?.why
        == "All 20 are wrong: the line damages them, or their sender computes the checksum wrongly.")
  }

  @Test func `blames the line, not the sender, where sentences pass before they fail`() throws {
    let stream = SentenceStream(
      .sentences(90, [Self.rmc, Self.gga]), .sentences(20, ["#" + Self.rmc, "#" + Self.gga]))
    let verdict = try #require(stream.verdicts.first { $0.code == .badChecksums })
    #expect(verdict.remedy.contains("cable"))
    #expect(!"\(verdict)".contains("their sender"))
  }

  @Test func `names the sentences that it rests on`() throws {
    let pairs: [(SentenceStream, [String])] = [
      (.init(.sentences(40, [Self.lostRMC, Self.gsv(24, 22)])), ["GSV", "RMC", "arrival clock"]),
      (.init(.sentences(9, [Self.rmc])), ["RMC"]),
      (
        .init(.sentences(9, [Self.rmc, Self.gga, Self.gsa, Self.gsv(40, 40)])),
        ["GGA, RMC", "GGA, GSA", "GSV"]
      ),
    ]
    for (stream, sources) in pairs {
      let verdict = try #require(stream.verdicts.first)
      #expect(verdict.evidence.map(\.source) == sources, "\(verdict)")
    }
  }
}
