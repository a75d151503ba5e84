import DiscoverySupport
import GPSSystemCalls
import Glibc
import TestSupport
import Testing

@testable import SerialPorts

@Suite(.timeLimit(.minutes(2))) struct `What another thread changes meanwhile` {
  @Test func `is in the list as a whole port or not at all`() throws {
    let system = try FakeSystem()
    let stick = FakePort.ublox()
    let listed = Guarded(0)
    let hasEnded = Guarded(false)
    let torn = Guarded<[SerialPortDescription]>([])
    let failures = Guarded<[any Error]>([])
    onThreads(2) { number in
      if number == 0 {
        while !hasEnded.withLock({ $0 }) {
          let ports = SerialPortList.current(roots: system.roots).ports
          let bad = ports.filter {
            $0.key != stick.pathName || $0.driver == nil || $0.usb?.productName == nil
          }
          torn.withLock { $0 += bad }
          listed.withLock { $0 += 1 }
        }
        return
      }
      for _ in 0..<25 {
        for change in [system.plug, system.unplug] {
          do { try change(stick) } catch { failures.withLock { $0.append(error) } }
          // Each state must last for one whole look; the first to end may have begun before.
          let before = listed.withLock { $0 }
          while listed.withLock({ $0 }) < before + 2 { sched_yield() }
        }
      }
      hasEnded.withLock { $0 = true }
    }
    #expect(torn.withLock { $0 } == [])
    #expect(failures.withLock { $0.map { "\($0)" } } == [])
  }

  @Test func `is no number because it is a link that its maker replaces again and again`() throws {
    let target = try PseudoTerminal()
    let path = target.path
    let link = "/tmp/gpsbridge-again-\(Kernel.ownProcess())"
    unsafe symlink(path, link)
    defer {
      unsafe unlink(link)
      withExtendedLifetime(target) {}
    }
    let wrong = Guarded<Int?>(nil)
    onThreads(2) { number in
      if number == 0 {
        while wrong.withLock({ $0 == nil }) {
          unsafe unlink(link)
          unsafe symlink(path, link)
        }
      } else {
        let count = (0..<50_000).count { _ in TerminalTrace.isNumber(link) }
        wrong.withLock { $0 = count }
      }
    }
    #expect(wrong.withLock { $0 } == 0)
  }
}
