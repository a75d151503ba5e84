/// A dynamic model; the numbers are the same in all generations.
public struct DynamicModel: RawRepresentable, Sendable, Hashable, PayloadCode, CaseIterable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// 0: handheld or carried; up to 12 km.
  public static let portable = DynamicModel(rawValue: 0)
  /// 2: stationary; up to 9 km.
  public static let stationary = DynamicModel(rawValue: 2)
  /// 3: pedestrian; up to 9 km.
  public static let pedestrian = DynamicModel(rawValue: 3)
  /// 4: automotive; up to 6 km.
  public static let automotive = DynamicModel(rawValue: 4)
  /// 5: at sea; up to 500 m.
  public static let sea = DynamicModel(rawValue: 5)
  /// 6: airborne, below 1 g; no two-dimensional fixes.
  public static let airborne1g = DynamicModel(rawValue: 6)
  /// 7: airborne, below 2 g.
  public static let airborne2g = DynamicModel(rawValue: 7)
  /// 8: airborne, below 4 g.
  public static let airborne4g = DynamicModel(rawValue: 8)
  /// 9: worn on the wrist, since protocol 18.
  public static let wrist = DynamicModel(rawValue: 9)
  /// 10: motorbike, in some receivers since protocol 19.2.
  public static let motorbike = DynamicModel(rawValue: 10)
  /// 11: lawn mower, in receivers with sensors.
  public static let mower = DynamicModel(rawValue: 11)
  /// 12: e-scooter, in receivers with sensors.
  public static let scooter = DynamicModel(rawValue: 12)
  /// 13: rail, in receivers with sensors.
  public static let rail = DynamicModel(rawValue: 13)

  /// The models that have a name.
  public static var allCases: [DynamicModel] { names.map { $0.0 } }

  /// The name, such as `airborne_1g`; the number for a model without a name.
  public var name: String { Self.names.first { $0.0 == self }?.1 ?? "\(rawValue)" }

  private static let names: [(DynamicModel, String)] = [
    (.portable, "portable"), (.stationary, "stationary"), (.pedestrian, "pedestrian"),
    (.automotive, "automotive"), (.sea, "sea"), (.airborne1g, "airborne_1g"), (.airborne2g, "airborne_2g"),
    (.airborne4g, "airborne_4g"), (.wrist, "wrist"), (.motorbike, "motorbike"), (.mower, "mower"),
    (.scooter, "scooter"), (.rail, "rail"),
  ]
}

extension CfgNAV5 {
  /// The types of fix that a receiver may compute.
  package struct FixMode: RawRepresentable, Sendable, Hashable, PayloadCode {
    package var rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let twoDimensional = FixMode(rawValue: 1)
    package static let threeDimensional = FixMode(rawValue: 2)
    package static let automatic = FixMode(rawValue: 3)
  }
}
