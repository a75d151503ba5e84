"""The heap of a page: what remains in it after a collection."""
import json

from .bench import expect_that

# Bytes of the heap that a record may leave: a leak of the smallest object would be more.
MOST = 8


def heap(session):
    """Bytes after a collection: all, and what the page itself has made.

    All has the browser's compiled code in it, which grows for a day and then no more; the rows are in arrays beside the heap.
    """
    pieces = []
    keep = lambda piece: pieces.append(piece["chunk"])
    session.on("HeapProfiler.addHeapSnapshotChunk", keep)
    session.send("HeapProfiler.collectGarbage")
    used = session.send("Runtime.getHeapUsage")["usedSize"]
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    session.remove_listener("HeapProfiler.addHeapSnapshotChunk", keep)
    found = json.loads("".join(pieces))
    fields, nodes = found["snapshot"]["meta"]["node_fields"], found["nodes"]
    kinds = found["snapshot"]["meta"]["node_types"][0]
    kind, size = fields.index("type"), fields.index("self_size")
    own = sum(nodes[at + size] for at in range(0, len(nodes), len(fields)) if kinds[nodes[at + kind]] not in ("code", "native"))
    return used, own


def must_stay(bench, page, what, count, feed, rounds=4):
    """Wrong if each batch of records leaves something: what is loaded or compiled once is in one batch only."""
    session = page.context.new_cdp_session(page.page)
    session.send("HeapProfiler.enable")
    sizes = []
    for at in range(rounds + 1):
        feed(at)
        sizes.append(heap(session))
    own = [after - before for (_, before), (_, after) in zip(sizes, sizes[1:])]
    bench.note("%d %s a batch: the page's own heap %.2f MB, then %s kB more; all %.2f and %.2f MB" % (
        count, what, sizes[0][1] / 1e6, ", ".join("%+.1f" % (each / 1e3) for each in own), sizes[0][0] / 1e6, sizes[-1][0] / 1e6))
    expect_that("a batch of %d %s leaves nothing" % (count, what), min(own) < max(MOST * count, 2000), own)
