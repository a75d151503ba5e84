// QR codes (ISO/IEC 18004): bytes, error correction of level M, versions 1 to 10, which hold up to 213 bytes. All of it pure.

/** By version: the bytes of error correction in a block, the number of blocks, and the bytes of all. */
const versions = [
  [10, 1, 26], [16, 1, 44], [26, 1, 70], [18, 2, 100], [24, 2, 134], [16, 4, 172], [18, 4, 196], [22, 4, 242], [22, 5, 292], [26, 5, 346],
];

const dataLength = ([correction, blocks, all]) => all - correction * blocks;
/** The bytes in front of the text: four bits for its kind, its length, four bits for its end. */
const headLength = (version) => (version < 10 ? 2 : 3);

// MARK: - Bytes

const powers = new Uint8Array(512);
const logarithms = new Uint8Array(256);
for (let index = 0, value = 1; index < 255; index += 1) {
  powers[index] = powers[index + 255] = value;
  logarithms[value] = index;
  value = (value << 1) ^ (value & 128 ? 0x11d : 0);
}
const product = (one, other) => (one === 0 || other === 0 ? 0 : powers[logarithms[one] + logarithms[other]]);

/** The polynomial with the roots 2^0 to 2^(count-1), without its first factor. */
function generator(count) {
  let found = [1];
  for (let root = 0; root < count; root += 1) {
    const next = [...found, 0];
    for (const [index, factor] of found.entries()) next[index + 1] ^= product(factor, powers[root]);
    found = next;
  }
  return found.slice(1);
}

/** The error correction of a block: the rest of a division. */
function correctionOf(block, factors) {
  const rest = new Array(factors.length).fill(0);
  for (const byte of block) {
    const lead = byte ^ rest.shift();
    rest.push(0);
    for (const [index, factor] of factors.entries()) rest[index] ^= product(factor, lead);
  }
  return rest;
}

function codewords(text, version) {
  const shape = versions[version - 1];
  const [correction, count, all] = shape;
  const length = dataLength(shape);
  // Bits by fours: what follows is bytes, how many, the bytes, the end.
  const quarters = [4, ...(version < 10 ? [] : [0, 0]), text.length >> 4, text.length & 15];
  for (const byte of text) quarters.push(byte >> 4, byte & 15);
  quarters.push(0);
  const data = [];
  for (let index = 0; index < quarters.length; index += 2) data.push((quarters[index] << 4) | quarters[index + 1]);
  for (let pad = 0xec; data.length < length; pad ^= 0xec ^ 0x11) data.push(pad);
  // The last blocks have a byte more where they cannot be equal.
  const short = count - (all % count);
  const factors = generator(correction);
  const blocks = [];
  for (let index = 0, from = 0; index < count; index += 1) {
    const to = from + Math.floor(all / count) - correction + (index < short ? 0 : 1);
    blocks.push(data.slice(from, to));
    from = to;
  }
  const corrections = blocks.map((block) => correctionOf(block, factors));
  const woven = [];
  for (const rows of [blocks, corrections]) {
    const longest = Math.max(...rows.map((row) => row.length));
    for (let index = 0; index < longest; index += 1) for (const row of rows) if (index < row.length) woven.push(row[index]);
  }
  return woven;
}

// MARK: - Modules

const masks = [
  (x, y) => (x + y) % 2 === 0, (x, y) => y % 2 === 0, (x) => x % 3 === 0, (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0, (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Bits, and the rest of their division, which protects them. */
function protectedBits(bits, count, divisor) {
  let rest = bits;
  for (let index = 0; index < count; index += 1) rest = (rest << 1) ^ ((rest >> (count - 1)) * divisor);
  return (bits << count) | rest;
}

/** The modules: whether each is dark, and whether it belongs to the pattern instead of the data. */
class Square {
  constructor(version) {
    this.version = version;
    this.size = version * 4 + 17;
    const square = () => Array.from({ length: this.size }, () => new Array(this.size).fill(false));
    this.dark = square();
    this.isFixed = square();
    this.#drawPattern();
  }

  #set(x, y, isDark) {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y][x] = isDark;
    this.isFixed[y][x] = true;
  }

  #drawRings(left, top, far, light) {
    for (let y = -far; y <= far; y += 1) {
      for (let x = -far; x <= far; x += 1) this.#set(left + x, top + y, !light.includes(Math.max(Math.abs(x), Math.abs(y))));
    }
  }

  #drawPattern() {
    const { size, version } = this;
    for (let index = 0; index < size; index += 1) {
      this.#set(6, index, index % 2 === 0);
      this.#set(index, 6, index % 2 === 0);
    }
    for (const [left, top] of [[3, 3], [size - 4, 3], [3, size - 4]]) {
      this.#drawRings(left, top, 4, [2, 4]);
    }
    const last = size - 7;
    const places = version === 1 ? [] : version < 7 ? [6, last] : [6, (6 + last) / 2, last];
    for (const y of places) {
      for (const x of places) {
        if ((x === 6 && (y === 6 || y === last)) || (x === last && y === 6)) continue;
        this.#drawRings(x, y, 2, [1]);
      }
    }
    this.drawFormat(0);
    if (version < 7) return;
    const bits = protectedBits(version, 12, 0x1f25);
    for (let index = 0; index < 18; index += 1) {
      const isDark = ((bits >> index) & 1) === 1;
      const [far, near] = [size - 11 + (index % 3), Math.floor(index / 3)];
      this.#set(far, near, isDark);
      this.#set(near, far, isDark);
    }
  }

  /** The level M, which is 0, and the mask; twice. */
  drawFormat(mask) {
    const { size } = this;
    const bits = protectedBits(mask, 10, 0x537) ^ 0x5412;
    for (let index = 0; index < 15; index += 1) {
      const isDark = ((bits >> index) & 1) === 1;
      if (index < 6) this.#set(8, index, isDark);
      else if (index < 8) this.#set(8, index + 1, isDark);
      else if (index === 8) this.#set(7, 8, isDark);
      else this.#set(14 - index, 8, isDark);
      if (index < 8) this.#set(size - 1 - index, 8, isDark);
      else this.#set(8, size - 15 + index, isDark);
    }
    this.#set(8, size - 8, true);
  }

  /** In columns of two, from the right below, up and down in turn. */
  drawData(bytes) {
    let bit = 0;
    for (let right = this.size - 1; right > 0; right -= 2) {
      if (right === 6) right = 5;
      const isUp = ((right + 1) & 2) === 0;
      for (let step = 0; step < this.size; step += 1) {
        const y = isUp ? this.size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this.isFixed[y][x]) continue;
          this.dark[y][x] = ((bytes[bit >> 3] >> (7 - (bit & 7))) & 1) === 1;
          bit += 1;
        }
      }
    }
  }

  mask(number) {
    for (let y = 0; y < this.size; y += 1) {
      for (let x = 0; x < this.size; x += 1) if (!this.isFixed[y][x] && masks[number](x, y)) this.dark[y][x] = !this.dark[y][x];
    }
  }

  /** Counts what confuses a reader: runs, blocks, what looks like a corner, too much of one color. */
  get penalty() {
    const { size, dark } = this;
    let found = 0;
    let count = 0;
    for (const at of [(line, place) => dark[line][place], (line, place) => dark[place][line]]) {
      for (let line = 0; line < size; line += 1) {
        const text = Array.from({ length: size }, (_, place) => (at(line, place) ? '1' : '0')).join('');
        for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) found += run.length - 2;
        for (let place = 0; place + 11 <= size; place += 1) if (/^(00001011101|10111010000)/.test(text.slice(place, place + 11))) found += 40;
      }
    }
    for (let y = 0; y < size; y += 1) {
      for (let x = 0; x < size; x += 1) {
        if (dark[y][x]) count += 1;
        if (x > 0 && y > 0 && dark[y][x] === dark[y - 1][x] && dark[y][x] === dark[y][x - 1] && dark[y][x] === dark[y - 1][x - 1]) found += 3;
      }
    }
    return found + Math.floor(Math.abs((count * 20) / size ** 2 - 10)) * 10;
  }
}

export const mostBytes = dataLength(versions[9]) - headLength(10);

/** The rows of a code for a text, `true` where it is dark; undefined where the text is too long. */
export function codeOf(text) {
  const bytes = new TextEncoder().encode(text);
  const version = versions.findIndex((shape, index) => bytes.length <= dataLength(shape) - headLength(index + 1)) + 1;
  if (version === 0) return undefined;
  const square = new Square(version);
  square.drawData(codewords(bytes, version));
  let best = 0;
  let least = Infinity;
  for (let number = 0; number < masks.length; number += 1) {
    square.mask(number);
    square.drawFormat(number);
    const { penalty } = square;
    square.mask(number);
    if (penalty < least) [best, least] = [number, penalty];
  }
  square.mask(best);
  square.drawFormat(best);
  return square.dark;
}
