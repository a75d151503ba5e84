import GPSStore
import GPSSystemCalls
import TestSupport
import Testing

@testable import GPSBridgeTool
@testable import GPSServiceVerbs

@Suite struct `Settings of the track store` {
  private func read(_ texts: String...) throws -> FlagSettings { try Configuration.read(texts)[.store] }

  @Test func `are its limits`() throws {
    #expect(try read("{}").limits == StoreLimits() && StoreLimits().commit == .seconds(1))
    let settings = try read(
      """
      {store: {file: '/srv/track.db', keep: '3y', 'max-size': '4G', 'keep-free': '1M', commit: '10s',
        'rest-radius': '60m'}}
      """)
    #expect(
      settings.limits
        == StoreLimits(
          keep: .seconds(3 * 31_557_600), maxSize: 4 << 30, keepFree: 1 << 20, commit: .seconds(10),
          restRadius: 60))
    #expect(settings[.storeSetting]?.values == ["/srv/track.db"])
    #expect(try read("{store: {keep: '90d'}}").limits.keep == .seconds(90 * 86_400))
  }

  @Test func `of a later file replace earlier ones, key by key`() throws {
    let settings = try read("{store: {keep: '3y', commit: '10s'}}", "{\nstore: {\nkeep: '5y',\n},\n}")
    #expect(settings.limits.keep == .seconds(5 * 31_557_600) && settings.limits.commit == .seconds(10))
    #expect(settings.settings.map { "\($0.key) \($0.origin)" } == ["commit file0:1", "keep file1:3"])
  }

  @Test func `are shown, and checked`() throws {
    let configuration = { (text: String) throws in
      var configuration = Configuration(.gpsbridge)
      try configuration.read(Array(text.utf8), from: "file")
      try configuration.settle { $0 == "GPSBRIDGE_STORE" ? "/tmp/a.db" : nil }
      return configuration
    }
    let listing = ConfigListing(try configuration("{store: {file: 'auto', keep: '3y'}}"), showsOrigin: true)
    #expect(
      listing.text == """
        {
          "store":{
            "file":"/tmp/a.db",   // GPSBRIDGE_STORE
            "keep":"3y"   // file:1
          }
        }

        """)
  }

  // MARK: The built program

  private func record(_ environment: [String: String]) throws -> Run {
    let words = ["record", "sim:drive?seed=7", "--store", "auto", "--duration", "2500ms"]
    return try gpsbridge(words, environment: environment)
  }

  @Test func `say what --store auto means; without one it is a private file of this user`() throws {
    let folder = try WorkFolder()
    let state = folder("state")
    let run = try record(["XDG_STATE_HOME": state, "XDG_CONFIG_HOME": state])
    let path = state + "/gpsbridge/track.db"
    #expect(run.exit == 0 && run.message.hasPrefix(path + ": "), "\(run)")
    #expect(Kernel.node(path).map { $0.mode & 0o777 } == 0o600)
    #expect(Kernel.node(state + "/gpsbridge").map { $0.mode & 0o777 } == 0o700)
    let other = folder("other.db")
    let named = try record(["XDG_STATE_HOME": state, "XDG_CONFIG_HOME": state, "GPSBRIDGE_STORE": other])
    #expect(named.exit == 0 && named.message.hasPrefix(other + ": "), "\(named)")
  }
}
