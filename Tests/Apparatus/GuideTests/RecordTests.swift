import GPSBridge
import GPSFormats
import SimulatedGPS
import Testing

/// The records of a receiver's reports as somebody makes them who has the package and no part of the tool.
@Suite(.timeLimit(.minutes(2))) struct `Records of reports in the hands of others` {
  /// A stick that forgets its settings without power, pulled out after half a minute for five seconds.
  private func receiver(_ time: ManualTime, profile: [SettingValue]) throws -> SimulatedReceiver {
    var options = ReceiverOptions()
    options.profile = profile
    let scenario = try Scenario(parsing: "sim:static?start=hot&dialect=ublox8&seed=7")
    return SimulatedReceiver(scenario, time: time, options: options) {
      Story.Wait(for: .seconds(30))
      Story.Unplug(for: .seconds(5))
    }
  }

  /// All records of these kinds from a minute and a half.
  private func records(_ types: Set<RecordType>) async throws -> [ReportRecord] {
    let time = ManualTime(utcSeconds: 1_795_176_000)
    let simulated = try receiver(time, profile: [Setting.updateRate(.hertz(2)), Setting.model(.sea)])
    let reports = simulated.receiver.reports.subscribe(.unbounded)
    let receiver = simulated.receiver
    let task = Task {
      var records = ReportRecords(of: receiver, named: "mast", types: types)
      var all: [ReportRecord] = []
      for await report in reports { all += records.take(report, at: LiveMoment(time)) }
      return all
    }
    await time.advance(by: .seconds(90))
    reports.cancel()
    return await task.value
  }

  private func text(_ record: ReportRecord) -> String { String(decoding: record.line, as: UTF8.self) }

  @Test func `are of the kinds that were asked for, each a line of its kind`() async throws {
    let types: Set<RecordType> = [.verdict, .event, .setting, .device]
    let records = try await records(types)
    #expect(Set(records.map(\.type)) == types)
    for record in records {
      #expect(text(record).hasPrefix("{\"type\":\"\(record.type.rawValue)\",\"v\":1,"), "\(text(record))")
      #expect(text(record).hasSuffix("}\n"))
    }
  }

  @Test func `say of a verdict what is the case, and why`() async throws {
    let verdicts = try await records([.verdict]).map(text)
    #expect(verdicts.contains { $0.contains("\"code\":\"good\"") })
    #expect(verdicts.contains { $0.contains("\"code\":\"device_gone\"") }, "\(verdicts)")
    #expect(verdicts.allSatisfy { $0.contains("\"what\":\"") && $0.contains("\"why\":\"") })
  }

  @Test func `say of a setting that it was put back, at each opening`() async throws {
    let settings = try await records([.setting]).map(text)
    #expect(settings.count == 4, "two settings, two openings: \(settings)")
    #expect(settings.allSatisfy { $0.contains("\"state\":\"restored\"") })
    #expect(settings.filter { $0.contains("\"rate_hz\":2") }.count == 2)
    #expect(settings.filter { $0.contains("\"value\":\"sea\"") }.count == 2)
  }

  @Test func `say how many reports a slow reader has lost`() {
    let time = ManualTime(utcSeconds: 1_795_176_000)
    let receiver = SimulatedReceiver(.walk, time: time).receiver
    let lost = ReportRecords(of: receiver, types: [.event]).dropped(12, at: LiveMoment(time))
    #expect(lost.count == 1 && text(lost[0]).contains("12"))
    #expect(ReportRecords(of: receiver, types: [.fix]).dropped(12, at: LiveMoment(time)).isEmpty)
  }

  @Test func `are written as the page has it`() async {
    let time = ManualTime(utcSeconds: 1_795_176_000)
    let receiver = SimulatedReceiver(.walk, time: time).receiver
    let task = Task {
      let sink = MemorySink()
      await writeRecords(of: receiver, to: sink)
      return sink.text
    }
    await time.advance(by: .seconds(30))
    task.cancel()
    let text = await task.value
    #expect(text.contains("\"type\":\"verdict\"") && text.contains("\"type\":\"event\""))
    #expect(!text.contains("\"type\":\"fix\""))
  }
}
