/// How a receiver moves: the same numbers in all generations.
public struct DynamicModel: RawRepresentable, Sendable, Hashable {
  /// The number.
  public var rawValue: UInt8
  /// Makes one of its number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// 0: in a hand or a bag; up to 12 km.
  public static let portable = DynamicModel(rawValue: 0)
  /// 2: not at all; up to 9 km.
  public static let stationary = DynamicModel(rawValue: 2)
  /// 3: on foot; up to 9 km.
  public static let pedestrian = DynamicModel(rawValue: 3)
  /// 4: by car; up to 6 km.
  public static let automotive = DynamicModel(rawValue: 4)
  /// 5: by ship; up to 500 m.
  public static let sea = DynamicModel(rawValue: 5)
  /// 6: by aircraft, under 1 g; no fixes in two dimensions.
  public static let airborne1g = DynamicModel(rawValue: 6)
  /// 7: by aircraft, under 2 g.
  public static let airborne2g = DynamicModel(rawValue: 7)
  /// 8: by aircraft, under 4 g.
  public static let airborne4g = DynamicModel(rawValue: 8)
  /// 9: at a wrist, since protocol 18.
  public static let wrist = DynamicModel(rawValue: 9)
  /// 10: by motorbike, of some receivers since protocol 19.2.
  public static let motorbike = DynamicModel(rawValue: 10)
  /// 11: by lawn mower, of receivers with sensors.
  public static let mower = DynamicModel(rawValue: 11)
  /// 12: by scooter, of receivers with sensors.
  public static let scooter = DynamicModel(rawValue: 12)
  /// 13: by rail, of receivers with sensors.
  public static let rail = DynamicModel(rawValue: 13)
}

extension CfgNAV5 {
  /// The kinds of fixes that a receiver may compute.
  public struct FixMode: RawRepresentable, Sendable, Hashable {
    /// The number.
    public var rawValue: UInt8
    /// Makes one of its number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// 1: in two dimensions only.
    public static let twoDimensional = FixMode(rawValue: 1)
    /// 2: in three dimensions only.
    public static let threeDimensional = FixMode(rawValue: 2)
    /// 3: as it can.
    public static let automatic = FixMode(rawValue: 3)
  }
}
