// Recordings on the page: which there are, playing them, and going back to what is live.
import { element, setText } from './panels.js';
import { latitudeOf, longitudeOf } from './geography.js';
import { Player } from './player.js';
import { readHistory, readJSON, readRecords } from './loading.js';
import { clockText, fileName, isoText, spanText } from './formats.js';

const prefix = 'recording ';

/** A record of a row of the history, where the recording itself is not at hand. */
function recordOf(device, row) {
  const known = (number) => (Number.isNaN(number) ? undefined : number);
  const hasPlace = !Number.isNaN(row.x);
  return {
    type: 'fix', v: 1, device, state: 'recorded', mode: hasPlace ? '3d' : 'none', time: isoText(row.time),
    lat: hasPlace ? latitudeOf(row.y) : undefined, lon: hasPlace ? longitudeOf(row.x) : undefined,
    alt_msl_m: known(row.altitude), speed_mps: known(row.speed), h_acc_m: known(row.accuracy), sats_used: known(row.used),
    cn0_dbhz: known(row.signal),
  };
}

export class Recordings {
  /** @param live `{leave(), join()}`: what to do with the stream of what is live */
  constructor(view, live) {
    this.view = view;
    this.model = view.model;
    this.live = live;
    this.player = new Player(this);
    this.day = null; // The day of the track store that is shown; its picker is in days.js, where there is a store.
    this.all = [];
    this.refused = new Map(); // Why a recording cannot be played, by its name.
    view.player = this.player;
    element('recordings').addEventListener('change', ({ target }) => this.#choose(target.value));
    element('pace').addEventListener('change', ({ target }) => this.player.setPace(Number(target.value)));
    element('position').addEventListener('input', ({ target }) =>
      this.player.seek(this.player.from + (Number(target.value) / 1000) * (this.player.to - this.player.from)));
    this.#show([]);
  }

  async list() {
    this.#show((await readJSON('/recordings.json'))?.recordings ?? []);
  }

  #show(all) {
    this.all = all;
    const options = all.map(({ name, begin, duration_s: duration }) => {
      const why = this.refused.get(name);
      const option = new Option(why ?? [name, begin?.slice(0, 10), duration && spanText(duration)].filter(Boolean).join(', '), prefix + name);
      option.disabled = why !== undefined;
      return option;
    });
    element('recordings').replaceChildren(new Option('Receiver', 'live'), ...options);
    this.#showChoice();
  }

  #showChoice() {
    const select = element('recordings');
    const { name } = this.player;
    const value = name === undefined ? 'live' : prefix + name;
    if (![...select.options].some((option) => option.value === value)) select.add(new Option(name, value));
    select.value = value;
    // Where there is nothing but the receiver, there is nothing to choose.
    select.hidden = this.all.length === 0 && name === undefined;
    this.days?.show();
  }

  #choose(value) {
    if (value === 'live') this.backToLive();
    else this.open(() => this.player.openNamed(value.slice(prefix.length)));
  }

  /** Plays a file of records, as `gpsbridge watch` prints them. */
  openFile(file) {
    this.open(() => this.player.openFile(fileName(file), (take, progress) => readRecords(file.stream(), take, progress)));
  }

  /** What the service is asked for to get what is shown. */
  get #query() {
    const { chosen } = this.model;
    if (this.player.isOpen) return this.day?.query ?? { recording: this.player.name };
    // Until there is one: of all.
    return chosen && { device: chosen.device };
  }

  /** All fixes of what is shown, as they were recorded or stored. */
  async fixes(take) {
    const { lines } = this.player;
    if (!lines || this.day) await readHistory(this.#query, take);
    else for (const line of lines) {
      const record = JSON.parse(line);
      if (record.type === 'fix') take(record);
    }
  }

  /** Opens a recording, a file, or a day of the track store. */
  async open(open, day = null) {
    this.view.endNotice();
    this.day = day;
    const opening = open();
    const { signal } = this.player.opening;
    try {
      this.#showChoice();
      await opening;
      this.#showChoice();
    } catch (error) {
      // Something else was chosen meanwhile.
      if (signal.aborted) return;
      const { name } = this.player;
      if (this.all.some((each) => each.name === name)) this.refused.set(name, `${name}: cannot be played`);
      this.backToLive();
      this.#show(this.all);
      this.view.notify({
        tone: 'bad', what: `${day?.day ?? 'The file'} was not opened.`, why: error.message,
        do: day ? '' : 'Records of gpsbridge watch can be played here, and all recordings by gpsbridge monitor FILE --web.',
      });
    }
  }

  backToLive() {
    this.player.close();
    this.day = null;
    this.#begin('connecting');
    this.#showChoice();
    this.live.join();
  }

  #begin(link) {
    const { view } = this;
    this.model.reset();
    view.link = link;
    view.charts.cursor = view.charts.heldEnd = NaN;
    view.map.isZoomed = view.map.hasFit = false;
    view.map.follows = true;
    for (const id of ['export-gpx', 'export-geojson']) element(id).hidden = link === 'recorded';
    element('player').hidden = element('export-words').hidden = link !== 'recorded';
    this.setExports();
    view.markAll();
  }

  /** The tracks of the service are those of the day, or of the chosen receiver. */
  setExports() {
    for (const name of ['gpx', 'geojson']) element(`export-${name}`).href = `/track.${name}?${new URLSearchParams(this.#query)}`;
  }

  // MARK: - What the player says

  begin() {
    this.live.leave();
    this.#begin('recorded');
  }

  history(record) {
    const { receiver } = this.model.receivers.take({ ...record, type: 'fix' });
    this.model.add(this.model.room(receiver), this.model.rowOf(receiver, record));
  }

  /** The histories stay; what was said about another time is forgotten. */
  rewound(position) {
    const { receivers } = this.model;
    receivers.events = [];
    for (const receiver of receivers.all) {
      receiver.forget();
      const room = this.model.room(receiver);
      const sequence = room.store.nearest(position);
      if (sequence < 0) continue;
      // In a tunnel the last position is that of its mouth.
      let known = sequence;
      while (known > room.store.first && Number.isNaN(room.store.row(known).x)) known -= 1;
      for (const place of [known, sequence]) receivers.take(recordOf(receiver.device, room.store.row(place)));
    }
    // What was loaded since the last look has other speeds, and this time is somewhere else.
    this.view.fittedAt = -Infinity;
    this.view.markAll();
  }

  take(record) {
    const { receivers } = this.model;
    // A new stream repeats what was before.
    if (receivers.events.some(({ record: { at, event } }) => record.type === 'event' && at === record.at && event === record.event)) return;
    // The rows are there already.
    const { receiver, parts } = receivers.take(record);
    this.view.markNews(parts);
  }

  moved() {
    const { player, view } = this;
    view.charts.cursor = player.position;
    view.fitSpan();
    element('position').value = String(Math.round(((player.position - player.from) / (player.to - player.from)) * 1000) || 0);
    element('position').setAttribute('aria-valuetext', `${clockText(player.position)} UTC`);
    setText('play', player.isPlaying ? 'Pause' : 'Play');
    view.markNews(['now', 'map', 'history']);
  }
}
