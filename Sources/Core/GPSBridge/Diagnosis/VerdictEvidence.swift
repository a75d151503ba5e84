internal import GNSS
internal import GPSBase

extension Verdict {
  /// One piece of evidence for a verdict: a sentence, message, count or clock, and the finding from it.
  ///
  /// ```swift
  /// for piece in receiver.verdict.evidence { print(piece) }  // GSV: 4 satellites heard, the best with 24 dB-Hz
  /// ```
  public struct Evidence: Sendable, Hashable, CustomStringConvertible {
    /// The source, such as `GSV`, `RMC, GGA`, `byte count`, `arrival clock`, or `port`.
    public var source: String
    /// The finding.
    public var finding: String

    /// Creates a piece of evidence.
    public init(_ source: String, _ finding: String) { (self.source, self.finding) = (source, finding) }

    /// The source and the finding on one line.
    public var description: String { "\(source): \(finding)" }
  }
}

extension Verdict.Evidence {
  /// The names of the sources, or a general name if the facts come from a program and list none.
  private static func source(_ sources: Fix.Sources, else name: String) -> String {
    sources.isEmpty ? name : sources.names.joined(separator: ", ")
  }

  static func sky(_ facts: ReceiverFacts) -> Verdict.Evidence {
    let source = source(facts.sky.sources.subtracting([.gsa, .sirfNavigation]), else: "sky")
    var words: [String] = []
    if case .known(let heard) = facts.sky.heard { words.append("\(Wording.count(heard, "satellite")) heard") }
    if case .known(let well) = facts.sky.heardWell {
      words.append("\(well) with \(SignalRules.usable) dB-Hz or more")
    }
    if case .known(let best) = facts.sky.best { words.append("best \(best) dB-Hz") }
    if case .known(let median) = facts.sky.median { words.append("median \(median) dB-Hz") }
    return Verdict.Evidence(
      source, words.isEmpty ? "nothing about satellites" : words.joined(separator: ", "))
  }

  static func used(_ facts: ReceiverFacts) -> Verdict.Evidence? {
    guard case .known(let used) = facts.sky.used else { return nil }
    let sources = facts.fix.sources.union(facts.sky.sources).intersection(.used)
    return Verdict.Evidence(source(sources, else: "epoch"), "\(Wording.count(used, "satellite")) in use")
  }

  static func fix(_ facts: ReceiverFacts) -> Verdict.Evidence {
    let words =
      switch facts.fix.hasFix {
      case .yes: "a fix"
      case .no: "no fix"
      default: "nothing about a fix"
      }
    return Verdict.Evidence(source(facts.fix.sources.intersection(.position), else: "epoch"), words)
  }

  /// A value of the epoch that only some sentences report.
  static func epoch(_ facts: ReceiverFacts, _ kinds: Fix.Sources, _ words: String) -> Verdict.Evidence {
    Verdict.Evidence(source(facts.fix.sources.intersection(kinds), else: "epoch"), words)
  }

  /// The sources of date and time; a time without a date uses the date of an earlier epoch.
  static func time(_ facts: ReceiverFacts) -> Verdict.Evidence {
    facts.fix.sources.isDisjoint(with: .dated)
      ? .epoch(facts, .timed, "a time, and a date from an earlier epoch")
      : .epoch(facts, .dated, "date and time")
  }

  /// All sentences and messages of the epoch, as evidence that a value is missing.
  static func all(_ facts: ReceiverFacts, _ words: String) -> Verdict.Evidence {
    Verdict.Evidence(source(facts.fix.sources, else: "epoch"), words)
  }

  static func search(_ facts: ReceiverFacts) -> Verdict.Evidence {
    switch facts.fix.searching {
    case .known(let time): Verdict.Evidence("arrival clock", "no fix for \(Wording.time(time))")
    case .unknown: Verdict.Evidence("arrival clock", "no fix; the time of the last one is unknown")
    }
  }

  /// The operating system's report about the port.
  static func port(_ facts: ReceiverFacts, _ words: String) -> Verdict.Evidence {
    Verdict.Evidence(facts.port.path.map { "port \(ShortText.harmless($0))" } ?? "port", words)
  }

  /// Counts of sentences and messages since the port was opened.
  static func stream(_ facts: ReceiverFacts) -> Verdict.Evidence {
    let stream = facts.stream
    var words: [String] = []
    for (count, noun) in [
      (stream.sentences, "sentence"), (stream.messages, "decoded message"),
      (stream.badChecksums, "wrong checksum"), (stream.cutSentences, "cut sentence"),
    ] { if case .known(let count) = count { words.append(Wording.count(count, noun)) } }
    if case .known(let count) = stream.lostBytes, count > 0 {
      words.append("\(Wording.count(count, "byte")) outside sentences and messages")
    }
    return Verdict.Evidence("stream counts", words.isEmpty ? "nothing yet" : words.joined(separator: ", "))
  }

  /// The data rate and the damage of the last seconds.
  static func line(_ facts: ReceiverFacts) -> Verdict.Evidence {
    guard case .known(let rate) = facts.line.bytesPerSecond else { return .rate(facts) }
    var words = "\(FixedText.of(rate, decimals: 0)) bytes a second"
    if case .known(let listened) = facts.line.listened { words += " in the last \(Wording.time(listened))" }
    if case .known(let part) = facts.line.damagedPart, part > 0 {
      words += ", \(percent(part)) of 100 damaged"
    }
    return Verdict.Evidence("byte count, arrival clock", words)
  }

  /// A fraction in percent.
  static func percent(_ part: Double) -> Int { Int((min(max(part, 0), 1) * 100).rounded()) }

  /// The data rate by the arrival clock.
  static func rate(_ facts: ReceiverFacts) -> Verdict.Evidence {
    var words = "no bytes yet"
    if case .known(let rate) = facts.stream.bytesPerSecond {
      words = "\(FixedText.of(rate, decimals: 0)) bytes a second"
    }
    if case .known(let listened) = facts.stream.listened { words += " in \(Wording.time(listened))" }
    return Verdict.Evidence("byte count, arrival clock", words)
  }

  /// The receiver's report of its own hardware.
  static func hardware(_ words: String) -> Verdict.Evidence {
    Verdict.Evidence("hardware report (TXT, MON-HW, MON-RF, SEC-SIG or NAV-STATUS)", words)
  }
}
