// What the pages about the store show.
import GNSS
import GPSBridge
import GPSStore

func keep(_ receiver: Receiver) async throws {
  let writer = try StoreWriter(receiver, at: "track.db")
  try await writer.settled()  // reports up to now survive a power cut
}

func care(_ morning: UTC, _ noon: UTC) throws {
  try StoreCare.backUp("track.db", to: "copy.db")  // while it is written
  let gone = try StoreCare.forget(StoreQuery(from: morning, to: noon), at: "track.db")
  let found = try StoreCare.repair("damaged.db", into: "track.db")
  print(StoreCheck(at: "track.db").complaints)
  print(gone.fixes, found.fixes)
}

func ask(_ morning: UTC, _ noon: UTC, _ home: Coordinate) async throws {
  let store = try TrackStore(at: "track.db")  // while it is written, or later
  if let last = try store.lastKnown() { print(last.time) }
  for trip in try store.trips() { print(trip.times, trip.meters) }
  for try await fix in store.fixes(from: morning, to: noon, of: "usb-1.2") { print(fix.time) }
  let day = try store.summary(of: morning...noon)  // known seconds, gaps with causes, distance, accuracy
  var query = StoreQuery(from: morning)
  query.box = StoreQuery.Box(around: home, within: 100)
  try store.forEachFix(query) { print($0.fix) }  // the same without tasks
  print(day)
}
