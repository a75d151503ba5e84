// Fingers and the mouse on the map and the history.

const clickReach = 3;
const hintTime = 1500;
const pressTime = 600;

/**
 * Lets the map be moved by the mouse or by two fingers, and zoomed by those or by the wheel. One finger scrolls the page.
 * A long press and the right button call `pressed`, if it is given, with a pixel.
 */
export function listenOnMap(map, changed, hint, pressed) {
  const canvas = map.canvas;
  let before;
  canvas.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'touch') return;
    before = { x: event.clientX, y: event.clientY };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (before === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    // A hand that trembles does not end following.
    if (map.follows && Math.hypot(now.x - before.x, now.y - before.y) < clickReach) return;
    map.move(before.x - now.x, before.y - now.y);
    before = now;
    changed();
  });
  for (const name of ['pointerup', 'pointercancel']) canvas.addEventListener(name, () => { before = undefined; });
  listenForFingers(map, changed, hint);
  if (pressed) listenForPress(canvas, pressed);
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

function listenForPress(canvas, pressed) {
  let due;
  let begun;
  const end = () => clearTimeout(due);
  const press = (event) => {
    end();
    pressed(event.offsetX, event.offsetY);
  };
  canvas.addEventListener('pointerdown', (event) => {
    end();
    begun = event;
    if (event.isPrimary && event.button === 0) due = setTimeout(press, pressTime, event);
  });
  canvas.addEventListener('pointermove', (event) => begun && Math.hypot(event.clientX - begun.clientX, event.clientY - begun.clientY) > clickReach && end());
  for (const name of ['pointerup', 'pointercancel', 'wheel']) canvas.addEventListener(name, end);
  canvas.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    press(event);
  });
}

/** Two fingers move and zoom; where one is on its way over the map, a hint says so. */
function listenForFingers(map, changed, hint) {
  let before;
  let hiding;
  const spread = ([one, other = one]) => ({
    x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2,
    wide: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
  });
  const touched = (event) => {
    // On a whole screen there is nothing to scroll.
    if (event.touches.length < (document.body.dataset.whole ? 1 : 2)) {
      before = undefined;
      if (event.type !== 'touchmove') return;
      hint.hidden = false;
      clearTimeout(hiding);
      hiding = setTimeout(() => { hint.hidden = true; }, hintTime);
      return;
    }
    event.preventDefault();
    const now = spread(event.touches);
    // A finger that comes or goes moves nothing.
    if (before !== undefined && event.type === 'touchmove') {
      const { left, top } = map.canvas.getBoundingClientRect();
      // What is between the fingers stays there, and goes with them.
      if (before.wide > 0) map.zoom(now.wide / before.wide, before.x - left, before.y - top);
      const isMoved = Math.hypot(before.x - now.x, before.y - now.y) > (map.follows ? clickReach : 0);
      if (isMoved) map.move(before.x - now.x, before.y - now.y);
      // Small steps add up until they are a movement.
      else Object.assign(now, { x: before.x, y: before.y });
      changed();
    }
    before = now;
  };
  for (const name of ['touchstart', 'touchmove', 'touchend', 'touchcancel']) map.canvas.addEventListener(name, touched, { passive: false });
}

/**
 * Tells the time that is pointed at in the history, NaN when nothing is, and whether it is pressed. A mouse that is drawn
 * over a part chooses it; a finger reads the values on its way.
 */
export function listenOnHistory(charts, pointed, chosen) {
  const canvas = charts.canvas;
  let begun; // Where the mouse was pressed.
  canvas.addEventListener('pointermove', (event) => {
    const time = charts.timeAt(event.offsetX);
    if (begun !== undefined && (charts.selection !== null || Math.abs(event.offsetX - begun) > clickReach)) {
      charts.selection = [charts.timeAt(begun), time];
    }
    if (event.pointerType !== 'touch' || event.buttons > 0) pointed(time, event.buttons > 0 && begun === undefined);
  });
  canvas.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'mouse') {
      pointed(charts.timeAt(event.offsetX), true);
    } else if (event.button === 0) {
      begun = event.offsetX;
      canvas.setPointerCapture(event.pointerId);
    }
  });
  canvas.addEventListener('pointerup', (event) => {
    if (begun === undefined) return;
    const { selection } = charts;
    begun = undefined;
    charts.selection = null;
    if (selection === null) pointed(charts.timeAt(event.offsetX), true);
    else chosen(...selection);
  });
  canvas.addEventListener('pointercancel', () => {
    begun = undefined;
    charts.selection = null;
  });
  // A finger that is lifted leaves the cursor where it was, so that it can be read.
  canvas.addEventListener('pointerleave', (event) => event.pointerType === 'mouse' && begun === undefined && pointed(NaN));
}
