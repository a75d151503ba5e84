public import GNSS
internal import GPSBase

/// The JSON that clients of gpsd read: a TPV for each epoch, and a SKY after it where the receiver reported satellites.
///
/// They keep the satellites of a SKY until the next one, so that each sky is written once.
///
/// Errors are at 95 %, as gpsd has them; ours are at 68 %. A position that is refused or probably forged is left out:
/// these clients know no word for one that is not to be trusted.
public struct GPSDFormat: EpochFormat {
  /// The receiver as each record names it.
  public let device: String
  /// The kinds of records that are wanted; others are left out.
  public let types: Set<RecordType>

  /// - Parameters:
  ///   - device: The receiver as each record names it.
  ///   - types: The kinds of records that are wanted.
  public init(device: String, types: Set<RecordType> = [.fix, .sky]) {
    self.device = device
    self.types = types
  }

  /// The same format for another receiver.
  public func named(_ device: String) -> GPSDFormat { GPSDFormat(device: device, types: types) }

  /// The lines for a fix or a sky of a recording.
  public func lines(for output: DecodedOutput) -> [UInt8] { lines(for: output, at: .recorded) }

  /// The lines for a fix or a sky that a receiver told at this moment.
  public func lines(for output: DecodedOutput, at moment: FixMoment) -> [UInt8] {
    guard case .fix(let told) = output, !told.isUnreported else { return [] }
    let fix = told.forGPSD(isSuspect: moment.isSuspect || moment.isLate)
    var json = JSONWriter()
    if types.contains(.fix) {
      json.object { GPSDObjects.position(fix, device, &$0) }
      json.newLine()
    }
    if types.contains(.sky), GPSDObjects.tellsOfSky(fix), !fix.hasEarlierSatellites {
      json.object { GPSDObjects.sky(fix, device, &$0) }
      json.newLine()
    }
    return json.bytes
  }
}
