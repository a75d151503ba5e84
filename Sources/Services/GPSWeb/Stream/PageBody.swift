internal import GPSWebHost

/// The bodies that are generated while they are sent.
enum PageBody: WebBody {
  /// Generated slice by slice: a day of positions must not be in memory twice.
  case slices(any WebSlices)
  /// Records as they arrive, until the client disconnects.
  case events(EventFilter, of: Holder)
  /// A recording played to this listener only.
  case playing(RecordingPlayer, of: Holder)

  var isListener: Bool {
    switch self {
    case .slices: false
    case .events, .playing: true
    }
  }
}

extension WebAnswer {
  init(_ status: Int, _ type: String, slices: any WebSlices, headers: [WebField] = []) {
    self.init(status, type, [], headers: headers)
    body = .generated(PageBody.slices(slices))
  }
}
