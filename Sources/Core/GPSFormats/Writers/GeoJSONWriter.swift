internal import GNSS

/// GeoJSON (RFC 7946): a line for each segment, with times in `coordTimes`, or a point for a single position.
///
/// Times follow the positions, so they wait in a spool.
package struct GeoJSONWriter: TrackWriter {
  package let output: any FormatSink
  package let name: String
  package let times: any FormatSpool
  private var feature = GeoJSONFeature()
  private var segment = 0
  private var last: GeoJSONFeature.Stop?

  package init(output: any FormatSink, name: String, times: any FormatSpool) {
    (self.output, self.name, self.times) = (output, name, times)
  }

  package func begin() { output.write(GeoJSONFeature.header) }

  package mutating func beginSegment() { segment += 1 }

  package mutating func write(_ point: TrackPoint) {
    let stop = GeoJSONFeature.Stop(
      point.coordinate, height: point.fix.ellipsoidalAltitude, at: point.fix.time)
    if let (end, start) = last?.cut(before: stop) {
      add(end)
      endFeature()
      add(start)
    }
    add(stop)
    last = stop
  }

  package mutating func endSegment() {
    endFeature()
    last = nil
  }

  package func finish() { output.write(feature.footer) }

  private mutating func add(_ stop: GeoJSONFeature.Stop) {
    var (place, time): ([UInt8], [UInt8]) = ([], [])
    let held = feature.add(stop, to: &place)
    output.write(place)
    if let held { GeoJSONFeature.append(held.time, to: &time) }
    if !feature.isPoint {
      time.append(UInt8(ascii: ","))
      GeoJSONFeature.append(stop.time, to: &time)
    }
    times.write(time)
  }

  private mutating func endFeature() {
    guard !feature.isEmpty else { return }
    var bytes: [UInt8] = []
    feature.endPlaces(name, segment: segment, to: &bytes)
    output.write(bytes)
    times.empty(into: output)
    bytes = []
    feature.end(&bytes)
    output.write(bytes)
  }
}
