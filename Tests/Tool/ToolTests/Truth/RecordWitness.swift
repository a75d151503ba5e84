import TestSupport

/// Reads records as a stranger would, and finds what can't be true of a receiver.
///
/// It knows nothing but the records themselves and how far apart the receiver's epochs are.
struct RecordWitness: Sendable {
  private(set) var lies: [String] = []
  private(set) var positions = 0
  /// Seconds after which a position must not be called live.
  let limit: Double

  private var lastTime: String?
  /// A time behind the last one, which must be owned up to before the next epoch.
  private var owed: String?

  init(limit: Double) { self.limit = limit }

  mutating func read(_ record: JSONValue) {
    switch record["type"]?.text {
    case "fix": readFix(record)
    case "event": if record["event"]?.text == "time_back" { owed = nil }
    default: break
    }
  }

  private mutating func readFix(_ fix: JSONValue) {
    if let owed { lie(owed) }
    owed = nil
    let (latitude, longitude) = (fix["lat"]?.number, fix["lon"]?.number)
    let hasPlace = latitude != nil && longitude != nil
    let epoch = "epoch \(fix["epoch"]?.number ?? 0)"
    if (latitude == nil) != (longitude == nil) { lie("\(epoch) has half a place") }
    if hasPlace { positions += 1 }
    if hasPlace, fix["mode"]?.text == "none" { lie("\(epoch) has a place and no fix") }
    if fix["state"]?.text == "live" {
      if !hasPlace || fix["mode"]?.text == "none" { lie("\(epoch) is live without a place") }
      if latitude == 0, longitude == 0 { lie("\(epoch) is live where no receiver is") }
      guard let age = fix["age_s"]?.number else { return lie("\(epoch) is live without an age") }
      if age > limit { lie("\(epoch) is live at \(age) s, and the limit is \(limit)") }
    }
    if fix["state"]?.text == "recorded" {
      lie("\(epoch) is of a receiver, and says that it is of a recording")
    }
    if fix["simulated"] == nil { lie("\(epoch) does not say that it is made up") }
    readAccuracy(fix, epoch)
    readTime(fix, epoch)
  }

  private mutating func readAccuracy(_ fix: JSONValue, _ epoch: String) {
    let isNamed = fix["acc_source"]?.text != nil && fix["acc_confidence"]?.number == 0.68
    if (fix["h_acc_m"] ?? fix["v_acc_m"]) != nil, !isNamed { lie("\(epoch) has an accuracy of nobody") }
    if let meters = fix["h_acc_m"]?.number, meters <= 0 { lie("\(epoch) is accurate to \(meters) m") }
    guard fix["acc_source"]?.text == "dop" else { return }
    if fix["h_acc_m"] != nil, fix["hdop"] == nil {
      lie("\(epoch) has an accuracy of a geometry that nobody knows")
    }
    if fix["v_acc_m"] != nil, fix["vdop"] == nil {
      lie("\(epoch) has a height of a geometry that nobody knows")
    }
  }

  /// Times are text that sorts as they do.
  private mutating func readTime(_ fix: JSONValue, _ epoch: String) {
    guard let time = fix["time"]?.text else { return }
    defer { lastTime = time }
    guard let lastTime else { return }
    if time == lastTime { lie("\(epoch) is told for \(time) again") }
    if time < lastTime { owed = "\(epoch) is at \(time), behind \(lastTime), and nothing says so" }
  }

  private mutating func lie(_ text: String) { if lies.count < 20 { lies.append(text) } }
}
