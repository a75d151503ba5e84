-- Version 2: what the page of the fleet asks for, and rules of rows that stay fast with 100,000 devices.
SET LOCAL search_path = gpsbridge, pg_temp;
SET LOCAL lock_timeout = '30s';

-- The tables first, in the order in which a collector writes them: in another one each could wait for the other. A collector that has
-- to number devices holds no other table, and a reader locks "device" last. The tables of the days are not needed: one may be closing.
DO $$ BEGIN
  INSERT INTO schema_version VALUES (2);
  LOCK TABLE ONLY fix, last, ONLY batch, event, refused, presence, device IN ACCESS EXCLUSIVE MODE;
EXCEPTION
  WHEN unique_violation THEN RAISE EXCEPTION 'another program has created the tables meanwhile' USING ERRCODE = 'unique_violation';
  WHEN lock_not_available OR deadlock_detected THEN RAISE EXCEPTION
    'other programs use the tables; run it again, or first end long queries and the collectors'
    USING ERRCODE = 'lock_not_available';
END $$;

-- About how many milliseconds pass from one message of a device to the next; a publisher sends each minute unless told otherwise.
ALTER TABLE last ADD COLUMN pace int NOT NULL DEFAULT 60000;
CREATE INDEX presence_since ON presence (since);

-- The pace after one more message: half of it is the new pause. A pause below half a second belongs to a backlog, and an outage counts
-- four times the pace at most.
CREATE FUNCTION paced(pace int, pause interval) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN pause < interval '0.5 s' THEN pace
    ELSE least((pace + least(date_part('epoch', pause) * 1000, pace * 4.0)) / 2, 86400000)::int END $$;

-- Whether a position is older than three messages take, and than ten seconds. A device with a fast clock is judged by the arrival.
CREATE FUNCTION is_late(t timestamptz, received timestamptz, pace int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT now() - least(t, received) > greatest(3 * (pace * interval '1 millisecond'), interval '10 s') $$;

CREATE OR REPLACE VIEW place WITH (security_invoker) AS
  SELECT d.tenant, d.name, l.t AS "time", l.received, l.lat / 1e7::float8 AS lat, l.lon / 1e7::float8 AS lon, l.speed / 100.0::float8 AS speed_mps,
    l.course / 100.0::float8 AS course_deg, l.h_acc / 1000.0::float8 AS h_acc_m, p.online, extract(epoch FROM now() - l.t) AS age_s,
    l.pace / 1000.0::float8 AS interval_s, is_late(l.t, l.received, l.pace) AS is_late, l.device
  FROM last l JOIN device d ON d.id = l.device LEFT JOIN presence p ON p.device = l.device;

-- The devices in a box, between two times. If west is greater than east, the box crosses 180 degrees. It uses the index of places of
-- days that are closed.
CREATE FUNCTION within(south double precision, west double precision, north double precision, east double precision,
  since timestamptz, until timestamptz)
RETURNS TABLE (device int, first timestamptz, last timestamptz, points bigint) LANGUAGE sql STABLE AS $$
  SELECT f.device, min(f.t), max(f.t), count(*) FROM gpsbridge.fix f
  WHERE f.t >= since AND f.t < until AND f.lat BETWEEN (south * 1e7)::int8 AND (north * 1e7)::int8
    AND CASE WHEN west <= east THEN f.lon BETWEEN (west * 1e7)::int8 AND (east * 1e7)::int8
      ELSE f.lon >= (west * 1e7)::int8 OR f.lon <= (east * 1e7)::int8 END
  GROUP BY f.device $$;

-- The same within a distance of a place, also across 180 degrees.
CREATE OR REPLACE FUNCTION near(lat double precision, lon double precision, meters double precision, since timestamptz, until timestamptz)
RETURNS TABLE (device int, first timestamptz, last timestamptz, points bigint) LANGUAGE sql STABLE AS $$
  SELECT f.device, min(f.t), max(f.t), count(*)
  FROM gpsbridge.fix f, (SELECT (meters / 111132.0 * 1e7)::int8 AS dy,
    (meters / (111320.0 * greatest(cos(radians(near.lat)), 0.01)) * 1e7)::int8 AS dx, (near.lon * 1e7)::int8 AS x) w
  WHERE f.t >= since AND f.t < until AND f.lat BETWEEN (near.lat * 1e7)::int8 - dy AND (near.lat * 1e7)::int8 + dy
    AND (f.lon BETWEEN x - dx AND x + dx OR f.lon <= x + dx - 3600000000 OR f.lon >= x - dx + 3600000000)
    AND power((f.lat - near.lat * 1e7) / 1e7 * 111132.0, 2)
      + power((mod(f.lon - x + 5400000000, 3600000000) - 1800000000) / 1e7 * 111320.0 * cos(radians(near.lat)), 2) <= meters * meters
  GROUP BY f.device $$;

-- A collector that was killed leaves its statement running, which still closes its day: another one must not wait and close it again.
CREATE OR REPLACE FUNCTION close_next_day() RETURNS date LANGUAGE plpgsql SECURITY DEFINER SET search_path = gpsbridge, pg_temp AS $$
DECLARE old date;
BEGIN
  SELECT day INTO old FROM day WHERE closed IS NULL AND day < (now() AT TIME ZONE 'UTC')::date - 1
    ORDER BY day LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF old IS NOT NULL THEN PERFORM close_day(old); END IF;
  RETURN old;
END $$;

-- The tenants that the current role may see. A role that no longer exists is ignored.
CREATE FUNCTION sees_all() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = gpsbridge, pg_temp AS $$
  SELECT EXISTS (SELECT FROM reader r JOIN pg_roles p ON p.rolname = r.role
    WHERE r.tenant = '*' AND pg_has_role(session_user, p.oid, 'member')) $$;
CREATE FUNCTION visible_tenants() RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = gpsbridge, pg_temp AS $$
  SELECT coalesce(array_agg(DISTINCT r.tenant), '{}') FROM reader r JOIN pg_roles p ON p.rolname = r.role
    WHERE pg_has_role(session_user, p.oid, 'member') $$;
-- The role that owns the tables reads them anyway.
INSERT INTO reader VALUES (session_user, '*') ON CONFLICT DO NOTHING;

-- A list of all devices, compared with each row, took minutes where a reader sees 100,000 of them.
DO $$ DECLARE name text; BEGIN
  ALTER POLICY read ON device USING ((SELECT sees_all()) OR tenant = ANY ((SELECT visible_tenants())::text[]));
  FOREACH name IN ARRAY ARRAY['fix', 'batch', 'last', 'presence', 'event', 'refused'] LOOP
    EXECUTE format('ALTER POLICY read ON %I USING ((SELECT sees_all()) OR device IN (SELECT d.id FROM device d
      WHERE d.tenant = ANY ((SELECT visible_tenants())::text[])))', name);
  END LOOP;
END $$;
DROP FUNCTION visible_devices();

-- What the page shows, as JSON. Each answer has a limit.

-- Not immutable, or it would be called for each row instead of becoming a part of the statement.
CREATE FUNCTION milliseconds(t timestamptz) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT round(date_part('epoch', t) * 1000)::bigint $$;
CREATE FUNCTION microseconds(t timestamptz) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT (extract(epoch FROM t) * 1000000)::bigint $$;

-- The devices with a greater number, each as an array: number, tenant, name; time, arrival, latitude and longitude in ten-millionths, speed
-- in cm/s, course in hundredths, accuracy in mm, pace in ms; whether it is connected, since when, backlog. Times are in milliseconds since
-- 1970. "next" is where the list continues; "until" is for the first question for changes, in microseconds: two seconds ago, since a
-- transaction that began then may not have ended.
CREATE FUNCTION page_devices(after int, most int) RETURNS TABLE (devices text, next int, until bigint) LANGUAGE sql STABLE AS $$
  WITH chosen AS (SELECT d.id, json_build_array(d.id, d.tenant, d.name, gpsbridge.milliseconds(l.t), gpsbridge.milliseconds(l.received),
      l.lat, l.lon, l.speed, l.course, l.h_acc, l.pace, p.online, gpsbridge.milliseconds(p.since), p.backlog) AS row
    FROM gpsbridge.device d LEFT JOIN gpsbridge.last l ON l.device = d.id LEFT JOIN gpsbridge.presence p ON p.device = d.id
    WHERE d.id > after ORDER BY d.id LIMIT most)
  SELECT coalesce(json_agg(row), '[]')::text, CASE WHEN count(*) = most THEN max(id) END, gpsbridge.microseconds(now() - interval '2 s')
  FROM chosen $$;

-- What has changed, as arrays of the same order: the device's number and its position; its number and its connection. If a list is too
-- long, "until" is where it ends, and the next question continues there. It is exact, in microseconds: all rows of a transaction have the
-- same time, and a time before it would lead to them again.
CREATE FUNCTION page_changes(since timestamptz, most int) RETURNS TABLE (moved text, connected text, until bigint) LANGUAGE sql STABLE AS $$
  WITH moved AS (SELECT l.* FROM gpsbridge.last l WHERE l.received > page_changes.since
      ORDER BY l.received FETCH FIRST most ROWS WITH TIES),
    connected AS (SELECT p.* FROM gpsbridge.presence p WHERE p.since > page_changes.since
      ORDER BY p.since FETCH FIRST most ROWS WITH TIES)
  SELECT coalesce((SELECT json_agg(json_build_array(device, gpsbridge.milliseconds(t), gpsbridge.milliseconds(received), lat, lon, speed,
      course, h_acc, pace)) FROM moved), '[]')::text,
    coalesce((SELECT json_agg(json_build_array(device, online, gpsbridge.milliseconds(connected.since), backlog)) FROM connected), '[]')::text,
    gpsbridge.microseconds(greatest(page_changes.since, least(now() - interval '2 s',
      (SELECT max(received) FROM moved HAVING count(*) >= most), (SELECT max(connected.since) FROM connected HAVING count(*) >= most)))) $$;

-- A device's track between two times: a point for each step in ten-millionths of a degree, and where a pause of over two minutes ends.
-- More than "most" points are thinned evenly. Then the numbers that are missing and dropped, and other entries, 200 of each at most.
CREATE FUNCTION page_track(device int, since timestamptz, until timestamptz, step int, most int) RETURNS text LANGUAGE sql STABLE AS $$
  WITH rows AS (
      SELECT f.t, f.lat, f.lon, f.seq, lag(f.t) OVER w IS NULL OR f.t - lag(f.t) OVER w > interval '2 min' AS is_apart,
        lag(f.lat / step) OVER w IS DISTINCT FROM f.lat / step OR lag(f.lon / step) OVER w IS DISTINCT FROM f.lon / step AS has_moved,
        lead(f.t) OVER w IS NULL AS is_last
      FROM gpsbridge.fix f WHERE f.device = page_track.device AND f.t >= since AND f.t < page_track.until AND f.lat IS NOT NULL
        AND f.lon IS NOT NULL WINDOW w AS (ORDER BY f.t, f.seq)),
    kept AS (SELECT *, row_number() OVER (ORDER BY t, seq) AS number, count(*) OVER () AS total FROM rows
      WHERE has_moved OR is_apart OR is_last),
    chosen AS (SELECT * FROM kept WHERE total <= most OR is_last OR number % (total / most + 1) = 1 ORDER BY t, seq LIMIT most + 1),
    bounds AS (SELECT b.epoch, min(b.first) AS first, max(b.last) AS last FROM gpsbridge.batch b
      WHERE b.device = page_track.device AND b.t0 >= since AND b.t0 < page_track.until GROUP BY b.epoch),
    -- Also of other days: the time of a batch without a position is its arrival. The index of the key has all columns.
    numbers AS (SELECT n.epoch, int8multirange(int8range(n.first, n.last + 1)) - range_agg(int8range(b.first, b.last + 1)) AS gaps
      FROM bounds n JOIN gpsbridge.batch b ON b.epoch = n.epoch AND b.first <= n.last AND b.last >= n.first
      WHERE b.device = page_track.device GROUP BY n.epoch, n.first, n.last),
    missing AS (SELECT lower(gap) AS first, upper(gap) - 1 AS last FROM numbers, unnest(gaps) AS gap ORDER BY epoch, 1 LIMIT 200),
    events AS (SELECT e.* FROM gpsbridge.event e WHERE e.device = page_track.device AND e.at >= since AND e.at < page_track.until
      ORDER BY e.at LIMIT 200)
  SELECT json_build_object(
    'device', page_track.device,
    't', coalesce((SELECT json_agg(gpsbridge.milliseconds(t) ORDER BY t, seq) FROM chosen), '[]'),
    'lat', coalesce((SELECT json_agg(lat ORDER BY t, seq) FROM chosen), '[]'),
    'lon', coalesce((SELECT json_agg(lon ORDER BY t, seq) FROM chosen), '[]'),
    'apart', coalesce((SELECT json_agg(is_apart::int ORDER BY t, seq) FROM chosen), '[]'),
    'points', (SELECT count(*) FROM rows),
    'missing', coalesce((SELECT json_agg(json_build_array(first, last)) FROM missing), '[]'),
    'dropped', coalesce((SELECT json_agg(json_build_array(seq, last)) FROM events WHERE type = 'dropped'), '[]'),
    'events', coalesce((SELECT json_agg(json_build_array(type, gpsbridge.milliseconds(at), gpsbridge.milliseconds(events.until), kind))
      FROM events WHERE type <> 'dropped'), '[]'))::text $$;

-- The devices within a distance of a place, or in a box, those with the most points first: number, first time, last time, points.
CREATE FUNCTION page_near(lat double precision, lon double precision, meters double precision, since timestamptz, until timestamptz,
  most int) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(json_agg(json_build_array(device, gpsbridge.milliseconds(first), gpsbridge.milliseconds(last), points)
    ORDER BY points DESC, device), '[]')::text
  FROM (SELECT * FROM gpsbridge.near(lat, lon, meters, since, until) ORDER BY points DESC, device LIMIT most) n $$;
CREATE FUNCTION page_within(south double precision, west double precision, north double precision, east double precision,
  since timestamptz, until timestamptz, most int) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(json_agg(json_build_array(device, gpsbridge.milliseconds(first), gpsbridge.milliseconds(last), points)
    ORDER BY points DESC, device), '[]')::text
  FROM (SELECT * FROM gpsbridge.within(south, west, north, east, since, until) ORDER BY points DESC, device LIMIT most) n $$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA gpsbridge FROM PUBLIC;
GRANT EXECUTE ON FUNCTION paced TO gpsbridge_collect;
GRANT EXECUTE ON FUNCTION is_late, within, sees_all, visible_tenants, milliseconds, microseconds, page_devices, page_changes, page_track,
  page_near, page_within TO gpsbridge_read;
