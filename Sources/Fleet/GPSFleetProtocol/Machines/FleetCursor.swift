package import GPSBase
package import GPSTrackRows

/// A publisher's memory from one run to the next: the delivered numbers, and the databases that have them.
///
/// Losing the cursor costs bytes, but no points: everything is sent again, and the table's key removes duplicates.
package struct FleetCursor: Sendable, Hashable {
  /// Numbers that were settled in a quarter of an hour.
  struct Period: Sendable, Hashable {
    var numbers: NumberRanges
    var began: Moment
  }

  /// The store's 128 random bits, in hexadecimal digits.
  package var installation: String
  /// The last known opening of the store.
  package var epoch: UInt32 = 0
  package internal(set) var settled = NumberRanges()
  /// The numbers that a collector rejected, by its reason.
  package internal(set) var refused: [String: NumberRanges] = [:]
  package var refusedCount: UInt64 { refused.values.reduce(0) { $0 + $1.count } }
  /// The numbers that are not sent any more.
  package var taken: NumberRanges { refused.values.reduce(into: settled) { $0.formUnion($1) } }
  /// The databases in which points were committed, the last one last.
  package private(set) var databases: [FleetDatabase] = []
  /// The latest version of batches that the last answer's collector reads; 0 before the first answer.
  private(set) var reads = 0
  /// The numbers settled in the hour before the last answer, which a failover may have lost.
  private(set) var recent: [Period] = []

  static let mostDatabases = 8
  private static let lengthOfPeriod: Duration = .seconds(900)
  /// The current period and an hour before it.
  private static let mostPeriods = 5

  package init(installation: String) { self.installation = installation }

  mutating func settle(_ numbers: ClosedRange<Int64>, at now: Moment) {
    settled.insert(numbers)
    removeRefused(numbers)
    if recent.last.map({ $0.began.duration(to: now) >= Self.lengthOfPeriod }) ?? true {
      let hour = recent.filter { $0.began.duration(to: now) < Self.lengthOfPeriod * Self.mostPeriods }
      recent = hour.suffix(Self.mostPeriods - 1) + [Period(numbers: NumberRanges(), began: now)]
    }
    recent[recent.count - 1].numbers.insert(numbers)
  }

  mutating func refuse(_ numbers: ClosedRange<Int64>, _ reason: String) {
    refused[reason, default: NumberRanges()].insert(numbers)
  }

  private mutating func removeRefused(_ numbers: ClosedRange<Int64>) {
    for reason in refused.keys { refused[reason]?.remove(numbers) }
    refused = refused.filter { !$0.value.isEmpty }
  }

  /// Learns which versions of batches a collector reads; returns whether refused batches are readable again.
  mutating func learn(reads latest: Int) -> Bool {
    let version = FleetAnswer.Word.version.rawValue
    defer { reads = latest }
    guard latest > reads, refused[version] != nil else { return false }
    refused[version] = nil
    return true
  }

  mutating func unsettleRecent() {
    for period in recent { for range in period.numbers.ranges { settled.remove(range) } }
    recent = []
  }

  mutating func unsettle(_ numbers: ClosedRange<Int64>) {
    settled.remove(numbers)
    removeRefused(numbers)
    for place in recent.indices { recent[place].numbers.remove(numbers) }
  }

  // MARK: - Databases

  enum Belief: Sendable {
    /// The database's timeline has ended, so its commits are lost.
    case outdated
    case known
    /// Earlier commits may be lost, so the last hour is no longer settled.
    case changed
  }

  /// Decides whether commits in a database count.
  mutating func believe(_ database: FleetDatabase) -> Belief {
    guard let place = databases.firstIndex(where: { $0.identifier == database.identifier }) else {
      let isFirst = databases.isEmpty
      if !isFirst { unsettleRecent() }
      databases = (databases + [database]).suffix(Self.mostDatabases)
      return isFirst ? .known : .changed
    }
    let known = databases[place].timeline
    guard database.timeline > known else { return database.timeline == known ? .known : .outdated }
    databases[place].timeline = database.timeline
    unsettleRecent()
    return .changed
  }

  // MARK: - As a file

  package static let mostBytes = 1_048_576

  package func bytes(at now: Moment) -> [UInt8] {
    JSONWriter.line { json in
      json.member("v", 1)
      json.member("installation", installation)
      json.member("epoch", Int(epoch))
      json.member("reads", reads)
      Self.write("settled", settled, to: &json)
      json.object("refused") { json in
        for (place, reason) in refused.keys.sorted().enumerated() {
          json.object("\(place)") { json in
            json.member("reason", reason)
            if let numbers = refused[reason] { Self.write("numbers", numbers, to: &json) }
          }
        }
      }
      json.array("databases") { json in
        for database in databases { json.object { database.write(to: &$0) } }
      }
      json.array("recent") { json in
        for period in recent {
          json.object { json in
            json.member("seconds", Int(period.began.duration(to: now).components.seconds))
            Self.write("numbers", period.numbers, to: &json)
          }
        }
      }
    }
  }

  package init?(_ bytes: [UInt8], at now: Moment) {
    guard let json = FleetJSON.object(bytes, most: Self.mostBytes), FleetJSON.integer(json["v"]) == 1,
      let installation = FleetJSON.text(json["installation"], most: 64),
      let epoch = FleetJSON.integer(json["epoch"], in: 0...Int64(UInt32.max)),
      let reads = FleetJSON.integer(json["reads"], in: 0...255), let settled = Self.numbers(json["settled"])
    else { return nil }
    self.init(installation: installation)
    (self.epoch, self.reads, self.settled) = (UInt32(epoch), Int(reads), settled)
    for member in json["refused"]?.members ?? [] {
      guard let reason = FleetJSON.text(member.value["reason"], most: 256),
        let numbers = Self.numbers(member.value["numbers"])
      else { return nil }
      refused[reason] = numbers
    }
    for element in json["databases"]?.elements ?? [] {
      guard let database = FleetDatabase(element) else { return nil }
      databases.append(database)
    }
    for period in json["recent"]?.elements ?? [] {
      guard let seconds = FleetJSON.integer(period["seconds"]), let numbers = Self.numbers(period["numbers"])
      else { return nil }
      recent.append(Period(numbers: numbers, began: now + .seconds(-seconds)))
    }
  }

  private static func write(_ key: String, _ numbers: NumberRanges, to json: inout JSONWriter) {
    json.array(key) { json in
      for range in numbers.ranges { json.element([Int(range.lowerBound), Int(range.upperBound)]) }
    }
  }

  private static func numbers(_ json: JSON5?) -> NumberRanges? {
    guard let json, case .array(let ranges) = json.content else { return nil }
    var numbers = NumberRanges()
    for range in ranges {
      guard let part = FleetJSON.range(range) else { return nil }
      numbers.insert(part)
    }
    return numbers
  }
}
