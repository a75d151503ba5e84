// What the page says of states and events. Events and verdicts come in words; those of an event are the ones of the screen of
// `monitor`, and those of a verdict are shown letter by letter.

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

export function verdictTone(code) {
  if (code === 'good') return 'good';
  return bad.has(code) ? 'bad' : 'warning';
}

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** An event in the words of the service; without any it is called as it is named. */
export function eventText({ event, what, detail }) {
  // The name of a device stays as it is.
  if (what !== undefined) return what.startsWith(`${detail} is `) ? what : sentence(what);
  return sentence(String(event).replaceAll('_', ' ') + (detail ? `: ${detail}` : ''));
}

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
