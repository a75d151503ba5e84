"""A day at ten fixes a second: what it costs to draw it, and that nothing of it is lost."""
import statistics

from .bench import check, expect, expect_that
from .stream import Listener

P95, LONGEST, TASK = 12.0, 16.0, 50.0

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

# The least and the greatest of each column, by the page's pyramids and by a look at every row.
COLUMNS = """([columns]) => {
  const store = window.gpsbridge.store();
  const found = [0, 0];
  let equal = 0, greatest = 0;
  for (let column = 0; column < columns; column += 1) {
    const from = store.first + Math.floor((store.count - store.first) * column / columns);
    const to = store.first + Math.floor((store.count - store.first) * (column + 1) / columns);
    let low = Infinity, high = -Infinity;
    for (let row = from; row < to; row += 1) {
      const value = store.value('speed', row);
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    store.range('speed', from, to, found);
    greatest = Math.max(greatest, found[1]);
    equal += found[0] === low && found[1] === high;
  }
  return { equal, greatest, count: store.count };
}"""


def feed(bench, browser, hours, spans):
    service = bench.serve("sim:silent")
    page = browser.open(service)
    listener = Listener(service)
    device = page.wait_for("the page has a receiver", lambda said: said["device"])["device"]
    start = page.run("() => Date.now() / 1000") - hours * 3600
    count = hours * 36_000
    session = page.context.new_cdp_session(page.page)
    session.send("Performance.enable")

    def heap():
        session.send("HeapProfiler.collectGarbage")
        told = session.send("Performance.getMetrics")["metrics"]
        return next(each["value"] for each in told if each["name"] == "JSHeapUsedSize") / 1e6
    page.run("() => { window.longTasks.length = 0; }")
    page.run(FEED, [device, 0, 36_000, -1, start])
    first = heap()
    if hours > 1:
        page.run(FEED, [device, 36_000, count - 36_000, count // 2 + 12345, start])
    last = heap()
    tasks = page.run("() => window.longTasks")
    drawn, index = {}, count
    for name, press in spans.items():
        page.page.click("#spans button[value='%s']" % press)
        rounds = []
        for _ in range(3):
            times = sorted(page.run(DRAW, [device, start, index, 60])[10:])
            index += 60
            rounds.append((times[int(len(times) * 0.95)], times[-1], statistics.median(times)))
        drawn[name] = min(rounds)
    found = page.run(COLUMNS, [850])
    page.must_be_quiet()
    page.close()
    listener.close()
    service.stop()
    return first, last, tasks, drawn, found


def hold(bench, hours, told):
    first, last, tasks, drawn, found = told
    for name, (p95, longest, median) in drawn.items():
        bench.tell("%d h at 10 Hz, a span of %s: a frame takes %.1f ms, p95 %.1f, longest %.1f" % (hours, name, median, p95, longest))
        expect_that("95 of 100 frames of %s take less than %g ms" % (name, P95), p95 < P95, "%.1f ms" % p95)
        expect_that("no frame of %s takes longer than %g ms" % (name, LONGEST), longest <= LONGEST, "%.1f ms" % longest)
    bench.tell("heap %.1f MB after an hour, %.1f MB after %d h; %d tasks over 50 ms, the longest %.0f ms" % (
        first, last, hours, len(tasks), max(tasks, default=0)))
    expect("columns whose least and greatest are those of all rows", found["equal"], 850)


@check("hour", takes="alone")
def hour(bench, browser):
    """An hour at 10 Hz is drawn in the time of a frame."""
    hold(bench, 1, feed(bench, browser, 1, {"5 min": 300, "1 h": 3600}))


@check("day", takes="alone", nightly=True)
def day(bench, browser):
    """A day at 10 Hz is drawn in the time of a frame, its one spike is kept, and memory stays what it was."""
    told = feed(bench, browser, 24, {"5 min": 300, "1 h": 3600, "24 h": 86400})
    hold(bench, 24, told)
    first, last, tasks, _, found = told
    expect("the greatest speed of the day, in columns of the picture", found["greatest"], 90)
    expect_that("the heap stays within 5 %", last <= first * 1.05, "%.2f and %.2f MB" % (first, last))
    expect_that("no task takes longer than %g ms" % TASK, max(tasks, default=0) <= TASK, tasks)
