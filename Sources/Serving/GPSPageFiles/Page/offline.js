// The page on a home screen: a worker answers where the service cannot be reached. Browsers allow one only over https and on
// this machine.

/** Registers the worker. */
export function begin() {
  if (!navigator.serviceWorker) return;
  // The policy of the page lets no script be loaded by an address that is made; this one is always the same.
  const policy = window.trustedTypes?.createPolicy('worker', { createScriptURL: () => '/worker.js' });
  // Without one the page is as before: a certificate that the browser does not know is enough for that.
  navigator.serviceWorker.register(policy?.createScriptURL('') ?? '/worker.js').catch(() => {});
}
