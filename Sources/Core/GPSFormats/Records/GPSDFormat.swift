public import GNSS
internal import GPSBase

/// The JSON of gpsd: a TPV for each epoch, followed by a SKY if the receiver reported satellites.
///
/// Clients keep the satellites of a SKY until the next one, so each sky is written once.
///
/// Errors are at 95 %, as in gpsd; ours are at 68 %. Implausible and probably forged positions are left out,
/// because the protocol cannot mark a position as untrustworthy.
public struct GPSDFormat: EpochFormat {
  /// The receiver's name in each record.
  public let device: String
  /// The kinds of records to write; others are left out.
  public let types: Set<RecordType>
  /// Whether these kinds are among them; a lookup in a set costs as much as several members.
  private let (writesFix, writesSky): (Bool, Bool)

  /// - Parameters:
  ///   - device: The receiver's name in each record.
  ///   - types: The kinds of records to write.
  public init(device: String, types: Set<RecordType> = [.fix, .sky]) {
    (self.device, self.types) = (device, types)
    (writesFix, writesSky) = (types.contains(.fix), types.contains(.sky))
  }

  /// Returns the same format for a different receiver.
  public func named(_ device: String) -> GPSDFormat { GPSDFormat(device: device, types: types) }

  /// The lines for a fix or a sky of a recording.
  public func lines(for output: DecodedOutput) -> [UInt8] { lines(for: output, at: .recorded) }

  /// The lines for a fix or a sky that a receiver reported at this moment.
  public func lines(for output: DecodedOutput, at moment: FixMoment) -> [UInt8] {
    guard case .fix(let told) = output, !told.isUnreported else { return [] }
    let fix = told.forGPSD(isSuspect: moment.isSuspect || moment.isLate)
    // A satellite takes about a hundred bytes.
    var json = JSONWriter(capacity: 512 + (writesSky ? 112 * fix.satellites.count : 0))
    if writesFix {
      json.object { GPSDObjects.position(fix, device, &$0) }
      json.newLine()
    }
    if writesSky, GPSDObjects.tellsOfSky(fix), !fix.hasEarlierSatellites {
      json.object { GPSDObjects.sky(fix, device, &$0) }
      json.newLine()
    }
    return json.bytes
  }
}
