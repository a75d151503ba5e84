// Fingers and the mouse on the map and the history.

const clickReach = 3;

/** Lets the map be moved by one pointer, and zoomed by two or by the wheel. */
export function listenOnMap(map, changed) {
  const canvas = map.canvas;
  const fingers = new Map();
  canvas.addEventListener('pointerdown', (event) => {
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointermove', (event) => {
    const before = fingers.get(event.pointerId);
    if (before === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    if (fingers.size === 1) {
      // A hand that trembles does not end following.
      if (map.follows && Math.hypot(now.x - before.x, now.y - before.y) < clickReach) return;
      map.move(before.x - now.x, before.y - now.y);
    } else {
      pinch(map, fingers, event.pointerId, before, now);
    }
    fingers.set(event.pointerId, now);
    changed();
  });
  for (const name of ['pointerup', 'pointercancel']) {
    canvas.addEventListener(name, (event) => fingers.delete(event.pointerId));
  }
  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    // A wheel that counts lines turns as far as one that counts pixels.
    const turned = event.deltaMode === 1 ? event.deltaY * 30 : event.deltaY;
    map.zoom(2 ** (-turned / 300), event.offsetX, event.offsetY);
    changed();
  }, { passive: false });
  canvas.addEventListener('dblclick', (event) => {
    map.zoom(2, event.offsetX, event.offsetY);
    changed();
  });
}

function pinch(map, fingers, pointer, before, now) {
  for (const [other, place] of fingers) {
    if (other === pointer) continue;
    const wide = Math.hypot(before.x - place.x, before.y - place.y);
    const { left, top } = map.canvas.getBoundingClientRect();
    // What is between the fingers stays there, and goes with them.
    const middle = [(before.x + place.x) / 2 - left, (before.y + place.y) / 2 - top];
    if (wide > 0) map.zoom(Math.hypot(now.x - place.x, now.y - place.y) / wide, ...middle);
    if (!map.follows) map.move((before.x - now.x) / 2, (before.y - now.y) / 2);
    return;
  }
}

/** Tells the time that is pointed at in the history, NaN when nothing is, and whether it is pressed. */
export function listenOnHistory(charts, pointed) {
  const canvas = charts.canvas;
  canvas.addEventListener('pointermove', (event) => {
    if (event.pointerType !== 'touch' || event.buttons > 0) pointed(charts.timeAt(event.offsetX), event.buttons > 0);
  });
  canvas.addEventListener('pointerdown', (event) => pointed(charts.timeAt(event.offsetX), true));
  // A finger that is lifted leaves the cursor where it was, so that it can be read.
  canvas.addEventListener('pointerleave', (event) => event.pointerType === 'mouse' && pointed(NaN));
}

/** Takes a file that is dropped anywhere on the page. */
export function listenForFiles(dropped) {
  const hint = document.getElementById('drop-hint');
  addEventListener('dragover', (event) => {
    event.preventDefault();
    hint.hidden = false;
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) hint.hidden = true;
  });
  addEventListener('drop', (event) => {
    event.preventDefault();
    hint.hidden = true;
    const file = event.dataTransfer?.files?.[0];
    if (file !== undefined) dropped(file);
  });
}

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
    if (performance.now() - movedAt > 60_000) document.body.dataset.idle = 'yes';
  };
}
