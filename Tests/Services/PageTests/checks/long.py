"""A day at ten fixes a second: what it costs to draw it, and that nothing of it is lost."""
import statistics

from .bench import check, expect, expect_that
from .heap import heap
from .layout import SETTLE

# Milliseconds of the processor that 95 of 100 frames, each frame, and each task may take. What the clock shows is only
# printed: a machine that others use, too, makes a frame wait.
P95, LONGEST, TASK = 8.0, 16.0, 50.0
ROUNDS, FRAMES, WARMING = 3, 60, 10

# Feeds fixes that came ten times a second, in slices as short as those in which the page itself reads a history.
FEED = """async ([device, from, count, spike, start]) => {
  const take = window.gpsbridge.take;
  let longest = 0;
  for (let index = from; index < from + count;) {
    const begun = performance.now();
    for (; index < from + count && performance.now() - begun < 8; index += 1) {
      const time = new Date((start + index / 10) * 1000).toISOString();
      const way = index / 40;
      take({
        type: 'fix', v: 1, device, epoch: index + 1, time, received: time, state: 'live', age_s: 0, mode: '3d', quality: 'gnss',
        lat: 48.1 + 0.02 * Math.sin(way / 900) + 0.001 * Math.sin(way / 7), lon: 11.5 + 0.03 * Math.cos(way / 1300),
        alt_msl_m: 540 + 10 * Math.sin(way / 50), speed_mps: index === spike ? 90 : 12 + 3 * Math.sin(way / 11),
        course_deg: index % 360, h_acc_m: 2 + Math.sin(way / 31), sats_used: 20 + index % 9, sats_seen: 43,
      });
    }
    await new Promise((done) => setTimeout(done, 0));
  }
}"""

# Draws all canvases so many times, a frame each, as a receiver would cause it; answers how long each took.
DRAW = """async ([device, start, index, rounds]) => {
  const sky = { type: 'sky', v: 1, device, satellites: Array.from({ length: 43 }, (_, id) => ({
    gnss: ['gps', 'glonass', 'galileo', 'beidou'][id % 4], id: id + 1, signal: 'L1CA', el_deg: (id * 7) % 90, az_deg: (id * 53) % 360,
    cn0_dbhz: 25 + (id * 3) % 25, used: id % 3 > 0 })) };
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const time = new Date((start + (index + round) / 10) * 1000).toISOString();
    const before = window.gpsbridge.frameTimes().length;
    window.gpsbridge.take({ type: 'fix', v: 1, device, epoch: index + round, time, received: time, state: 'live', mode: '3d',
      lat: 48.1 + round / 1e5, lon: 11.5, speed_mps: 12, h_acc_m: 2, sats_used: 20, alt_msl_m: 540 });
    window.gpsbridge.take(sky);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    times.push(window.gpsbridge.frameTimes().at(-1));
  }
  return times;
}"""

# The strip of the speed by its pixels: each column must reach from the least to the greatest of its rows, by a look at
# every row, and no farther than its neighbors, to which it is joined. Answers the columns that do not, and the highest one.
PICTURE = """() => {
  const canvas = document.getElementById('history');
  const store = window.gpsbridge.store();
  const { from, to } = window.gpsbridge.history();
  // The margins of the strips, and the place of the first of five, in the size in which they were drawn.
  const [wide, high] = [canvas.width, canvas.height].map((size) => size / devicePixelRatio);
  const left = 116, width = wide - 8 - left, top = 6, bottom = (high - 20) / 5 - 6;
  const lows = new Array(width).fill(Infinity), highs = new Array(width).fill(-Infinity);
  for (let row = store.first; row < store.count; row += 1) {
    const column = Math.min(width - 1, Math.floor((store.timeOf(row) - from) / (to - from) * width + 1e-9));
    if (!(column >= 0)) continue;
    const value = store.value('speed', row);
    lows[column] = Math.min(lows[column], value);
    highs[column] = Math.max(highs[column], value);
  }
  const greatest = Math.max(...highs);
  const y = (value) => bottom - value / greatest * (bottom - top);
  const style = getComputedStyle(document.documentElement);
  const colorOf = (name) => [1, 3, 5].map((place) => parseInt(style.getPropertyValue(name).trim().slice(place, place + 2), 16));
  const ink = colorOf('--accent'), grid = colorOf('--grid');
  const { data } = canvas.getContext('2d').getImageData(left, 0, width, Math.ceil(bottom) + 4);
  // What the line covers in part is clear in part, or has as much of the color below: a line of the grid, or the band of a
  // bad verdict.
  const grounds = [grid, colorOf('--bad-ground')].map((color) => {
    const way = ink.map((part, index) => part - color[index]);
    return { color, way, length: way.reduce((sum, part) => sum + part * part, 0) };
  });
  const isInk = (x, row) => {
    const at = (row * width + x) * 4;
    return data[at + 3] > 100 && grounds.some(({ color, way, length }) => {
      const from = color.map((part, index) => data[at + index] - part);
      const share = from.reduce((sum, part, index) => sum + part * way[index], 0) / length;
      return share > 0.35 && from.every((part, index) => Math.abs(part - share * way[index]) < 30);
    });
  };
  const wrong = [];
  let equal = 0, highest = { row: Infinity };
  for (let x = 0; x < width; x += 1) {
    let first = -1, last = -1;
    for (let row = 0; row < bottom + 3; row += 1) {
      if (!isInk(x, row)) continue;
      if (first < 0) first = row;
      last = row;
    }
    if (first >= 0 && first < highest.row) highest = { row: first, value: highs[x] };
    if (highs[x] === -Infinity && first < 0) continue;
    const near = [Math.max(0, x - 1), x, Math.min(width - 1, x + 1)].filter((each) => highs[each] > -Infinity);
    const reaches = first >= 0 && first <= y(highs[x]) + 1 && last >= y(lows[x]) - 2;
    const stays = first >= Math.min(...near.map((each) => y(highs[each]))) - 2.5 && last <= Math.max(...near.map((each) => y(lows[each]))) + 1.5;
    if (reaches && stays) equal += 1;
    else if (wrong.length < 4) wrong.push([x, first, last, y(highs[x]), y(lows[x])]);
  }
  return { columns: width, equal, wrong, highest, greatest, top };
}"""


def feed(bench, browser, hours, spans):
    page = browser.show(bench.silent())
    device = page.read()["device"]
    start = page.run("() => Date.now() / 1000") - hours * 3600
    count = hours * 36_000
    session = page.context.new_cdp_session(page.page)
    session.send("HeapProfiler.enable")
    begun = min(count, 2 * 36_000)
    with page.traced() as early:
        page.run(FEED, [device, 0, begun, -1, start])
    page.run(SETTLE)
    first = heap(session)
    with page.traced() as late:
        page.run(FEED, [device, begun, count - begun, count // 2 + 12345, start])
    last = heap(session)
    # The look at the heap has thrown compiled code away.
    page.run(DRAW, [device, start, count, WARMING])
    drawn, index = {}, count + WARMING
    for name, press in spans.items():
        page.page.click("#spans button[value='%s']" % press)
        rounds = []
        with page.traced() as trace:
            for _ in range(ROUNDS):
                times = sorted(page.run(DRAW, [device, start, index, FRAMES]))
                rounds.append((share(times, 0.95), times[-1], statistics.median(times)))
                index += FRAMES
        # Between two frames that draw are two that only wait for them.
        worked = sorted(trace.frames)[-ROUNDS * FRAMES:]
        expect("frames of the browser's trace", len(worked), ROUNDS * FRAMES)
        # By the clock the quietest round is printed.
        drawn[name] = (*min(rounds), share(worked, 0.95), worked[-1])
    return first, last, early.tasks + late.tasks, drawn, page.run(PICTURE)


def share(times, part):
    return times[int(len(times) * part)]


def hold(bench, hours, found_all):
    first, last, tasks, drawn, picture = found_all
    for name, (p95, longest, median, worked_p95, worked_longest) in drawn.items():
        bench.note("%d h at 10 Hz, a span of %s: a frame takes %.1f ms, p95 %.1f, longest %.1f; of the processor p95 %.1f, longest %.1f" % (
            hours, name, median, p95, longest, worked_p95, worked_longest))
        expect_that("95 of 100 frames of %s take less than %g ms of the processor" % (name, P95), worked_p95 < P95, "%.1f ms" % worked_p95)
        expect_that("no frame of %s takes longer than %g ms of the processor" % (name, LONGEST), worked_longest <= LONGEST,
                    "%.1f ms" % worked_longest)
    bench.note("heap %.2f MB after %d h, %.2f MB of them the page's own; %.2f and %.2f MB after %d h" % (
        first[0] / 1e6, min(2, hours), first[1] / 1e6, last[0] / 1e6, last[1] / 1e6, hours))
    expect_that("the browser's trace has tasks", tasks, "none")
    bench.note("%d tasks, the longest took %.0f ms of the processor, and one %.0f ms by the clock" % (
        len(tasks), max(tasks)[0], max(clock for _, clock in tasks)))
    bench.note("%d of %d columns of pixels reach from the least to the greatest of all their rows" % (picture["equal"], picture["columns"]))
    expect("columns of pixels that do not show their rows", picture["wrong"], [])


@check("day", takes="alone", nightly=True)
def day(bench, browser):
    """A day at 10 Hz is drawn in the time of a frame, its one spike is kept, and memory stays what it was."""
    all_found = feed(bench, browser, 24, {"5 min": 300, "1 h": 3600, "24 h": 86400})
    hold(bench, 24, all_found)
    first, last, tasks, _, picture = all_found
    expect("the greatest speed of the day", picture["greatest"], 90)
    expect("the speed of the highest pixel", picture["highest"]["value"], 90)
    expect_that("the spike of one record reaches the top of its strip", picture["highest"]["row"] <= picture["top"] + 1, picture["highest"])
    # 22 hours more.
    expect_that("a fix leaves less than a byte in the heap", last[1] - first[1] < 22 * 36_000, "%.2f and %.2f MB" % (first[1] / 1e6, last[1] / 1e6))
    expect_that("no task takes more than %g ms of the processor" % TASK, max(tasks)[0] <= TASK, "%.1f ms" % max(tasks)[0])
