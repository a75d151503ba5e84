package import GNSS
internal import NMEA

/// Encodes epochs as NMEA 4.11 sentences, whatever the receiver's own protocol.
///
/// ```swift
/// var writer = NMEAEpochWriter()
/// send(writer.epoch(fix).bytes)        // $GNRMC,… $GNVTG,… $GNGGA,… $GNGSA,… $GPGSV,… $GNGLL,… $GNZDA,…
/// ```
///
/// No sentence exceeds the maximum length of the standard. A position has five decimals of a minute, or more
/// if its accuracy is better than that or unknown. Without a fix, no sentence has a position.
package struct NMEAEpochWriter: Sendable {
  /// The supported sentences, in the order in which they are written.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case rmc = "RMC", vtg = "VTG", gga = "GGA", gsa = "GSA"
    case gsv = "GSV", gll = "GLL", zda = "ZDA", gst = "GST"
  }

  /// The maximum length of a sentence in bytes, including the line end.
  static let longestSentence = 82

  private let kinds: Set<Kind>
  private let chosen: Talker?
  /// The talker of the last epoch that reported its used satellites; an epoch without them keeps it.
  private var last = Talker.gn

  /// - Parameters:
  ///   - kinds: The sentences to write.
  ///   - talker: The two letters of the talker; nil for `GP` if only GPS satellites are used, otherwise `GN`.
  package init(_ kinds: Set<Kind> = Set(Kind.allCases), talker: String? = nil) {
    self.kinds = kinds
    let letters = talker.map { Array($0.utf8) } ?? []
    chosen = letters.count == 2 ? Talker(letters[0], letters[1]) : nil
  }

  /// The sentences of an epoch; empty if it reports neither a fix nor the loss of one.
  package mutating func epoch(_ told: Fix) -> SentenceBatch {
    guard !told.isUnreported else { return SentenceBatch() }
    let fix = told.withWholeMilliseconds
    var page = Page(fix)
    let talker = talker(of: fix)
    let sentences = FixSentences(fix, talker: talker)
    let sky = SkySentences(fix: fix, talker: talker)
    for kind in Kind.allCases where kinds.contains(kind) {
      switch kind {
      case .rmc: page.write(sentences.rmc)
      case .gga: page.write(sentences.gga)
      case .vtg: if fix.isValid { page.write { writer, _ in writer.write(sentences.vtg) } }
      case .gll: if fix.isValid { page.write { writer, _ in writer.write(sentences.gll) } }
      case .gsa: for one in sky.used { page.write { writer, _ in writer.write(one) } }
      case .gsv: for one in sky.inView { page.write { writer, _ in writer.write(one) } }
      case .zda: if let zda = sentences.zda { page.write { writer, _ in writer.write(zda) } }
      case .gst: if let gst = sentences.gst { page.write { writer, _ in writer.write(gst) } }
      }
    }
    return page.batch
  }

  /// An RMC and a GGA that report no fix, for a receiver that has stopped sending.
  package func silence() -> SentenceBatch {
    var page = Page(Fix())
    let sentences = FixSentences(Fix(), talker: chosen ?? last)
    if kinds.contains(.rmc) { page.write(sentences.rmc) }
    if kinds.contains(.gga) { page.write(sentences.gga) }
    return page.batch
  }

  private mutating func talker(of fix: Fix) -> Talker {
    if let chosen { return chosen }
    let used = fix.satellites.filter(\.isUsed)
    if !used.isEmpty { last = used.allSatisfy { $0.identity.constellation.talker == .gp } ? .gp : .gn }
    return last
  }
}

/// Writes the sentences of one epoch within the length limit.
private struct Page {
  private(set) var batch = SentenceBatch()
  private let minuteDecimals: Int
  private let isAccuracyKnown: Bool
  private let timeDecimals: Int

  /// The steps of shortening a sentence; each removes more than the one before.
  enum Brevity: Int, CaseIterable {
    case none, fewerDecimals, noStation, noAge, wholeMeters
  }

  init(_ fix: Fix) {
    minuteDecimals = SentenceDigits.ofMinutes(fix.errors?.horizontal)
    isAccuracyKnown = fix.errors?.horizontal != nil
    let nanosecond = fix.time.map { Int($0.nanosecond) } ?? Int(fix.timeOfDay?.nanosecond ?? 0)
    timeDecimals = nanosecond % 10_000_000 == 0 ? 2 : 3
  }

  /// Writes a sentence, shortened if it would be too long.
  mutating func write(_ body: (inout SentenceWriter, Brevity) -> Void) {
    var written: [UInt8] = []
    for (decimals, brevity) in lengths {
      var writer = SentenceWriter(style(decimals, brevity))
      body(&writer, brevity)
      written = writer.bytes
      if written.count <= NMEAEpochWriter.longestSentence { break }
    }
    batch.add(written)
  }

  /// Combinations of minute decimals and brevity, from the longest sentence to the shortest.
  ///
  /// Decimals that a known accuracy justifies outrank other fields; with an unknown accuracy they yield.
  private var lengths: [(decimals: Int, brevity: Brevity)] {
    let decimals = stride(from: minuteDecimals, through: SentenceDigits.fewestOfMinutes, by: -1)
    return isAccuracyKnown
      ? decimals.flatMap { decimals in Brevity.allCases.map { (decimals, $0) } }
      : Brevity.allCases.flatMap { brevity in decimals.map { ($0, brevity) } }
  }

  mutating func write(_ rmc: RMC) {
    write { writer, brevity in
      var rmc = rmc
      // Most receivers do not support this status and report that.
      rmc.navigationalStatus = .notGiven
      if brevity.rawValue >= Brevity.noStation.rawValue { rmc.magneticVariation = nil }
      writer.write(rmc)
    }
  }

  mutating func write(_ gga: GGA) {
    write { writer, brevity in
      var gga = gga
      if brevity.rawValue >= Brevity.noStation.rawValue { gga.differentialStation = nil }
      if brevity.rawValue >= Brevity.noAge.rawValue { gga.differentialAge = nil }
      writer.write(gga)
    }
  }

  private func style(_ minutes: Int, _ brevity: Brevity) -> SentenceStyle {
    var style = SentenceStyle()
    style.minuteDecimals = minutes
    style.timeDecimals = timeDecimals
    style.errorDecimals = 3
    style.altitudeDecimals = SentenceDigits.ofAltitude(besideMinutes: minutes)
    guard brevity != .none else { return style }
    (style.speedDecimals, style.courseDecimals, style.dilutionDecimals) = (1, 1, 1)
    if brevity == .noAge { style.altitudeDecimals = 1 }
    if brevity == .wholeMeters { style.altitudeDecimals = 0 }
    return style
  }
}

extension Fix {
  /// A copy with the time rounded to milliseconds, so that a clock nanoseconds before its epoch is not
  /// truncated to the previous hundredth.
  var withWholeMilliseconds: Fix {
    var fix = self
    fix.time = time?.rounded(decimals: 3)
    fix.timeOfDay = timeOfDay?.rounded(decimals: 3)
    return fix
  }
}

/// The decimals of a position in a sentence: as many as the accuracy justifies, and at least the usual number.
enum SentenceDigits {
  /// Five decimals of a minute correspond to 2 cm.
  static let fewestOfMinutes = 5

  /// Decimals of a minute, for an accuracy in meters.
  static func ofMinutes(_ accuracy: Double?) -> Int {
    guard let accuracy else { return PositionDigits.ofUnknown }
    return max(fewestOfMinutes, PositionDigits.ofMinutes(accuracy))
  }

  /// Decimals of an altitude in meters, for a number of minute decimals.
  static func ofAltitude(besideMinutes decimals: Int) -> Int { decimals > fewestOfMinutes ? 2 : 1 }
}
