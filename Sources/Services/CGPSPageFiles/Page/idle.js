// The wall without buttons.

const idleTime = 60_000;

/** On a wall nobody needs buttons: they go when no pointer and no key has moved for a minute. */
export function hideButtonsWhenIdle() {
  let movedAt = performance.now();
  for (const name of ['pointermove', 'pointerdown', 'keydown']) {
    addEventListener(name, () => {
      movedAt = performance.now();
      delete document.body.dataset.idle;
    }, { passive: true });
  }
  return () => {
    if (performance.now() - movedAt > idleTime) document.body.dataset.idle = 'yes';
  };
}
