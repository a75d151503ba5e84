internal import GNSS
internal import GPSBridge

extension DateReference {
  /// What dates of a recording are held against: a day that somebody named, else the one on which it was begun.
  static func recording(_ day: CivilDate?, begun header: RecordedLog.Header?) -> DateReference {
    // A machine that has lost its time believes in years in which nobody could have recorded this.
    guard day == nil, let begun = header?.started?.date, begun.year >= 2020 else { return .recording(day) }
    return .recording(begun)
  }
}
