internal import GPSBase
internal import GPSStore

extension TrackWord {
  static let rebuild = TrackWord(name: "rebuild", help: "make trips, stops and way again", hasRecords: false)
  {
    (order) throws(ToolError) in
    let path = try order.path()
    _ = try order.open()
    let trips = try order.changing("trips can't be made again in") { () throws(StoreError) in
      try TrackStore.rebuildTrips(at: path, program: TrackOrder.program)
    }
    order.output.write(text: "\(Plural.of(trips, "trip")) that ended\n")
    return .done
  }
}
