// The least and the greatest value in each column of pixels, kept from frame to frame: the end of the time that is seen
// moves on by whole columns, so that only those with new rows are looked at again.

/** Of all strips over one time axis. */
export class Extents {
  constructor() {
    this.kept = new Map(); // The columns of each strip, by its name.
    this.turn = 0;
    this.end = NaN;
  }

  /** Looks at a span of a history: the first row of each column and the one behind the last are in `edges` then. Answers
   * the end of the last column, which is at most one column later. */
  look(store, end, span, width) {
    const step = span / width;
    const moved = Math.ceil((end - this.end) / step - 1e-6);
    let stale = 0;
    if (store === this.store && store.edition === this.edition && step === this.step && moved >= 0 && moved < width && width === this.edges.length - 1) {
      const { edges, count } = this;
      const changed = edges.findIndex((row) => row >= count);
      edges.copyWithin(0, moved);
      for (const { lows, highs } of this.kept.values()) for (const values of [lows, highs]) values.copyWithin(0, moved);
      stale = Math.max(0, Math.min(changed < 0 ? width : changed, width) - moved);
      this.end += moved * step;
    } else {
      this.kept.clear();
      this.edges = new Float64Array(width + 1);
      this.end = end;
    }
    Object.assign(this, { store, edition: store.edition, step, count: store.count, stale, turn: this.turn + 1 });
    for (let column = stale; column < width; column += 1) this.edges[column] = store.seek(this.end - (width - column) * step);
    // The newest row is in the last column.
    this.edges[width] = Math.max(this.edges[width - 1], store.seek(this.end + 1e-6));
    return this.end;
  }

  /** The columns of a strip: `{lows, highs}`, NaN where there is nothing. */
  of(name) {
    const { store, edges, turn } = this;
    const width = edges.length - 1;
    const known = this.kept.get(name);
    // A strip that was not drawn the last time has missed what changed.
    const isKept = known?.turn === turn - 1;
    const columns = isKept ? known : { lows: new Float32Array(width).fill(NaN), highs: new Float32Array(width).fill(NaN) };
    columns.turn = turn;
    this.kept.set(name, columns);
    const found = [0, 0];
    for (let column = 0; column < width; column += 1) {
      // The last row of the column before a new row, and rows that the ring has overwritten, count too.
      if (isKept && column < this.stale - 1 && edges[column] >= store.first) continue;
      const isKnown = edges[column] < edges[column + 1] && store.range(name, edges[column], edges[column + 1], found);
      columns.lows[column] = isKnown ? found[0] : NaN;
      columns.highs[column] = isKnown ? found[1] : NaN;
    }
    return columns;
  }
}
