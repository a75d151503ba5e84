/// A MediaTek receiver names its firmware.
///
/// ```
///          1   2    3   4
///          |   |    |   |
/// $PMTK705,c…c,cccc,c…c,c…c*hh
/// $PMTK705,AXN_2.51_3339_19071200,0002,QUECTEL-L70,1.0*32
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 705 PMTK_DT_RELEASE".
public struct PMTK705: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PMTK705"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 2

  /// The firmware.
  public var release = FieldText()
  /// The build.
  public var build = FieldText()
  /// The product that the firmware was built for.
  public var product = FieldText()
  /// The development kit, where there was one.
  public var kit = FieldText()

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.text(&release, text)
    fields.text(&build, text)
    fields.text(&product, text)
    fields.text(&kit, text)
  }
}
