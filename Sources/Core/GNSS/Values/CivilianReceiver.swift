/// The limits of receivers that are sold to everybody.
package enum CivilianReceiver {
  /// A speed in meters per second at which they stop working; a position that was faster has jumped.
  package static let fastest = 515.0
}
