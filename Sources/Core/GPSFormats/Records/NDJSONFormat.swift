public import GNSS
package import GPSBase
package import GPSBridge
internal import GPSGeodesy
package import SerialPorts

/// Our own records: one JSON object per line, beginning with its type and version.
///
/// ```swift
/// let format = NDJSONFormat(device: "/dev/ttyACM0", types: [.fix])
/// for await fix in receiver.fixes.keeping(.unbounded) { print(String(decoding: format.lines(for: fix), as: UTF8.self)) }
/// ```
///
/// docs/records.md describes each key. A missing key means that the value was not reported.
public struct NDJSONFormat: EpochFormat, Sendable {
  /// The receiver's name in each record.
  public let device: String
  /// The kinds of records to write; others are left out.
  public let types: Set<RecordType>
  /// The place to which each fix gives the distance and direction; nil for none.
  package var destination: Coordinate?

  /// - Parameters:
  ///   - device: The receiver's name in each record.
  ///   - types: The kinds of records to write.
  public init(device: String, types: Set<RecordType> = [.fix, .sky]) {
    (self.device, self.types) = (device, types)
  }

  /// Returns the same format for a different receiver.
  public func named(_ device: String) -> NDJSONFormat {
    var format = NDJSONFormat(device: device, types: types)
    format.destination = destination
    return format
  }

  /// The lines for a fix or a sky of a recording.
  public func lines(for output: DecodedOutput) -> [UInt8] { lines(for: output, at: .recorded) }

  /// The lines for a fix or a sky that a receiver reported at this moment.
  public func lines(for output: DecodedOutput, at moment: FixMoment) -> [UInt8] {
    switch output {
    case .fix(let fix): types.contains(.fix) ? line(.fix) { write(fix, moment, &$0) } : []
    case .sky(let sky): types.contains(.sky) ? line(.sky) { write(sky, &$0) } : []
    case .condition(let hardware):
      types.contains(.condition) ? line(.condition) { Self.write(hardware, moment, &$0) } : []
    case .sentence, .message: []
    }
  }

  package func line(_ type: RecordType, _ fill: (inout JSONWriter) -> Void) -> [UInt8] {
    Self.line(type) { json in
      json.member("device", device)
      fill(&json)
    }
  }

  package static func line(_ type: RecordType, _ fill: (inout JSONWriter) -> Void) -> [UInt8] {
    JSONWriter.line { json in
      json.member("type", type.rawValue)
      json.member("v", 1)
      fill(&json)
    }
  }

  package static func fix(_ point: TrackPoint, device: String, segment: Int) -> [UInt8] {
    line(.fix) { json in
      json.member("device", point.device ?? device)
      Self.write(point.fix, point.moment, &json)
      json.member("segment", segment)
    }
  }

  private func write(_ fix: Fix, _ moment: FixMoment, _ json: inout JSONWriter) {
    Self.write(fix, moment, &json)
    guard let destination, let place = fix.believable.coordinate else { return }
    let approach = Approach(from: place, to: destination, speed: fix.speed, course: fix.course)
    json.member("to_distance_m", approach.distance, decimals: 1)
    json.member("to_bearing_deg", approach.bearing, decimals: 1)
    json.member("to_closing_mps", approach.closingSpeed, decimals: 2)
    json.member("to_s", approach.secondsToGo, decimals: 0)
  }

  private static func write(_ fix: Fix, _ moment: FixMoment, _ json: inout JSONWriter) {
    for key in FixKey.allCases { json.member(key, key.value(in: fix, at: moment)) }
    if let average = moment.average {
      json.member("averaged_n", average.count)
      json.member("averaged_s", average.seconds, decimals: 3)
      json.member("cep50_m", average.cep50, decimals: 3)
      json.member("spread_m", average.spread, decimals: 3)
      json.member("cep95_m", average.cep95, decimals: 3)
      if average.hasMoved { json.member("moved", true) }
    }
    json.member("cn0_dbhz", moment.signal)
    if moment.isTimeWrong { json.member("time_wrong", true) }
    let isUnnamed = fix.timeCorrections.isEmpty && moment.isTimeCorrected
    let words = isUnnamed ? [FixRecord.unnamedCorrection] : fix.timeCorrections.words
    guard !words.isEmpty else { return }
    json.array("corrections") { json in for word in words { json.element(word) } }
  }

  private func write(_ sky: Sky, _ json: inout JSONWriter) {
    json.member("time", sky.time)
    json.array("satellites") { json in
      for satellite in sky.satellites {
        json.object { json in
          json.member("gnss", satellite.identity.constellation.word)
          json.member("id", satellite.identity.number)
          json.member("signal", satellite.signal?.word)
          json.member("el_deg", satellite.elevation)
          json.member("az_deg", satellite.azimuth)
          json.member("cn0_dbhz", satellite.carrierToNoise)
          json.member("used", satellite.isUsed)
        }
      }
    }
  }

  package static func stats(_ stats: WatchStats, device: String) -> [UInt8] {
    line(.stats) { json in
      json.member("device", device)
      for (key, count) in stats.counts { json.member(key, count) }
      json.member("language", stats.language?.word)
    }
  }

  // Records of live receivers: events, devices and verdicts.

  /// An event; without a time if a recording has none.
  package func line(_ told: EventRecord, at time: UTC?) -> [UInt8] {
    line(.event) { json in
      json.member("at", time)
      json.member("event", told.word)
      json.member("what", told.what)
      told.facts(&json)
    }
  }

  /// The receiver's condition and the remedy; without a time if a recording has none.
  package func line(_ verdict: Verdict, at time: UTC?) -> [UInt8] {
    line(.verdict) { json in
      json.member("at", time)
      json.member("code", verdict.code.rawValue)
      json.member("what", verdict.what)
      json.member("why", verdict.why)
      json.member("do", verdict.remedy.isEmpty ? nil : verdict.remedy)
      json.member("expect", verdict.expectation.isEmpty ? nil : verdict.expectation)
      json.member("expect_s", verdict.expectedTime?.seconds)
      json.array("evidence") { json in
        for piece in verdict.evidence {
          json.object { json in
            json.member("source", piece.source)
            json.member("finding", piece.finding)
          }
        }
      }
    }
  }

  /// A device, and its new state.
  package func line(_ change: DeviceChange) -> [UInt8] { line(.device) { change.write(&$0) } }

  /// The record of a setting that was restored, or could not be.
  ///
  /// - Parameters:
  ///   - restoring: The setting and the result.
  ///   - commands: The command language of the receiver; nil while unknown.
  ///   - time: The time of the result; nil if times are not wanted.
  /// - Returns: The record with its line end.
  package func line(
    _ restoring: SettingRestoring, commands: ReceiverDialect?, at time: UTC?
  ) -> [UInt8] {
    line(.setting) { json in
      json.member("at", time)
      json.member("setting", restoring.value.kind.rawValue)
      json.member("state", restoring.error == nil ? "restored" : "not_restored")
      json.member(restoring.value)
      json.member("commands", commands?.rawValue)
      json.member("error", restoring.error?.settingState)
      json.member("message", restoring.error?.message)
    }
  }

  // The record of the receiver's own status report.

  static func write(_ hardware: HardwareCondition, _ moment: FixMoment, _ json: inout JSONWriter) {
    json.member("at", moment.received)
    json.member("antenna", hardware.antenna?.word)
    json.member("antenna_powered", hardware.isAntennaPowered)
    json.member("jamming", hardware.jamming?.word)
    json.member("interference", hardware.interference)
    json.member("spoofing", hardware.spoofing?.word)
    if !hardware.frontEnds.isEmpty { write(hardware.frontEnds, &json) }
    json.member("processor_percent", hardware.load.processor)
    json.member("memory_percent", hardware.load.memory)
    json.member("sending_percent", hardware.load.sending)
    json.member("dropped", hardware.load.hasDropped)
    json.member("temperature_c", hardware.temperature)
    json.member("uptime_s", hardware.timeSinceStart)
    json.member("ttff_s", hardware.timeToFirstFix)
    json.member("notice", hardware.notice.map { VisibleText.escaped($0.text.utf8) })
    json.member("notices", hardware.notice?.count)
  }

  private static func write(_ fronts: [HardwareCondition.FrontEnd], _ json: inout JSONWriter) {
    json.array("front_ends") { json in
      for front in fronts {
        json.object { json in
          json.member("number", front.number)
          json.member("antenna", front.antenna?.word)
          json.member("jamming", front.jamming?.word)
          json.member("interference", front.interference)
          json.member("noise", front.noise)
          json.member("gain_percent", front.gain)
        }
      }
    }
  }
}

/// Our own `fix` records, one per point, with the number of the segment.
package struct TrackRecords: TrackWriter {
  package let output: any FormatSink
  package let device: String
  private var segment = 0

  package init(output: any FormatSink, device: String) { (self.output, self.device) = (output, device) }

  package mutating func beginSegment() { segment += 1 }

  package func write(_ point: TrackPoint) {
    output.write(NDJSONFormat.fix(point, device: device, segment: segment))
  }

  package var marksSuspects: Bool { true }
}

/// A device and its change, as in a `device` record.
package struct DeviceChange: Sendable {
  package enum State: String { case present, opened, busy, denied, gone }

  package var path: String
  package var port: SerialPortDescription?
  /// A selector that matches only this port.
  package var selector: String?
  package var state: State
  package var holder: PortHolder?
  package var speed: Int?
  /// The update rate; nil until it is known.
  package var rate: UpdateRate?
  /// The display name, for a device without a port that has one.
  private var name: String?

  /// Extracts the change from an event; nil for events that do not concern a device.
  ///
  /// - Parameters:
  ///   - event: An event of a receiver.
  ///   - ports: Returns the known ports; called only if the event concerns a device.
  package init?(_ event: ReceiverEvent.Kind, among ports: () -> [SerialPortDescription]) {
    switch event {
    case .attached(let place): self.init(place, .present, ports())
    case .detached(let place): self.init(place, .gone, ports())
    case .opened(let place, let speed):
      self.init(place, .opened, ports())
      self.speed = speed
    case .openFailed(let error):
      guard let port = error.underlying else { return nil }
      switch port.code {
      case .permissionDenied: self.init(port.path, .denied, ports())
      case .busy: self.init(port.path, .busy, ports())
      default: return nil
      }
      holder = port.holders.first
    default: return nil
    }
  }

  package init(_ port: SerialPortDescription, _ state: State, among ports: [SerialPortDescription]) {
    path = port.node
    (self.port, self.state) = (port, state)
    selector = "\(SerialPortSelector.naming(port, among: ports))"
  }

  private init(_ place: DevicePlace, _ state: State, _ ports: [SerialPortDescription]) {
    self.init(place.node, state, ports)
    // Many devices have no name except their node.
    if place.name != place.node { name = place.name }
  }

  private init(_ path: String, _ state: State, _ ports: [SerialPortDescription]) {
    (self.path, self.state) = (path, state)
    port = ports.first { $0.node == path || $0.links.contains(path) }
    selector = port.map { "\(SerialPortSelector.naming($0, among: ports))" }
  }

  package func write(_ json: inout JSONWriter) {
    json.member("path", path)
    json.member("selector", selector)
    json.member("class", port?.classification.kind.word)
    json.member("product", port?.displayName ?? name)
    json.member("vendor_id", port?.usb.map { Self.hexadecimal($0.identity.vendor) })
    json.member("product_id", port?.usb.map { Self.hexadecimal($0.identity.product) })
    json.member("serial", port?.usb?.serialNumber)
    json.member("driver", port?.driver)
    json.member("usb_path", port?.usb?.place)
    json.member("state", state.rawValue)
    if let holder {
      json.object("holder") { json in
        json.member("pid", holder.process)
        json.member("name", holder.name.isEmpty ? nil : holder.name)
      }
    }
    json.member("speed_baud", speed)
    json.member("rate_hz", rate?.hertz, decimals: 3)
  }

  private static func hexadecimal(_ number: UInt16) -> String {
    VisibleText.hexadecimal(UInt32(number), digits: 4)
  }
}

extension SerialPortKind {
  /// The kind's name in records.
  package var word: String {
    switch self {
    case .receiver: "gnss"
    case .binaryReceiver: "gnss_binary"
    case .gateway: "nmea_gateway"
    case .bridge: "generic_bridge"
    case .modemReceiver: "modem"
    case .other: "not_a_gps"
    case .unknown: "unknown"
    }
  }
}

/// A setting that the receiver had lost, and the result of restoring it.
package struct SettingRestoring: Sendable, Hashable {
  package var value: SettingValue
  /// Why the setting could not be restored; nil if it was.
  package var error: LocationError?

  /// Extracts the setting and the result from an event; nil for other events.
  package init?(_ event: ReceiverEvent.Kind) {
    switch event {
    case .settingRestored(let value): self.value = value
    case .settingNotRestored(let value, let error): (self.value, self.error) = (value, error)
    default: return nil
    }
  }
}

extension LocationError {
  package var settingState: String {
    switch code {
    case .settingRefused: "refused"
    case .settingTimedOut: "timed_out"
    case .unsupported: "unsupported"
    default: "failed"
    }
  }
}

extension JSONWriter {
  /// Writes the value of a setting, under the key for its unit.
  package mutating func member(_ value: SettingValue?, prefix: String = "") {
    guard let record = value?.recordForm else { return }
    let key = prefix + record.key
    switch record.content {
    case .number(let number, let decimals): member(key, number, decimals: decimals)
    case .whole(let number): member(key, number)
    case .word(let word): member(key, word)
    case .list(let words): array(key, words)
    case .systems(let systems): array(key, systems.map(\.word))
    }
  }

  private mutating func array(_ key: String, _ names: [String]) {
    array(key) { json in for name in names.sorted() { json.element(name) } }
  }
}
