/// Our own `fix` records, one for each point, with the number of its segment.
struct TrackRecords: TrackWriter {
  let output: ByteOutput
  let device: String
  private var segment = 0

  init(output: ByteOutput, device: String) {
    self.output = output
    self.device = device
  }

  func begin() {}

  mutating func beginSegment() { segment += 1 }

  func write(_ point: TrackPoint) {
    output.write(NDJSONFormat.fix(point.fix, device: device, segment: segment))
  }

  func endSegment() {}

  func finish() {}
}
