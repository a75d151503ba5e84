package import GPSBase
package import GPSTrackRows

/// A publisher's memory from one run to the next: the delivered numbers, and the databases that have them.
///
/// A lost cursor costs bytes, never points: everything is sent again, and the table's key removes what it has.
package struct FleetCursor: Sendable, Hashable {
  /// A database in which points of this device were committed.
  package struct KnownDatabase: Sendable, Hashable {
    package var database: FleetDatabase
    /// The last restored backup that points were sent again for.
    package var restored: Int64
  }

  /// Numbers that were settled in a quarter of an hour.
  struct Period: Sendable, Hashable {
    var numbers: NumberRanges
    var began: Moment
  }

  /// The store's 128 random bits, in hexadecimal digits.
  package var installation: String
  /// The last opening of the store that is known.
  package var epoch: UInt32 = 0
  /// The number of the last connection.
  package var connection: Int64 = 0
  /// The delivered numbers.
  package internal(set) var settled = NumberRanges()
  /// The numbers that a collector can't take, by its reason.
  package internal(set) var refused: [String: NumberRanges] = [:]
  /// The number of refused entries.
  package var refusedCount: UInt64 { refused.values.reduce(0) { $0 + $1.count } }
  /// The databases in which points were committed, the last one last.
  package internal(set) var databases: [KnownDatabase] = []
  /// The numbers settled in the hour before the last acknowledgement: a failover may have lost them.
  private(set) var recent: [Period] = []

  static let (mostDatabases, mostReasons) = (8, 16)
  private static let lengthOfPeriod: Duration = .seconds(900)
  /// The current period and an hour before it.
  private static let mostPeriods = 5

  package init(installation: String) { self.installation = installation }

  mutating func settle(_ numbers: ClosedRange<Int64>, at now: Moment) {
    settled.insert(numbers)
    removeRefused(numbers)
    if let last = recent.last, last.began.duration(to: now) < Self.lengthOfPeriod {
      recent[recent.count - 1].numbers.insert(numbers)
    } else {
      var period = Period(numbers: NumberRanges(), began: now)
      period.numbers.insert(numbers)
      recent = recent.suffix(Self.mostPeriods - 1) + [period]
    }
  }

  mutating func refuse(_ numbers: ClosedRange<Int64>, _ reason: String) {
    let reason = refused[reason] != nil || refused.count < Self.mostReasons - 1 ? reason : "other"
    refused[reason, default: NumberRanges()].insert(numbers)
  }

  private mutating func removeRefused(_ numbers: ClosedRange<Int64>) {
    for reason in refused.keys { refused[reason]?.remove(numbers) }
    refused = refused.filter { !$0.value.isEmpty }
  }

  /// The refused numbers that an answer commits: another collector could take them.
  func refused(in answer: FleetAcknowledgement) -> [ClosedRange<Int64>] {
    guard answer.epoch == epoch else { return [] }
    return refused.values.flatMap(\.ranges).flatMap { range in
      var committed = NumberRanges()
      committed.insert(range)
      for open in answer.committed.missing(in: range).ranges { committed.remove(open) }
      return committed.ranges
    }
  }

  /// Removes what was settled in the last hour, and returns it.
  @discardableResult mutating func unsettleRecent() -> NumberRanges {
    var lost = NumberRanges()
    for period in recent { lost.formUnion(period.numbers) }
    for range in lost.ranges { settled.remove(range) }
    recent = []
    return lost
  }

  /// Removes numbers, settled or refused.
  mutating func unsettle(_ numbers: ClosedRange<Int64>) {
    settled.remove(numbers)
    removeRefused(numbers)
    for place in recent.indices { recent[place].numbers.remove(numbers) }
  }

  // MARK: - Databases

  enum Belief: Sendable {
    /// Its timeline has ended: what it commits is lost.
    case outdated
    case known
    /// Commits of before may be lost, so the last hour is not settled any more.
    case changed
  }

  /// Decides whether commits in a database count.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - learning: Whether points of this device were committed in it, so that it is one of its own from now on. The other
  ///     collectors in sight may write databases of their own.
  /// - Returns: The worth of its commits.
  mutating func believe(_ database: FleetDatabase, learning: Bool) -> Belief {
    guard let place = place(of: database) else {
      guard learning else { return .known }
      let isFirst = databases.isEmpty
      if !isFirst { unsettleRecent() }
      databases.append(KnownDatabase(database: database, restored: 0))
      databases = databases.suffix(Self.mostDatabases)
      return isFirst ? .known : .changed
    }
    let known = databases[place].database.timeline
    guard database.timeline > known else { return database.timeline == known ? .known : .outdated }
    databases[place].database.timeline = database.timeline
    unsettleRecent()
    return .changed
  }

  /// Whether a database of this device was restored, and nothing was sent again for that yet.
  func isNew(_ restored: FleetPresence.Collector.Restored, of database: FleetDatabase) -> Bool {
    place(of: database).map { restored.at > databases[$0].restored } ?? false
  }

  /// Notes that the numbers that a restored database lacks are not settled any more.
  mutating func note(_ restoration: FleetSearch.Restoration) {
    guard let place = place(of: restoration.database) else { return }
    databases[place].restored = max(databases[place].restored, restoration.at)
  }

  private func place(of database: FleetDatabase) -> Int? {
    databases.firstIndex { $0.database.identifier == database.identifier }
  }

  // MARK: - As a file

  /// The largest cursor that is read.
  package static let mostBytes = 1_048_576

  /// The cursor as JSON.
  package func bytes(at now: Moment) -> [UInt8] {
    JSONWriter.line { json in
      json.member("v", 1)
      json.member("installation", installation)
      json.member("epoch", Int(epoch))
      json.member("connection", Int(connection))
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
        for known in databases {
          json.object { json in
            known.database.write(to: &json)
            json.member("restored", Int(known.restored))
          }
        }
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

  /// Reads a cursor; nil if it is damaged.
  package init?(_ bytes: [UInt8], at now: Moment) {
    guard let json = FleetJSON.object(bytes, most: Self.mostBytes), FleetJSON.integer(json["v"]) == 1,
      let installation = FleetJSON.text(json["installation"], most: 64),
      let epoch = FleetJSON.integer(json["epoch"], in: 0...Int64(UInt32.max)),
      let connection = FleetJSON.integer(json["connection"]), let settled = Self.numbers(json["settled"])
    else { return nil }
    self.init(installation: installation)
    (self.epoch, self.connection, self.settled) = (UInt32(epoch), connection, settled)
    for member in json["refused"]?.members ?? [] {
      guard let reason = FleetJSON.text(member.value["reason"], most: 256),
        let numbers = Self.numbers(member.value["numbers"])
      else { return nil }
      refused[reason] = numbers
    }
    for known in json["databases"]?.elements ?? [] {
      guard let database = FleetDatabase(known), let restored = FleetJSON.integer(known["restored"]) else {
        return nil
      }
      databases.append(KnownDatabase(database: database, restored: restored))
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
      guard range.elements.count == 2, let part = FleetJSON.range(range.elements[0], range.elements[1]) else {
        return nil
      }
      numbers.insert(part)
    }
    return numbers
  }
}
