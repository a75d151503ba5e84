// A model for a screen, without the screen: `Observation` reports when the shown values change.
//
//     swift run observe-a-model
//
// `Observation` and `GPSDeliveryReactive` both have an `Observable`; with both, write
// `Observation.Observable`.

import GPSBridge
import Observation

@MainActor @Observable final class Whereabouts {
  /// The text to show: the location, or the reason why it is unknown.
  private(set) var title = "Nothing is known yet."

  func follow(_ manager: LocationManager) async {
    for await update in manager.liveUpdates {
      let new = update.location.map { "\($0.coordinate) ±\(Int($0.horizontalAccuracy.rounded(.up))) m" }
      title = new ?? update.reason?.description ?? title
    }
  }
}

let model = Whereabouts()
Task { await model.follow(LocationManager()) }
for await title in Observations({ model.title }) { print(title) }
