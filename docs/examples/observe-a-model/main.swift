// A model that a screen would show, without a screen: `Observation` says when what it shows has changed.
//
//     swift run observe-a-model
//
// `Observation` and `GPSDeliveryReactive` both have an `Observable`; a file that needs both writes `Observation.Observable`.

import GPSBridge
import Observation

@MainActor @Observable final class Whereabouts {
  /// What there is to be shown: the place, or why there is none.
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
