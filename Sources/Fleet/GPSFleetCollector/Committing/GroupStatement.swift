internal import GPSFleetProtocol

// The statement of a group, and the meaning of its answer.

extension CommitMachine.Group {
  /// The statement that stores the batches of the group, or records an unreadable one, in one transaction.
  var statement: SQLStatement {
    guard
      case .refused(let word, let detail, let epoch, let numbers, let sample)? = members.first?.delivery
        .content
    else { return batches }
    let token = members[0].delivery.token
    return SQLStatement(
      "SELECT gpsbridge.take($1, $2, $3, $4, $5, $6, $7, $8)",
      [
        .text(token.id), .bytes(token.hash), .text(word.rawValue), .text(detail),
        .integer(epoch.map { Int32(bitPattern: $0) }), .number(numbers?.lowerBound),
        .number(numbers?.upperBound), .bytes(sample),
      ])
  }

  private var batches: SQLStatement {
    var (fixes, events) = (BatchRows.fixColumns.map(SQLArray.init), BatchRows.eventColumns.map(SQLArray.init))
    var (ofFix, ofEvent) = (SQLArray(.integer), SQLArray(.integer))
    var batches: [BatchRows] = []
    for member in members {
      guard case .batch(let rows) = member.delivery.content else { continue }
      batches.append(rows)
      let place = Int32(batches.count)
      for _ in 0..<rows.fixCount { ofFix.append(place) }
      for _ in rows.fixCount..<rows.count { ofEvent.append(place) }
      for column in fixes.indices { fixes[column].append(contentsOf: rows.fixes[column]) }
      for column in events.indices { events[column].append(contentsOf: rows.events[column]) }
    }
    let tokens = members.map(\.delivery.token)
    return SQLStatement(
      """
      SELECT * FROM gpsbridge.take_group($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18,$19,$20,$21,$22,$23,$24,$25)
      """,
      [
        .array(.text, of: tokens) { $0.append($1.id) },
        .array(.bytes, of: tokens) { $0.append(bytes: $1.hash) },
        .array(.bytes, of: batches) { $0.append(bytes: $1.installation) },
        .array(.integer, of: batches) { $0.append(Int32(bitPattern: $1.epoch)) },
        .array(.number, of: batches) { $0.append($1.numbers.lowerBound) },
        .array(.number, of: batches) { $0.append($1.numbers.upperBound) }, ofFix.value,
      ] + fixes.map(\.value) + [ofEvent.value] + events.map(\.value))
  }

  /// The outcomes of the batches, one row for each; an unreadable one has only the first column.
  func outcomes(in answer: SQLAnswer) -> [CommitMachine.Outcome] {
    answer.rows.indices.map { row in
      let text = answer.text(row, 0) ?? ""
      let word = text.isEmpty ? FleetAnswer.Word.committed : FleetAnswer.Word(rawValue: text) ?? .schema
      return CommitMachine.Outcome(
        word: word, owner: answer.text(row, 1), tenant: answer.text(row, 2),
        limit: answer.number(row, 3).map { Int($0) })
    }
  }

  func rows(in answer: SQLAnswer) -> CommitMachine.Counts {
    func count(_ column: Int) -> Int { answer.number(0, column).map { Int($0) } ?? 0 }
    var rows = CommitMachine.Counts()
    (rows.fresh, rows.late, rows.expired, rows.repeated) = (count(4), count(5), count(6), count(7))
    return rows
  }

  func database(in answer: SQLAnswer) -> FleetDatabase? { FleetDatabase(answer, 0, 8) }
}

extension SQLFailure {
  var meaning: CommitMachine.Failure {
    if isConflict { return .conflict }
    return isOfValue ? .value(description) : .unavailable(word)
  }
}
