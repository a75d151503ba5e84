# The faults: a name, a file, what stands there, and what is planted in its place.
broadcast=Sources/GPSDelivery/Broadcast
delegates=Sources/GPSDelivery/Delegates
multicast=Sources/GPSDelivery/Multicast
seat=Sources/GPSDelivery/Seat
oneshot=Sources/GPSDelivery/OneShot
reactive=Sources/GPSDeliveryReactive

fault lock-never-taken Sources/Base/GPSSystemCalls/Locking/Guarded.swift \
  'unsafe pthread_mutex_lock(mutex)' '0 as CInt'
fault element-dies-under-lock $broadcast/MailboxTable.swift \
  'if let lost, lost !== previous { deferred.discard(lost) }' '_ = lost'
fault latest-dies-under-lock $broadcast/MailboxTable.swift \
  'if let previous { deferred.discard(previous) }' ''
fault waiter-woken-under-lock $broadcast/MailboxTable.swift \
  'deferred.waiters.append(sleeper)' 'sleeper.resume()'
fault waiter-parked-without-asking-again $broadcast/MailboxTable.swift \
  'guard mailboxes[index].isOpen, mailboxes[index].backlog.count == 0 else { return nil }' ''
fault error-thrown-for-ever $broadcast/MailboxTable.swift \
  '      phase = .over
      return .end(ending)' '      return .end(ending)'
fault end-before-what-waits $broadcast/MailboxTable.swift \
  '    phase = .ending(ending)' '    phase = .ending(ending); _ = backlog.drain()'
fault late-subscriber-never-told $broadcast/MailboxTable.swift \
  '      mailbox.end(ending, &deferred)' '      _ = ending'
fault newest-keeps-the-oldest $broadcast/MailboxTable.swift \
  'guard case .newest = buffering else { return }' 'guard case .oldest = buffering else { return }'
fault drops-not-counted $broadcast/MailboxTable.swift \
  '      dropped += 1' '      dropped += 0'
fault ring-turned-wrongly $broadcast/Backlog.swift \
  'larger[index] = ring[(head + index) & (ring.count - 1)]' 'larger[index] = ring[index]'
fault taken-parcel-kept $broadcast/Backlog.swift \
  '    ring[head] = nil' ''
fault batch-larger-than-its-limit $broadcast/Subscription.swift \
  'guard batch.isEmpty else { return batch }' \
  'guard batch.isEmpty else { return batch + elements(of: hub.takeAll(index)) + [batch[0]] }'
fault replay-unasked $broadcast/MailboxTable.swift \
  'if replayLatest, let latest' 'if let latest'
fault subscription-never-leaves $broadcast/Subscription.swift \
  'deinit { hub.vacate(index) }' ''
fault demand-reported-by-two $broadcast/MailboxTable.swift \
  'guard !isReporting else { return }' ''
fault demand-silent-at-the-end $broadcast/MailboxTable.swift \
  '      open = 0
      edge(.ended, &deferred)' '      open = 0'
fault hub-outlives-itself $broadcast/Broadcast.swift \
  'deinit { finish() }' ''

# Only where the optimizer is at work: without it an empty method keeps its hop.
fault seat-loses-its-hop $seat.swift \
  'private func visit() { visits &+= 1 }' 'private func visit() {}'
fault seat-forgets-the-actor $broadcast/Broadcast.swift \
  'seat.wait(isolation: isolation)' 'seat.wait(isolation: nil)'
fault refused-waiter-waits-on $seat.swift \
  'if !room.park(waiter, number) { waiter.resume() }' '_ = room.park(waiter, number)'
fault rest-never-told $broadcast/Broadcast.swift \
  'for watcher in watchers { watcher() }' '_ = watchers'

fault last-answer-wins $oneshot.swift \
  'guard case .pending(let waiters) = state else { return nil }' \
  'guard case .pending(let waiters) = state else { state = .resolved(answer); return OneShotWaiters() }'
fault callbacks-out-of-order $oneshot.swift \
  '$0.key < $1.key' '$0.key > $1.key'
fault cancelled-waiter-waits-on $oneshot.swift \
  'guard waiters[number] != nil else { return false }' ''
fault cancelling-one-rejects-all $oneshot.swift \
  'if case .seated(let waiter) = waiter { waiter.resume() }' \
  'if case .seated(let waiter) = waiter { waiter.resume() }; reject(cancelled)'
fault dropped-resolver-silent $oneshot.swift \
  'deinit { oneShot.reject(oneShot.abandoned) }' 'deinit {}'

fault sent-after-the-call $delegates/ForwardingProxy.swift \
  '    notify(sent, method.key, arguments)
    if let delegate = forwardToDelegate() { method.call(delegate, arguments) }' \
  '    if let delegate = forwardToDelegate() { method.call(delegate, arguments) }
    notify(sent, method.key, arguments)'
fault setter-displaces-the-proxy $delegates/ProxyAware.swift \
  'guard let proxy = first as? ForwardingProxy<Delegate>, !Self.isOfSameParent(object, proxy) else {' \
  'guard let proxy = first as? ForwardingProxy<Delegate>, newValue == nil else {'
fault present-delegate-lost $delegates/DelegateProxyType.swift \
  '    proxy.setForwardToDelegate(current, retainDelegate: false)' ''
fault chain-turned-round $delegates/ProxyRegistry.swift \
  'next = (current as? ForwardingProxy<Delegate>)?.forwardToDelegate().map { $0 as AnyObject }' 'next = nil'
fault new-object-gets-an-old-proxy $delegates/ProxyRegistry.swift \
  ', entry.object === object else' ' else'
fault dead-parents-never-swept $delegates/ProxyRegistry.swift \
  'for key in dead.keys { entries[key] = nil }' ''
fault delegate-always-retained $delegates/ForwardingProxy.swift \
  'owned: retained ? object : nil' 'owned: object'
fault delegate-never-retained $delegates/ForwardingProxy.swift \
  'owned: retained ? object : nil' 'owned: nil'
fault disposal-clobbers-a-later-delegate $delegates/ForwardingProxy.swift \
  'let removed = chain.remove(number)' 'let removed = chain.set(nil, retained: false); _ = number'
fault methods-of-one-name-mixed $delegates/DelegateMethod.swift \
  'arguments: ObjectIdentifier(Arguments.self)' 'arguments: ObjectIdentifier(Any.self)'
fault tokens-of-one-name-mixed $delegates/DelegateMethod.swift \
  'place = SourcePlace(file: file, line: line, column: column)' 'place = SourcePlace(file: "", line: 0, column: 0)'
fault end-never-told $delegates/DelegateProxy.swift \
  'isolated deinit { finish() }' ''
fault superclass-factory-for-all $delegates/ProxyRegistry.swift \
  'if let entry = best(Proxy.self, ObjectIdentifier(mirror.subjectType)) { return entry.factory(object) }' \
  'if mirror.superclassMirror == nil, let entry = best(Proxy.self, ObjectIdentifier(mirror.subjectType)) { return entry.factory(object) }'
fault known-factories-forgotten $delegates/DelegateProxyType.swift \
  '    ProxyFactories.ask(self) { registerKnownImplementations() }
    ProxyFactories.add(' '    ProxyFactories.ask(self) {}
    ProxyFactories.add('
fault sub-proxy-not-found $delegates/ProxyRegistry.swift \
  '$0.proxy is Proxy.Type' '$0.proxy == Proxy.self'
fault inherited-factory-before-a-registered-one $delegates/ProxyRegistry.swift \
  'guard entry.isKnown else { return (2, entry.order) }' 'guard entry.order < 0 else { return (2, entry.order) }'
fault proxy-leaves-its-actor $delegates/ForwardingProxy.swift \
  '@available(*, unavailable) extension ForwardingProxy: Sendable {}' ''
fault gone-consumer-never-forgotten $delegates/DelegateProxy.swift \
  'if demand == .ended {' 'if demand == .began {'

fault removed-delegate-still-called $multicast/MulticastDelegates.swift \
  'guard removals == removalsBefore' 'guard removals >= removalsBefore'
fault dead-delegate-blocks-its-address $multicast/MulticastDelegates.swift \
  'return members[index].reference() != nil' 'return members[index].serial > 0'
fault delegate-added-twice $multicast/MulticastDelegates.swift \
  'guard !contains(identity) else { return false }' ''
fault cancelled-observer-still-told $multicast/FanOut.swift \
  '    entry.content = nil
    removed += 1' '    removed += 1'
fault listener-never-leaves $multicast/DelegateListener.swift \
  'else { parentObject?.removeDelegate(itself) }' ''

fault told-after-disposal $reactive/Sink.swift \
  '    observer = nil
    self.upstream = nil' '    self.upstream = nil'
fault source-not-ended-with-the-last $reactive/ObservableType+Share.swift \
  'guard observers.isEmpty else { return }' 'guard observers.count > 9 else { return }'
fault binder-keeps-its-object $reactive/Binder.swift \
  '{ [weak target] value in
      if let target { binding(target, value) }
    }' '{ value in binding(target, value) }'
fault promise-callbacks-overtake $reactive/Promise.swift \
  'waiting.append(callback)' 'waiting.insert(callback, at: 0)'
