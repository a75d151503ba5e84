/// Our own `fix` records, one for each point, with the number of its segment.
package struct TrackRecords: TrackWriter {
  package let output: any FormatSink
  package let device: String
  private var segment = 0

  package init(output: any FormatSink, device: String) {
    self.output = output
    self.device = device
  }

  package func begin() {}

  package mutating func beginSegment() { segment += 1 }

  package func write(_ point: TrackPoint) {
    output.write(NDJSONFormat.fix(point.fix, device: device, segment: segment))
  }

  package func endSegment() {}

  package func finish() {}
}
