// Drawing. A record never draws: it marks parts, and one animation frame draws those that are marked and can be seen.
import { Charts } from './charts.js';
import { choice } from './choices.js';
import { colors, isShown, readStyle, textScale } from './canvas.js';
import { isoText } from './formats.js';
import { describe, doubtOf, secondsToChange } from './state.js';
import { barsOf, drawSignals, drawSky, signalsSummary } from './sky.js';
import { MapView } from './map.js';
import {
  drawLegend, element, hasCourse, setPressed, setText, shortNameOf, showAge, showEvents, showNotice, showNow, showReceivers,
  showSkyWords, showTab, showVerdict,
} from './panels.js';
import { ownTime } from './time.js';
import { systemNamed } from './units.js';
import { northmost, xOf, yOf } from './geography.js';

const fitTime = 500;
const calmTime = 950;
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const noticeTime = 20_000;
const roundSteps = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

export class View {
  constructor(model) {
    this.model = model;
    this.map = new MapView(element('map'));
    this.charts = new Charts(element('history'));
    this.sky = element('sky');
    this.signals = element('signals');
    this.tables = {}; // Of the sky and the signals, once they were asked for.
    this.system = systemNamed(choice('units'));
    this.paint = choice('paint') === 'accuracy' ? 'accuracy' : 'speed';
    this.range = [0, 5];
    this.link = 'connecting';
    this.heardAt = ownTime(); // When the service said anything, in seconds.
    this.wokeAt = -Infinity; // When the page noticed its last sleep.
    this.span = 0; // Seconds of history that were chosen; 0 for all.
    this.player = null;
    this.dayWords = null; // What is said of a past day in place of a verdict.
    this.frameTimes = [];
    this.marked = new Set();
    this.isAsked = false;
    this.fittedAt = this.movedAt = -Infinity;
    this.extras = []; // Of the modules that are loaded later: `show(said)` is called with the words.
    this.isPaused = () => false; // Whether nothing comes, because nobody looks.
    this.hasMoved = false; // Whether the map waits for its second.
  }

  /** Shows for a while what could not be done: `{tone, what, why, do}`. */
  notify(notice) {
    clearTimeout(this.noticeEnd);
    this.noticeEnd = setTimeout(() => this.endNotice(), noticeTime);
    showNotice(notice);
  }

  endNotice() {
    showNotice();
  }

  /** Adds an event of the page's own. Without a time of the service there is none to name. */
  note(what) {
    if (Number.isNaN(this.model.now)) return;
    this.mark(...this.model.take({ type: 'alarm', device: this.model.chosen?.device, at: isoText(this.model.now), what }).parts);
  }

  /** Until a span is chosen, the history shows all of a recording, and up to an hour of what is live. */
  fitSpan() {
    const { full } = this.model;
    if (this.span > 0 || full.count === 0) return;
    const { from, to } = this.player;
    if (this.link === 'recorded') this.charts.span = Math.max(10, to - from) || 300;
    else this.charts.span = Math.max(300, Math.min(3600, Math.ceil((full.newest - full.oldest) / 60) * 60));
  }

  /** Says of a receiver what is to be said now. */
  said(receiver = this.model.chosen) {
    // The clock first: it notices a sleep, after which the link is another one.
    return describe(receiver, { now: this.model.now, link: this.link });
  }

  /** What speaks against a position of the receiver that is shown. */
  doubt(place) {
    return doubtOf(this.model.chosen, place, this.said(), this.model.now);
  }

  mark(...parts) {
    for (const part of parts) this.marked.add(part);
    if (this.isAsked || this.marked.size === 0 || document.hidden) return;
    this.isAsked = true;
    requestAnimationFrame(() => {
      const begun = performance.now();
      const parts = this.marked;
      this.isAsked = false;
      this.marked = new Set();
      this.#draw(parts);
      this.frameTimes.push(performance.now() - begun);
      if (this.frameTimes.length > 600) this.frameTimes.shift();
    });
  }

  /** Marks what is news. Who wants no motion sees the map jump, once a second. */
  markNews(parts) {
    const now = performance.now();
    const isLater = calm.matches && now - this.movedAt < calmTime;
    if (parts.includes('map')) {
      this.hasMoved = isLater;
      if (!isLater) this.movedAt = now;
    }
    this.mark(...parts.filter((part) => !isLater || part !== 'map'));
  }

  markAll() {
    this.mark('now', 'verdict', 'events', 'receivers', 'map', 'sky', 'signals', 'history');
  }

  restyle() {
    readStyle();
    setText('theme', getComputedStyle(document.documentElement).colorScheme === 'dark' ? 'Light' : 'Dark');
    drawLegend();
    this.showScale();
    const legend = document.querySelector('.legend');
    this.map.lift = this.map.canvas.clientWidth < legend.offsetWidth + 190 * textScale ? legend.offsetHeight + 8 : 0;
    this.markAll();
  }

  #draw(parts) {
    const receiver = this.model.chosen;
    const satellites = receiver?.satellites ?? [];
    const said = this.said();
    // A picture is grayed when it is no longer of now; words would be taken for it.
    const now = said.isSkyLive ? satellites : [];
    if (parts.has('now') || parts.has('verdict')) this.showWords(said);
    if (parts.has('receivers') || parts.has('now')) showReceivers(this.model.receivers.all, receiver, (each) => this.said(each));
    if (parts.has('events')) showEvents(this.model.receivers.eventsOf(receiver), receiver);
    if (parts.has('sky')) {
      showSkyWords(now);
      this.tables.sky?.show(now);
      if (isShown(this.sky)) drawSky(this.sky, satellites, this.dayWords?.none, this.skyMore);
    }
    if (parts.has('signals')) {
      setText('signals-summary', signalsSummary(barsOf(now)));
      this.tables.signals?.show(now);
      if (isShown(this.signals)) drawSignals(this.signals, satellites, this.dayWords?.none, this.skyMore);
    }
    if (parts.has('map') && isShown(this.map.canvas)) this.#drawMap(receiver, said);
    if (parts.has('history')) {
      this.#showCursor();
      for (const extra of this.extras) extra.history?.();
      if (isShown(this.charts.canvas)) {
        const bands = receiver && this.link !== 'recorded' ? this.model.room(receiver).bands : [];
        this.charts.draw(this.model.full, this.#historyEnd(), this.system, bands);
      }
    }
  }

  /** Shows the state, its numbers and the verdict, all at once and without a frame: a hidden page has none. */
  showWords(said = this.said()) {
    showNow(this.model.chosen, said, this.system);
    showTab(this.model.chosen, said, this.isPaused());
    const quiet = ownTime() - this.heardAt;
    for (const extra of this.extras) extra.show?.(said);
    const verdict = showVerdict(this.model.chosen, { link: this.link, state: said.state, quiet, words: this.dayWords, seeking: this.player?.seeking });
    // A change is read aloud once: the state and the heading of the verdict, never numbers.
    setText('announce', `${said.words}. ${verdict}`);
  }

  /** The times between which the history is seen. */
  get shownTimes() {
    const { heldEnd, span } = this.charts;
    const to = isNaN(heldEnd) ? this.#historyEnd() : heldEnd;
    return { from: to - span, to };
  }

  /** The history ends now: where nothing comes, its end moves on with the ticks. */
  #historyEnd() {
    const { newest } = this.model.full;
    if (this.link === 'recorded') {
      const { from, to, position } = this.player;
      // The time that is played stands where there is more behind it than before it.
      return isNaN(position) ? newest : Math.max(Math.min(from + this.charts.span, to), Math.min(to, position + this.charts.span / 4));
    }
    if (this.link !== 'live') return newest;
    const heard = this.model.clock + this.heardAt;
    return newest > heard ? newest : heard;
  }

  #drawMap(receiver, said) {
    const { model, map } = this;
    const place = this.#placeOf(receiver, said);
    const now = performance.now();
    // The fit looks at many points: twice a second is enough.
    if (place !== null && now - this.fittedAt > fitTime) {
      this.fittedAt = now;
      map.fit(model.full, place, (this.link === 'recorded' ? this.player.position : model.now) - 600);
      this.setRange();
    }
    const rest = model.receivers.all.filter((each) => each !== receiver);
    // The map shows the span that was chosen, and all where none was.
    const times = this.span > 0 ? this.shownTimes : null;
    const tracks = rest.map((each) => ({ store: model.room(each).store, isChosen: false, times }));
    if (receiver) tracks.push({ store: model.full, isChosen: true, times });
    const others = rest.filter((each) => each.known).map((each) => ({ ...this.#placeOf(each, this.said(each)), name: shortNameOf(each, model.receivers.all) }));
    const sequence = model.full.nearest(this.charts.cursor);
    const row = sequence < 0 ? { x: NaN } : model.full.row(sequence);
    const claimed = receiver?.fix?.suspect === undefined ? null : this.#mark(receiver.known, receiver, said);
    map.draw({
      tracks, place, claimed, others, cursor: Number.isNaN(row.x) ? null : row, paint: this.paint, range: this.range, system: this.system,
      isBeyond: Math.abs(receiver?.known?.lat) > northmost,
      marks: (pen, seen) => { for (const extra of this.extras) extra.marks?.(pen, seen); },
    });
  }

  /** Where a receiver is; the last good place while its position is not to be trusted. */
  #placeOf(receiver, said) {
    return this.#mark(receiver?.fix?.suspect === undefined ? receiver?.known : receiver.good ?? receiver.known, receiver, said);
  }

  #mark(known, receiver, said) {
    if (!known) return null;
    const course = hasCourse(receiver.fix) ? receiver.fix.course_deg : undefined;
    return { x: xOf(known.lon), y: yOf(known.lat), accuracy: known.h_acc_m, isLive: said.isLive && !this.dayWords, course };
  }

  /** The last color stands for a round number that the track does not pass. */
  setRange() {
    const found = [0, 0];
    const { full } = this.model;
    if (!full.range(this.paint, full.first, full.count, found)) return;
    const { factor } = this.#paintUnit;
    const value = Math.max(this.paint === 'speed' ? 5 : 2, found[1] * factor);
    const power = 10 ** Math.floor(Math.log10(value));
    const high = (roundSteps.find((step) => step * power >= value * 0.98) * power) / factor;
    if (this.range[1] === high) return;
    this.range = [0, high];
    this.showScale();
  }

  get #paintUnit() {
    return this.paint === 'speed' ? this.system.speed : this.system.length;
  }

  /** Shows the eight colors of the track, and what the last stands for. */
  showScale() {
    const canvas = element('ramp');
    canvas.width = colors.ramp.length;
    canvas.height = 1;
    const pen = canvas.getContext('2d');
    for (const [index, color] of colors.ramp.entries()) {
      pen.fillStyle = color;
      pen.fillRect(index, 0, 1, 1);
    }
    const { factor, label } = this.#paintUnit;
    setText('ramp-name', this.paint);
    setText('ramp-high', `${Number((this.range[1] * factor).toPrecision(2))} ${label}`);
  }

  #showCursor() {
    const { cursor, heldEnd, before } = this.charts;
    const isRecorded = this.link === 'recorded';
    element('to-now').hidden = before === undefined && (isRecorded ? !this.dayWords : isNaN(cursor) && isNaN(heldEnd));
    element('hold').hidden = isRecorded;
    setPressed(element('hold'), !isNaN(heldEnd));
  }

  /** What may change by time alone: the age, each second; the rest when it does. */
  everySecond() {
    const said = this.said();
    const body = document.body.dataset;
    const isOther = said.words !== element('state').textContent || body.sky !== String(said.isSkyLive);
    // Age, state and numbers change together, also on a page that is hidden.
    if (isOther || this.link === 'lost' || this.link === 'connecting') this.showWords(said);
    else showAge(said);
    showTab(this.model.chosen, said, this.isPaused());
    if (isOther) this.mark('receivers', 'map', 'sky', 'signals');
    for (const extra of this.extras) extra.second?.();
    if (this.hasMoved) this.markNews(['map']);
    // A state that is due before the next second does not wait for it.
    const due = secondsToChange(this.model.chosen, this.model.now);
    if (due < 1) setTimeout(() => this.everySecond(), due * 1000 + 20);
  }
}
