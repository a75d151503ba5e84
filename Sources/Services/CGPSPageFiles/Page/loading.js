// Reading many records without holding up the page: in slices, for no task may take 50 ms.

const slice = 8;
/** What has come is drawn this often, in milliseconds: to draw a day takes longer than a slice. */
const drawing = 250;

/**
 * Reads lines of JSON from a stream of bytes, and gives each record.
 *
 * @param stream of bytes, as of a file or an answer
 * @param take called with each record and its line
 * @param progress called now and then, and at the end
 * @returns how many lines were no records
 */
export async function readRecords(stream, take, progress = () => {}) {
  let broken = 0;
  const line = (text) => {
    if (text.trim() === '') return;
    try {
      take(JSON.parse(text), text);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      broken += 1;
    }
  };
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let begun = performance.now();
  let drawn = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    let from = 0;
    const text = rest + value;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      line(text.slice(from, end));
      from = end + 1;
      const now = performance.now();
      if (now - begun > slice) {
        if (now - drawn > drawing) {
          progress();
          drawn = now;
        }
        // The page draws and listens meanwhile.
        await new Promise((resume) => setTimeout(resume));
        begun = performance.now();
      }
    }
    rest = text.slice(from);
  }
  line(rest);
  progress();
  return broken;
}

/** What the history of the page asks for beside the usual. */
export const moreQuery = {};

/** Reads the history that the service has in memory, or of a recording, until an `AbortSignal` ends it. */
export async function readHistory(query, take, progress, signal) {
  const answer = await fetch(`/history?${new URLSearchParams(query)}`, { signal });
  if (!answer.ok) throw new Error((await answer.text()).trim() || `status ${answer.status}`);
  return readRecords(answer.body, take, progress);
}

/** A JSON answer; undefined where there is none. */
export async function readJSON(path) {
  try {
    const answer = await fetch(path);
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}

/** Gives the user a file that the page has written. */
export function save(name, type, text) {
  const link = document.createElement('a');
  const address = URL.createObjectURL(new Blob([text], { type }));
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to read by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
