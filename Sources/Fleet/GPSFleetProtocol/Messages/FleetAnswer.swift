internal import GPSBase

/// A collector's answer to a batch: confirmation that its numbers are committed, or the reason why they are not.
///
/// ```
/// 200  {"v":1,"epoch":217315200,"ranges":[[1201,1260]],"database":"7301","timeline":2,"width":10,"reads":1}
/// 422  {"v":1,"error":"version","epoch":217315200,"ranges":[[1201,1260]],"reads":1}
/// 503  {"v":1,"error":"full","width":10}                           Retry-After: 2
/// ```
///
/// Proxies and captive portals answer with the same statuses; ``init(status:_:retryAfter:)`` accepts only a collector's body.
package struct FleetAnswer: Sendable, Hashable {
  /// The outcome of a batch; except for the first one, its raw value is the member `error`.
  package enum Word: String, Error, CaseIterable {
    case committed
    case request
    case unknownToken = "unknown_token"
    case revoked
    case suspended
    /// Another store sends as this device.
    case secondInstallation = "second_installation"
    /// It is not a batch, it was truncated, or a bit was flipped.
    case damaged
    case version
    case flags
    /// The numbers are out of order or out of range.
    case numbers
    /// The batch exceeds the limit of bytes, fixes or records.
    case tooLarge = "too_large"
    case rate
    /// Too many unknown tokens must be looked up now.
    case unknownTokens = "unknown_tokens"
    case away
    case full
    case locked
    case noRoom = "no_room"
    /// The database has no tables, or tables of another version.
    case schema

    package var status: Int {
      switch self {
      case .committed: 200
      case .request: 400
      case .unknownToken: 401
      case .revoked, .suspended: 403
      case .secondInstallation: 409
      case .damaged, .version, .flags, .numbers, .tooLarge: 422
      case .rate, .unknownTokens: 429
      case .away, .full, .locked, .noRoom, .schema: 503
      }
    }

    /// Whether the answer settles the batch, and so must name it.
    var isFinal: Bool { status == 200 || status == 422 }
  }

  package var word: Word
  /// The epoch and the numbers of the batch, always with 200 and 422.
  package var epoch: UInt32?
  package var numbers: ClosedRange<Int64>?
  /// Where the numbers were committed, always with 200.
  package var database: FleetDatabase?
  /// The seconds over which devices spread their next attempts.
  package var width: Int?
  package var reads: Int?
  /// The first eight digits of the installation that owns the device's name, with 409.
  package var installation: String?
  /// The seconds to wait before the next attempt: the header `Retry-After`, not a member of the body.
  package var retryAfter: Int?

  package init(_ word: Word) { self.word = word }

  package static let mostBytes = 4096
  private static let (mostWidth, mostRetryAfter): (Int64, Int) = (3600, 3600)

  /// Reads an answer; nil unless it is a collector's: an object of version 1 whose word matches the status.
  package init?(status: Int, _ bytes: [UInt8], retryAfter: Int?) {
    guard let json = FleetJSON.object(bytes, most: Self.mostBytes), FleetJSON.integer(json["v"]) == 1,
      let word = Word(rawValue: json["error"]?.text ?? Word.committed.rawValue), word.status == status,
      (json["error"] == nil) == (word == .committed)
    else { return nil }
    self.init(word)
    epoch = FleetJSON.integer(json["epoch"], in: 0...Int64(UInt32.max)).map { UInt32($0) }
    if let ranges = json["ranges"]?.elements, ranges.count == 1 { numbers = FleetJSON.range(ranges[0]) }
    database = FleetDatabase(json)
    guard !word.isFinal || (epoch != nil && numbers != nil), word != .committed || database != nil else {
      return nil
    }
    width = FleetJSON.integer(json["width"], in: 0...Self.mostWidth).map { Int($0) }
    reads = FleetJSON.integer(json["reads"], in: 0...255).map { Int($0) }
    installation = FleetJSON.text(json["installation"], most: 8)
    self.retryAfter = retryAfter.map { min(max(0, $0), Self.mostRetryAfter) }
  }

  package var bytes: [UInt8] {
    JSONWriter.line { json in
      json.member("v", 1)
      if word != .committed { json.member("error", word.rawValue) }
      json.member("epoch", epoch.map { Int($0) })
      if let numbers {
        json.array("ranges") { $0.element([Int(numbers.lowerBound), Int(numbers.upperBound)]) }
      }
      database?.write(to: &json)
      json.member("installation", installation)
      json.member("width", width)
      json.member("reads", reads)
    }
  }
}
