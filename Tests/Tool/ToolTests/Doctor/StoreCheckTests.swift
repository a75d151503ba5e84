import GNSS
import GPSBase
import GPSStore
import TestSupport
import Testing

@testable import GPSBridgeTool
@testable import GPSServiceVerbs

extension StoreFacts {
  /// A store that is well, with changes.
  static func example(_ change: (inout StoreFacts) -> Void = { _ in }) -> StoreFacts {
    var facts = StoreFacts(shown: "/home/you/.local/state/gpsbridge/track.db")
    facts.condition.bytes = 12_300_000
    facts.condition.logBytes = 400_000
    facts.condition.fixes = 190_423
    facts.condition.freeBytes = 8_400_000_000
    facts.condition.writer = .process(StoreCondition.Process(number: 812, name: "gpsbridge"))
    facts.age = 1
    change(&facts)
    return facts
  }

  /// Stores in all conditions that the doctor reports.
  static let all: [StoreFacts] =
    [
      example(),
      example { $0.condition.writer = .noneSeen },
      example {
        $0.condition.writer = .unknown
        $0.condition.dropped = [
          .init(cause: "disk_full", count: 60), .init(cause: "slow_disk", count: 2),
          .init(cause: "too_old", count: 900),
        ]
      },
      example { $0.condition.freeBytes = 120_000_000 },
      example {
        $0.condition.freeBytes = 120_000_000
        $0.limits.maxSize = 1 << 30
      },
      example {
        let since = UTC(secondsSince1970: 1_795_158_480)
        $0.condition.writer = .process(
          StoreCondition.Process(number: 812, name: "gpsbridge", fault: "store_failed", since: since))
      },
      example {
        let since = UTC(secondsSince1970: 1_795_158_480)
        $0.condition.writer = .process(
          StoreCondition.Process(number: 812, name: "gpsbridge", fault: "disk_full", since: since))
      },
      example {
        $0.condition.logBytes = 24_000_000
        $0.condition.logHolder = "sqlite3 (process 4711)"
      },
      example { $0.condition.isNewer = true },
      example {
        $0.condition.dropped = [.init(cause: "set_aside", count: 190_000)]
        $0.condition.setAside = ["\($0.shown).damaged-20261120T070200Z"]
      },
      example {
        $0.condition.writer = .noneSeen
        $0.condition.freeBytes = 120_000_000
      },
      fault(.notFound, "No such file or directory"),
      fault(.damaged, "database disk image is malformed"),
      fault(
        .newerVersion, "its version is 9; this program knows version 1", "use the program that made it"),
      fault(.failed, "permission denied"),
      fault(.libraryMissing, "SQLite can't be loaded", "apt install libsqlite3-0"),
    ]

  private static func fault(_ code: StoreError.Code, _ reason: String, _ remedy: String? = nil) -> StoreFacts
  {
    var facts = StoreFacts(shown: "/home/you/.local/state/gpsbridge/track.db")
    facts.condition.fault = StoreError(code, facts.shown, reason, remedy)
    return facts
  }
}

@Suite struct `The track store, for the doctor` {
  private func findings(_ change: (inout StoreFacts) -> Void = { _ in }) -> [Finding] {
    StoreChecks.findings(.example(change))
  }

  @Test func `is told in words that were read and found right`() throws {
    let name = "/home/you/.local/state/gpsbridge/track.db.damaged-20261120T070200Z"
    let lost: [StoreCondition.Dropped] = [
      .init(cause: "disk_full", count: 60), .init(cause: "forgotten", count: 5),
      .init(cause: "max_size", count: 900), .init(cause: "\u{1B}[2J", count: 1),
    ]
    let process = StoreCondition.Writer.process(StoreCondition.Process(number: 812, name: "gpsbridge"))
    let writers: [StoreCondition.Writer] = [.unknown, .noneSeen, process]
    let rooms: [(Int64?, Int?)] = [
      (8_400_000_000, nil), (268_435_456, nil), (268_435_455, nil), (0, 1 << 30), (nil, nil),
    ]
    var rows = StoreFacts.all.map { ("each condition", StoreChecks.findings($0)) }
    rows += [
      ("nothing is known", findings { ($0.condition, $0.age) = (StoreCondition(), nil) }),
      (
        "how far each publisher is",
        findings { $0.sinks = ["published as acme.truck-42: 62 entries delivered, 3 left", "other"] }
      ), ("what was lost is apart from what was meant to go", findings { $0.condition.dropped = lost }),
      (
        "what was set aside is no loss",
        findings {
          $0.condition.dropped = [lost[0], .init(cause: "set_aside", count: 900)]
          $0.condition.setAside = [name]
        }
      ),
      (
        "it is named also where there is no new one",
        findings {
          $0.condition.fault = StoreError(.notFound, $0.shown, "No such file or directory")
          $0.condition.setAside = [name.with("2025", inPlaceOf: "2026"), name]
        }
      ),
    ]
    rows += writers.map { writer in
      let found = findings { ($0.condition.freeBytes, $0.condition.writer) = (0, writer) }
      return ("positions are in the memory of its writer only if one is seen", found)
    }
    rows += rooms.map { free, size in
      ("the room of its disk", findings { ($0.condition.freeBytes, $0.limits.maxSize) = (free, size) })
    }
    try Transcript.expect("store-findings", rows)
    #expect(Checks.findings(HostFacts()).filter { $0.code.hasPrefix("store") } == [])
  }

  @Test func `has a fault for the page in words of its code alone`() {
    let codes: [StoreError.Code] = [
      .libraryMissing, .notAStore, .newerVersion, .damaged, .busy, .diskFull, .readOnly, .notFound, .failed,
    ]
    let words = codes.map { TrackKeeping.words($0) }
    #expect(Set(words).count == codes.count && !words.joined().contains("/"))
    #expect(TrackKeeping.words(StoreError.Code(rawValue: "other")) == TrackKeeping.words(.failed))
  }

  @Test func `is found with its file, by the tool, and in no report for others`() throws {
    let folder = try WorkFolder()
    func doctor(_ words: String...) throws -> Run {
      let words = ["doctor", "sim:drive", "--duration", "1s"] + words
      return try gpsbridge(words, environment: ["XDG_STATE_HOME": folder("state")])
    }
    #expect(try !doctor().output.contains("track store"), "there is none")
    let absent = try doctor("--store", folder("track.db"))
    #expect(absent.output.contains("WARN There is no track store at"))
    let kept = try gpsbridge("record", "sim:drive", "--store", folder("track.db"), "--duration", "2500ms")
    #expect(kept.exit == 0)
    let run = try doctor("--store", folder("track.db"), "--bundle", folder("report.txt"))
    #expect(
      run.output.contains(" ok   There is a track store: ")
        && run.output.contains("No program that is visible here"))
    let report = String(decoding: try Places.bytes(of: folder("report.txt")), as: UTF8.self)
    #expect(
      report.contains("ok | store | There is a track store: (path left out), ")
        && !report.contains("track.db"))
  }
}
