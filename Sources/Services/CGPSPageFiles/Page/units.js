// Units for people. Records always use SI units; only what is shown is converted.

const meters = { factor: 1, label: 'm' };
const feet = { factor: 1 / 0.3048, label: 'ft' };

/** The systems in the order in which the button goes through them; the screen of `monitor` has the same three. */
export const systems = [
  { name: 'metric', speed: { factor: 3.6, label: 'km/h' }, length: meters, far: { factor: 1e-3, label: 'km' } },
  { name: 'imperial', speed: { factor: 3600 / 1609.344, label: 'mph' }, length: feet, far: { factor: 1 / 1609.344, label: 'mi' } },
  { name: 'nautical', speed: { factor: 3600 / 1852, label: 'kn' }, length: meters, far: { factor: 1 / 1852, label: 'nmi' } },
];

/** The system of a name; metric for a name that is not known. */
export function systemNamed(name) {
  return systems.find((system) => system.name === name) ?? systems[0];
}

export function nextSystem(system) {
  return systems[(systems.indexOf(system) + 1) % systems.length];
}

/** The digits that a number of this size deserves: one below ten, none above. */
function digits(value) {
  return Math.abs(value) < 9.95 ? 1 : 0;
}

/** A value in parts as one text. */
export const joined = ({ number, unit }) => `${number} ${unit}`;

export function speedText(metersPerSecond, system) {
  const value = metersPerSecond * system.speed.factor;
  return { number: value.toFixed(digits(value)), unit: system.speed.label };
}

/** A height: whole numbers, for no receiver knows more. */
export function heightText(meters, system) {
  // A height just below the sea is 0, not −0.
  const value = Math.round(meters * system.length.factor) || 0;
  return { number: String(value).replace('-', '−'), unit: system.length.label };
}

/** An accuracy, with the sign that says that it goes both ways. */
export function accuracyText(meters, system) {
  const value = meters * system.length.factor;
  return { number: `±${value.toFixed(digits(value))}`, unit: system.length.label };
}

/** The longest round length that is not longer than so many meters, for a scale bar. */
export function roundLength(most, system) {
  const near = system.length;
  const far = system.far;
  const unit = most * far.factor >= 1 ? far : near;
  const value = most * unit.factor;
  const power = 10 ** Math.floor(Math.log10(value));
  const round = [5, 2, 1].find((step) => step * power <= value) * power;
  return { meters: round / unit.factor, text: `${Number(round.toPrecision(1))} ${unit.label}` };
}
