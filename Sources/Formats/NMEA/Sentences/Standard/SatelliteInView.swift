/// One satellite as a GSV sentence lists it.
public struct SatelliteInView: Sendable, Hashable {
  /// The number, as the receiver counts.
  public var number: Int?
  /// Degrees above the horizon, −90 to 90.
  public var elevation: Int?
  /// Degrees from true north, 0 to 359.
  public var azimuth: Int?
  /// Carrier to noise density in dB-Hz; nil where the satellite is known but not heard.
  public var signalToNoise: Int?

  /// Names a satellite and where it stands.
  public init(number: Int?, elevation: Int? = nil, azimuth: Int? = nil, signalToNoise: Int? = nil) {
    self.number = number
    self.elevation = elevation
    self.azimuth = azimuth
    self.signalToNoise = signalToNoise
  }
}

extension GSV {
  /// The most satellites one sentence can list.
  ///
  /// The standard says four; some receivers send more.
  public static let mostSatellites = 8

  /// One satellite of this sentence, from 0 to `count`; what is out of its range is nil.
  public subscript(index: Int) -> SatelliteInView {
    get {
      let place = 4 * index
      return SatelliteInView(
        number: numbers[place],
        elevation: numbers[place + 1].flatMap { -90...90 ~= $0 ? $0 : nil },
        azimuth: numbers[place + 2].flatMap { 0...360 ~= $0 ? $0 % 360 : nil },
        signalToNoise: numbers[place + 3].flatMap { 0...99 ~= $0 ? $0 : nil })
    }
    set {
      let place = 4 * index
      numbers[place] = newValue.number
      numbers[place + 1] = newValue.elevation
      numbers[place + 2] = newValue.azimuth
      numbers[place + 3] = newValue.signalToNoise
    }
  }

  /// Adds a satellite, if there is room for one more.
  public mutating func append(_ satellite: SatelliteInView) {
    guard count < GSV.mostSatellites else { return }
    self[count] = satellite
    count += 1
  }

  /// The numbers as they are stored, four for each satellite, for callers that store them in the same way.
  @inlinable
  package var stored: InlineArray<32, Int16> { numbers.raw }
}
