// The worker of a page on a home screen. Browsers allow one only over https and on this machine.

/** Registers it; a certificate that a browser does not know is enough to refuse it. */
export function begin() {
  // The policy lets no other address of a script be made.
  const policy = window.trustedTypes?.createPolicy('worker', { createScriptURL: () => '/worker.js' });
  navigator.serviceWorker?.register(policy?.createScriptURL('') ?? '/worker.js').catch(() => {});
}
