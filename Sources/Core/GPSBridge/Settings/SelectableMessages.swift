public import UBX

extension MessageKind {
  /// The messages that can be enabled on a receiver of a generation, for ``Setting/enabledMessages``.
  public static func selectable(for generation: ReceiverGeneration) -> [MessageKind] {
    rows.filter { $0.isKnown(generation) }.map(\.kind)
  }

  /// The messages that can be enabled on receivers of any generation.
  public static var selectable: [MessageKind] { rows.map(\.kind) }

  /// The messages that a generation needs for a complete fix with satellites when it sends no sentences.
  static func forWholeFix(_ generation: ReceiverGeneration) -> [MessageKind] {
    let needed: Set<MessageKind> =
      generation.hasPVT ? [.navPVT, .navDOP] : [.navSOL, .navTIMEUTC, .navDOP]
    let satellites: Set<MessageKind> = generation.hasSAT ? [.navSAT, .navEOE] : [.navSVINFO]
    return selectable(for: generation).filter(needed.union(satellites).contains)
  }

  private static let rows: [(kind: MessageKind, isKnown: @Sendable (ReceiverGeneration) -> Bool)] = [
    (.navPVT, { $0.hasPVT }), (.navSOL, { $0.hasSOL }), (.navPOSLLH, { _ in true }),
    (.navVELNED, { _ in true }), (.navSTATUS, { _ in true }), (.navDOP, { _ in true }),
    (.navCOV, { $0.hasSIG }), (.navSVINFO, { $0.hasSOL }), (.navSAT, { $0.hasSAT }), (.navSIG, { $0.hasSIG }),
    (.navTIMEGPS, { _ in true }), (.navTIMEUTC, { _ in true }), (.navTIMELS, { $0.hasSAT }),
    (.navEOE, { $0.hasSAT }), (.monHW, { $0.takesOldSettings }), (.monRF, { $0.hasSIG }),
    (.secSIG, { $0.hasSIG }),
  ]
}
