public import GNSS

/// A setting of a receiver, with its value.
public enum SettingValue: Sendable, Hashable {
  /// How often it says where it is.
  case updateRate(UpdateRate)
  /// How fast its line is, in bits a second.
  case baudRate(Int)
  /// Which of the standard sentences it sends.
  case enabledSentences(Set<OutputSentence>)
  /// Which systems of satellites it listens to.
  case constellations(Set<Constellation>)

  /// Which setting it is.
  public var kind: SettingKind {
    switch self {
    case .updateRate: .updateRate
    case .baudRate: .baudRate
    case .enabledSentences: .enabledSentences
    case .constellations: .constellations
    }
  }

  /// Whether two values are the same, as far as one can tell by watching.
  func resembles(_ other: SettingValue) -> Bool {
    if case (.updateRate(let one), .updateRate(let another)) = (self, other) { return one.resembles(another) }
    return self == other
  }
}

/// Which setting of a receiver.
public enum SettingKind: String, Sendable, Hashable, CaseIterable {
  /// The speed of the line comes first: the others need its room.
  case baudRate = "baud_rate"
  /// Which of the standard sentences are sent.
  case enabledSentences = "enabled_sentences"
  /// Which systems of satellites are listened to.
  case constellations
  /// How often it says where it is.
  case updateRate = "update_rate"

  /// The setting in the words of an error.
  var inWords: String {
    switch self {
    case .baudRate: "the baud rate"
    case .enabledSentences: "the choice of sentences"
    case .constellations: "the constellations"
    case .updateRate: "the update rate"
    }
  }
}

extension SettingValue: CustomStringConvertible {
  /// The setting and its value, for a person.
  public var description: String {
    switch self {
    case .updateRate(let rate): "update rate: \(rate)"
    case .baudRate(let speed): "baud rate: \(speed)"
    case .enabledSentences(let sentences): "enabled sentences: \(sentences.inWords)"
    case .constellations(let systems): "constellations: \(systems.inWords)"
    }
  }
}

extension Set<Constellation> {
  /// The names, in the order of the alphabet.
  var inWords: String { map { "\($0)" }.sorted().joined(separator: " ") }
}
