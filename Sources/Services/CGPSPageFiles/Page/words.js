// What the page says of states and events: one table of words. The words of events are those of the screen of `monitor`;
// verdicts come in words, and are shown letter by letter.
import { spanText } from './formats.js';

/** The words of a state, and its tone: `good`, `warning`, `bad` or `quiet`. */
export const states = {
  connecting: ['Connecting', 'quiet'],
  disconnected: ['Not connected', 'bad'],
  noReceiver: ['No receiver', 'bad'],
  unplugged: ['Unplugged', 'bad'],
  recorded: ['Recorded', 'quiet'],
  waiting: ['Waiting', 'quiet'],
  spoofed: ['Forged?', 'bad'],
  reckoned: ['Dead reckoning', 'warning'],
  searching: ['No fix yet', 'warning'],
  aging: ['Fix is aging', 'warning'],
  stale: ['Fix is stale', 'warning'],
  lost: ['Fix lost', 'bad'],
};

/** The state of a receiver that gives nothing, by the code of its verdict. */
export const faults = {
  no_device: 'No receiver', device_gone: 'Unplugged', permission_denied: 'No permission', port_busy: 'Port in use', not_served: 'No server',
  no_data: 'Silent', wrong_speed: 'Wrong speed', binary_mode: 'Not readable', not_a_gps: 'No GPS',
};

/** The same by the state of its port, before there is a verdict. */
export const portFaults = { busy: 'port_busy', denied: 'permission_denied' };

/** The words of a live fix, by its mode. */
export const modes = { '3d': '3D fix', '2d': '2D fix', time: 'Time only', none: 'No fix' };

/** How a position was found, where that says more than its mode. */
export const qualities = {
  dgnss: 'DGNSS', pps: 'PPS', rtk_fixed: 'RTK fixed', rtk_float: 'RTK float', manual: 'typed in',
  surveyed: 'surveyed', simulated: 'simulated', dead_reckoning: 'by its own sensors',
};

const bad = new Set([
  'jammed', 'spoofed', 'no_data', 'no_device', 'device_gone', 'antenna_fault', 'no_signal', 'permission_denied', 'port_busy',
  'not_served', 'not_a_gps', 'binary_mode', 'wrong_speed', 'stuck_time', 'refused_position', 'usb3_interference',
]);

/** The tone of a verdict's bar. */
export function verdictTone(code) {
  if (code === 'good') return 'good';
  return bad.has(code) ? 'bad' : 'warning';
}

const timed = (text, words, field) => (event) => text + after(words, event[field]);

/** The parts of an event's words: functions of the record, for all that the schema names. */
const events = {
  attached: (event) => `${event.detail ?? event.device} is there`,
  detached: (event) => `${event.detail ?? event.device} is gone`,
  opened: (event) => `Opened ${event.device}${event.speed_baud ? ` at ${event.speed_baud} baud` : ''}`,
  open_failed: (event) => sentence(event.what ?? event.detail ?? 'It cannot be opened'),
  disconnected: (event) => event.detail ?? 'Disconnected',
  speed_found: (event) => `It sends at ${event.speed_baud} baud`,
  speed_lost: (event) => `Garbage at ${event.speed_baud} baud now`,
  binary: (event) => `It sends ${event.detail ?? 'a binary protocol'}`,
  port_shared: (event) => `Also read by ${event.detail ?? 'another program'}`,
  silent: timed('Silent', ' for ', 'after_s'),
  speaking: () => 'It sends again',
  reopened: () => 'Reopened',
  first_fix: timed('First fix', ' after ', 'after_s'),
  aging: () => 'Fix is aging',
  stale: () => 'Fix is stale',
  lost: () => 'Fix lost',
  back: timed('Fix back', ' after ', 'gap_s'),
  correction: (event) => event.detail?.split(' ').map(correctionText).join(', ') ?? 'Time corrected',
  time_back: timed('Its time went back', ' by ', 'by_s'),
  program_stopped: timed('Program paused', ' for ', 'for_s'),
  computer_slept: timed('Computer slept', ' for ', 'for_s'),
  time_ahead: timed('Its time went ahead', ' by ', 'by_s'),
  dropped: (event) => `${event.count ?? 'Some'} records were dropped`,
  time_to_fix: (event) => `Started ${event.start ?? ''}${after(' in ', event.ttff_s)}`.replace('  ', ' '),
  memory_kept: (event) => `Memory stored: ${event.count ?? 0} pieces`,
  memory_given: (event) => `Memory restored: ${event.taken ?? 0} of ${event.given ?? 0} pieces accepted`,
  memory_of_no_help: () => 'Its memory did not shorten its start',
  memory_failed: (event) => `Its memory failed${event.detail ? `: ${event.detail}` : ''}`,
};

function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What was done to a time, by the word in its record. */
function correctionText(word) {
  const weeks = /^rollover\+(\d+)w$/.exec(word)?.[1];
  return weeks ? `Date corrected by ${weeks} weeks` : `Time corrected: ${word.replaceAll('_', ' ')}`;
}

function after(words, span) {
  return span === undefined ? '' : words + spanText(span);
}

/** An event in words. An event of a newer version is said as it is named. */
export function eventText(event) {
  if (Object.hasOwn(events, event.event)) return events[event.event](event);
  // The service has words for people, and the detail says more.
  return sentence(event.what ?? String(event.event).replaceAll('_', ' ') + (event.detail ? `: ${event.detail}` : ''));
}

/** What is said where records are missing. */
export function missedText(record) {
  if (record.from === undefined || record.to === undefined) return 'The service restarted; its earlier records are gone';
  const count = record.to - record.from + 1;
  return count === 1 ? '1 record was missed' : `${count} records were missed`;
}

/** A setting that was put back after the receiver had lost it, or could not be. */
export function settingText(record) {
  const name = String(record.setting).replaceAll('_', ' ');
  const value = record.value ?? (record.rate_hz !== undefined ? `${record.rate_hz} Hz` : record.speed_baud);
  const what = value === undefined ? name : `${name} ${value}`;
  if (record.state === 'restored') return `Restored: ${what}`;
  if (record.state === 'not_restored') return `Not restored: ${what}${record.message ? `: ${record.message}` : ''}`;
  return undefined;
}
