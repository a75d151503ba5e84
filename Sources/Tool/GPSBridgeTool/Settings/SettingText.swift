internal import GPSBase
internal import GPSBridge
internal import UBX

/// The texts of values that are more than a word or a number.
enum SettingText {
  /// A pulse as `1s,100ms`.
  static func pulse(_ text: String, _ flag: Flag) throws(ToolError) -> TimePulse {
    if text == "off" { return .off }
    let times = ArgumentParser.words(text).map { DurationText.parse($0) }
    let length = times.count > 1 ? times[1] : .milliseconds(100)
    guard 1...2 ~= times.count, let period = times[0], let length, length < period, period <= .seconds(3600)
    else {
      throw Usage.wrongForm(
        flag, text, expected: "off, or a time and a shorter one are expected",
        "write it like --time-pulse 1s,100ms")
    }
    return .each(period, length: length)
  }

  /// A place as `survey:300s,2.5m`, or as coordinates.
  static func place(_ text: String, _ flag: Flag) throws(ToolError) -> SurveyedPlace {
    if text == "off" { return .off }
    if let place = text.hasPrefix("survey:") ? survey(String(text.dropFirst(7))) : fixed(text) {
      return place
    }
    throw Usage.wrongForm(
      flag, text, expected: "off, survey:TIME,ERROR or LATITUDE,LONGITUDE,HEIGHT,ERROR is expected",
      "write it like --place survey:300s,2.5 or --place 48.1374,11.5755,550,0.1")
  }

  private static func survey(_ text: String) -> SurveyedPlace? {
    let words = ArgumentParser.words(text)
    guard words.count == 2, let time = DurationText.parse(words[0]),
      let error = parts(words[1].trimmedMeters, 3), error > 0
    else { return nil }
    return .survey(seconds: Int(time / .seconds(1)), millimeters: error)
  }

  private static func fixed(_ text: String) -> SurveyedPlace? {
    let words = ArgumentParser.words(text)
    guard words.count == 4, let latitude = parts(words[0], 7), let longitude = parts(words[1], 7),
      let height = parts(words[2].trimmedMeters, 2), let error = parts(words[3].trimmedMeters, 3),
      abs(latitude) <= 900_000_000, abs(longitude) <= 1_800_000_000, abs(height) < 10_000_000, error > 0
    else { return nil }
    return .fixed(latitude: latitude, longitude: longitude, centimeters: height, millimeters: error)
  }

  /// Parses a decimal exactly into units of its last place; nil if it has more decimals.
  private static func parts(_ text: String, _ decimals: Int) -> Int? {
    let isNegative = text.hasPrefix("-")
    let pieces = (isNegative ? String(text.dropFirst()) : text).split(
      separator: ".", omittingEmptySubsequences: false)
    guard 1...2 ~= pieces.count, let front = pieces.first, !front.isEmpty, front.count < 8,
      pieces.joined().utf8.allSatisfy({ 0x30...0x39 ~= $0 })
    else { return nil }
    let rest = pieces.count > 1 ? pieces[1] : ""
    guard rest.count <= decimals,
      let number = Int(front + rest + String(repeating: "0", count: decimals - rest.count))
    else { return nil }
    return isNegative ? -number : number
  }
}

extension String {
  /// The number without its unit letter.
  fileprivate var trimmedMeters: String { hasSuffix("m") ? String(dropLast()) : self }
}
