#if LIBFUZZER
import Glibc
#endif

/// A check of any bytes at all, by the file of its kept inputs in `Tests/Apparatus/GPSBridgeFuzz/Corpora`.
///
/// Only the checks themselves may trap: a failed `precondition` reports a broken promise.
public enum Harness: String, CaseIterable, Codable, Sendable {
  case nmea = "NMEAFuzz"
  case ubx = "UBXFuzz"
  case binaryFrames = "BinaryFramesFuzz"
  case fixDecoder = "FixDecoderFuzz"
  case fleet = "FleetFuzz"
  case recording = "RecordingFuzz"
  case service = "ServiceFuzz"
  case simulation = "SimulationFuzz"
  case tool = "ToolFuzz"
  case trackRows = "TrackRowsFuzz"

  /// Checks one input.
  public func shake(_ bytes: [UInt8]) {
    switch self {
    case .nmea: NMEAFuzz.shake(bytes)
    case .ubx: UBXFuzz.shake(bytes)
    case .binaryFrames: BinaryFramesFuzz.shake(bytes)
    case .fixDecoder: FixDecoderFuzz.shake(bytes)
    case .fleet: FleetFuzz.shake(bytes)
    case .recording: RecordingFuzz.shake(bytes)
    case .service: ServiceFuzz.shake(bytes)
    case .simulation: SimulationFuzz.shake(bytes)
    case .tool: ToolFuzz.shake(bytes)
    case .trackRows: TrackRowsFuzz.shake(bytes)
    }
  }
}

#if LIBFUZZER
/// The harness of this process, which `GPSBRIDGE_FUZZ` names.
private let harness: Harness = {
  guard let name = unsafe getenv("GPSBRIDGE_FUZZ"),
    let harness = unsafe Harness(rawValue: String(cString: name))
  else {
    print("GPSBRIDGE_FUZZ must be one of: \(Harness.allCases.map(\.rawValue).joined(separator: ", "))")
    exit(2)
  }
  return harness
}()

/// The entry of libFuzzer, which a program has once.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  unsafe harness.shake([UInt8](UnsafeBufferPointer(start: start, count: count)))
  return 0
}
#endif
