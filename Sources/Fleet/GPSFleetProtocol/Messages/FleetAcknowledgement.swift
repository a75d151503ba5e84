internal import GPSBase
package import GPSTrackRows

/// A collector's answer: numbers of one epoch that are committed, and numbers that it refuses.
///
/// ```
/// {"v":1,"epoch":217315200,"ranges":[[1201,1260]],"refused":[[1261,1320,"version"]],"by":"c1","database":"7301","timeline":2}
/// ```
package struct FleetAcknowledgement: Sendable, Hashable {
  /// Numbers that a collector has stored as refused, with its reason.
  package struct Refusal: Sendable, Hashable {
    package let numbers: ClosedRange<Int64>
    /// A reason of ``FleetBatch/Fault``, or another word.
    package let reason: String

    package init(numbers: ClosedRange<Int64>, reason: String) {
      (self.numbers, self.reason) = (numbers, reason)
    }
  }

  package var epoch: UInt32
  package var committed: NumberRanges
  package var refused: [Refusal]
  /// The collector's name.
  package var collector: FleetName
  /// Where the numbers were committed.
  package var database: FleetDatabase

  package init(
    epoch: UInt32, committed: NumberRanges, refused: [Refusal] = [], by collector: FleetName,
    in database: FleetDatabase
  ) {
    (self.epoch, self.committed, self.refused) = (epoch, committed, refused)
    (self.collector, self.database) = (collector, database)
  }

  /// The largest acknowledgement that is read, and the most ranges in one.
  package static let (mostBytes, mostRanges) = (65_536, 1000)
  private static let mostReason = 64

  /// Reads an acknowledgement; nil if it is not one.
  package init?(_ bytes: [UInt8]) {
    guard let json = FleetJSON.object(bytes, most: Self.mostBytes), FleetJSON.integer(json["v"]) == 1,
      let epoch = FleetJSON.integer(json["epoch"], in: 0...Int64(UInt32.max)),
      let name = json["by"]?.text, let collector = try? FleetName(name, of: .collector),
      let database = FleetDatabase(json)
    else { return nil }
    let (ranges, refusals) = (json["ranges"]?.elements ?? [], json["refused"]?.elements ?? [])
    guard ranges.count + refusals.count <= Self.mostRanges else { return nil }
    var (committed, refused): (NumberRanges, [Refusal]) = (NumberRanges(), [])
    for range in ranges.map(\.elements) {
      guard range.count == 2, let numbers = FleetJSON.range(range[0], range[1]) else { return nil }
      committed.insert(numbers)
    }
    for refusal in refusals.map(\.elements) {
      guard refusal.count == 3, let numbers = FleetJSON.range(refusal[0], refusal[1]),
        let reason = FleetJSON.text(refusal[2], most: Self.mostReason)
      else { return nil }
      refused.append(Refusal(numbers: numbers, reason: reason))
    }
    self.init(
      epoch: UInt32(epoch), committed: committed, refused: refused, by: collector, in: database)
  }

  /// The acknowledgement as bytes.
  package var bytes: [UInt8] {
    JSONWriter.line("") { json in
      json.member("v", 1)
      json.member("epoch", Int(epoch))
      json.array("ranges") { json in
        for range in committed.ranges { json.element([Int(range.lowerBound), Int(range.upperBound)]) }
      }
      if !refused.isEmpty {
        json.array("refused") { json in
          for refusal in refused {
            let numbers = [Int(refusal.numbers.lowerBound), Int(refusal.numbers.upperBound)]
            json.element(numbers, String(refusal.reason.prefix(Self.mostReason / 4)))
          }
        }
      }
      json.member("by", collector.description)
      database.write(to: &json)
    }
  }
}
