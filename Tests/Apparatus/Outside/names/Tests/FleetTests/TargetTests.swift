import CSQLite
import Delivery
import DeliveryReactive
import Geodesy
import GPSServices
import GPSWeb
import Locking
import Moments
import PageFiles
import Runtime
import Sockets
import SystemCalls
import TestSupport
import Testing
import Texts

@Suite struct `Targets with names that other packages have` {
  @Test func `are those of this package`() {
    let names = [
      deliveryTarget, deliveryReactiveTarget, geodesyTarget, lockingTarget, momentsTarget, pageFilesTarget,
      runtimeTarget, socketsTarget, systemCallsTarget, testSupportTarget, textsTarget,
    ]
    #expect(names.count == 11 && Set(names).count == 11)
    #expect(names.contains("Delivery") && names.contains("SystemCalls"))
  }

  @Test func `keep their C module beside a page that has a database too`() {
    #expect(csqlite_version() == 17)
    #expect(WebOptions().token == nil)
    #expect(ServiceOptions().names.isEmpty)
  }
}
