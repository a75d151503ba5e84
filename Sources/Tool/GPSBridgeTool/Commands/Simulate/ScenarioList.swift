internal import SimulatedGPS

/// The scenarios that there are, with a line about each.
enum ScenarioList {
  static let summaries: [(name: String, text: String)] = [
    ("static", "on a desk: it stands still, and its position drifts"),
    ("walk", "somebody walks around some blocks"),
    ("drive", "a car in a town"),
    ("boat", "a boat off Kiel, rocking a little"),
    ("flight", "an aeroplane from Munich to Hamburg"),
    ("canyon", "a walk between high houses: few satellites, and echoes"),
    ("tunnel", "a drive through a tunnel, from 60 s to 100 s"),
    ("coldstart", "it knows nothing when it is plugged in"),
    ("jam", "a jammer comes near after a minute, and goes after two"),
    ("spoof", "after a minute one sender plays all satellites"),
    ("rollover", "its dates are 1024 weeks old"),
    ("leapsecond", "the last minute of a year that ends with a leap second"),
    ("midnight", "the last minute of a day"),
    ("unplug", "the cable is pulled after a minute, and back ten seconds later"),
    ("garbage", "a bad cable: noise, cut sentences, wrong checksums"),
    ("wrongbaud", "it speaks at 4800 bit/s to a host that listens at 9600"),
    ("silent", "it is plugged in and says nothing"),
    ("nofix", "in a cellar: it never hears enough"),
  ]

  static var text: String {
    let width = summaries.map(\.name.count).max() ?? 0
    return summaries.map { name, text in
      name + String(repeating: " ", count: width - name.count + 2) + text + "\n"
    }.joined()
  }
}
