-- The positions of a fleet, version 1. PostgreSQL 15 or newer; no extension is needed.
--
-- gpsbridge-collect --create runs it, as one transaction. Degrees are in ten-millionths, altitudes and speeds in centimeters,
-- courses in hundredths, accuracies in millimeters. An epoch is a number of 32 bits without a sign: from 2^31 on it is negative here.
DO $$ BEGIN
  CREATE SCHEMA gpsbridge;
EXCEPTION WHEN unique_violation THEN
  RAISE EXCEPTION 'another program has created the tables meanwhile' USING ERRCODE = 'duplicate_schema';
END $$;
SET LOCAL search_path = gpsbridge, pg_temp;

CREATE TABLE schema_version (version int PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());
INSERT INTO schema_version VALUES (1);

-- A tenant's device. Its numbers in this database are not the same in another one.
CREATE TABLE device (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, tenant text NOT NULL, name text NOT NULL,
  first_seen timestamptz NOT NULL DEFAULT now(), UNIQUE (tenant, name));

CREATE TABLE fix (
  t timestamptz NOT NULL, seq bigint NOT NULL, received timestamptz NOT NULL DEFAULT now(), device int NOT NULL, epoch int NOT NULL,
  lat int, lon int, alt int, speed int, course int, h_acc int, flags int NOT NULL, sats smallint,
  PRIMARY KEY (device, t, seq, epoch)) PARTITION BY RANGE (t);
-- Times outside of the days that are kept: of a receiver with a wrong clock.
CREATE TABLE fix_elsewhen PARTITION OF fix DEFAULT;

-- Messages that are committed: which numbers they are about. data has the message, if the collector keeps it.
CREATE TABLE batch (
  t0 timestamptz NOT NULL, t1 timestamptz NOT NULL, first bigint NOT NULL, last bigint NOT NULL,
  received timestamptz NOT NULL DEFAULT now(), device int NOT NULL, epoch int NOT NULL, count int NOT NULL, data bytea,
  PRIMARY KEY (device, t0, first, last, epoch)) PARTITION BY RANGE (t0);
CREATE TABLE batch_elsewhen PARTITION OF batch DEFAULT;

-- The newest position of each device by its own time. pace is about how many milliseconds pass from one message to the next; a publisher
-- sends each minute unless told otherwise.
CREATE TABLE last (
  device int PRIMARY KEY, t timestamptz NOT NULL, seq bigint NOT NULL, epoch int NOT NULL, lat int NOT NULL, lon int NOT NULL,
  speed int, course int, h_acc int, received timestamptz NOT NULL DEFAULT now(), pace int NOT NULL DEFAULT 60000) WITH (fillfactor = 50);
CREATE INDEX last_received ON last (received);

-- Whether a device is connected; connection rises, so an old message changes nothing.
CREATE TABLE presence (
  device int PRIMARY KEY, online boolean NOT NULL, connection bigint NOT NULL, backlog bigint NOT NULL,
  since timestamptz NOT NULL DEFAULT now());
CREATE INDEX presence_since ON presence (since);

-- Entries that are not positions. until is the end of a gap; last the last number that was dropped.
CREATE TABLE event (
  device int NOT NULL, epoch int NOT NULL, seq bigint NOT NULL, type text NOT NULL, at timestamptz NOT NULL, until timestamptz,
  last bigint, kind text NOT NULL, detail text, PRIMARY KEY (device, epoch, seq));

-- Messages that could not be read: the newest 10,000.
CREATE TABLE refused (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, received timestamptz NOT NULL DEFAULT now(), device int NOT NULL, epoch int,
  first bigint, last bigint, reason text NOT NULL, data bytea NOT NULL);

CREATE TABLE day (day date PRIMARY KEY, closed timestamptz);
-- One row: since when points are missing after a backup was restored, and when that was reported.
CREATE TABLE restoration (one boolean PRIMARY KEY DEFAULT true CHECK (one), at timestamptz NOT NULL, since timestamptz NOT NULL);
-- The tenants whose rows a role that reads may see; * is all.
CREATE TABLE reader (role name NOT NULL, tenant text NOT NULL, PRIMARY KEY (role, tenant));
-- The role that owns the tables reads them anyway.
INSERT INTO reader VALUES (session_user, '*');

-- Returns the numbers of devices, in the order of their names; devices that are new get one.
CREATE FUNCTION device_numbers(tenants text[], names text[]) RETURNS TABLE (id int, tenant text, name text) LANGUAGE sql AS $$
  INSERT INTO gpsbridge.device AS d (tenant, name) SELECT a.tenant, a.name FROM unnest(tenants, names) AS a (tenant, name)
    WHERE NOT EXISTS (SELECT FROM gpsbridge.device x WHERE x.tenant = a.tenant AND x.name = a.name)
    ORDER BY 1, 2 ON CONFLICT DO NOTHING;
  SELECT d.id, d.tenant, d.name FROM gpsbridge.device d JOIN unnest(tenants, names) AS a (tenant, name) USING (tenant, name)
    ORDER BY 2, 3 $$;

-- Makes the tables of a day, unless they exist.
CREATE FUNCTION open_day(d date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = gpsbridge, pg_temp AS $$
DECLARE kind text;
BEGIN
  IF EXISTS (SELECT FROM day WHERE day = d) THEN RETURN; END IF;
  -- Only one collector at a time: a second one would wait for the first one's table and then fail.
  PERFORM pg_advisory_xact_lock(hashtext('gpsbridge.open_day'));
  IF EXISTS (SELECT FROM day WHERE day = d) THEN RETURN; END IF;
  FOREACH kind IN ARRAY ARRAY['fix', 'batch'] LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)', kind || to_char(d, '_YYYYMMDD'), kind,
      d::timestamp AT TIME ZONE 'UTC', (d + 1)::timestamp AT TIME ZONE 'UTC');
  END LOOP;
  INSERT INTO day VALUES (d);
-- Rows of that day are in the default table already: they stay there.
EXCEPTION WHEN check_violation THEN
  INSERT INTO day VALUES (d) ON CONFLICT DO NOTHING;
END $$;

-- Sorts the rows of a day that is over, and makes its index of places. Late rows are still taken.
CREATE FUNCTION close_day(d date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = gpsbridge, pg_temp AS $$
DECLARE n text := 'fix' || to_char(d, '_YYYYMMDD');
BEGIN
  IF to_regclass(n) IS NOT NULL THEN
    EXECUTE format('CLUSTER %I USING %I', n, n || '_pkey');
    EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %I (lat, lon)', n || '_place', n);
    EXECUTE format('ANALYZE %I', n);
  END IF;
  UPDATE day SET closed = now() WHERE day = d;
END $$;

-- Deletes the rows of a day.
CREATE FUNCTION drop_day(d date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = gpsbridge, pg_temp AS $$
DECLARE kind text;
BEGIN
  -- Rows that were in the default tables when the day was opened.
  DELETE FROM fix_elsewhen WHERE t >= d::timestamp AT TIME ZONE 'UTC' AND t < (d + 1)::timestamp AT TIME ZONE 'UTC';
  DELETE FROM batch_elsewhen WHERE t0 >= d::timestamp AT TIME ZONE 'UTC' AND t0 < (d + 1)::timestamp AT TIME ZONE 'UTC';
  DELETE FROM event WHERE at >= d::timestamp AT TIME ZONE 'UTC' AND at < (d + 1)::timestamp AT TIME ZONE 'UTC';
  DELETE FROM day WHERE day = d;
  -- Last, since it locks all days until the transaction ends.
  FOREACH kind IN ARRAY ARRAY['fix', 'batch'] LOOP
    EXECUTE format('DROP TABLE IF EXISTS %I', kind || to_char(d, '_YYYYMMDD'));
  END LOOP;
END $$;

-- What a collector runs each hour, each as a transaction of its own: in one, closing a day would keep the lock of a new or deleted table,
-- and all rows would wait.

-- Opens the next days.
CREATE FUNCTION open_days() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = gpsbridge, pg_temp AS $$
  SELECT open_day((now() AT TIME ZONE 'UTC')::date + ahead) FROM generate_series(0, 2) AS ahead $$;

-- Deletes the days that are too old; returns their number.
CREATE FUNCTION drop_days(keep int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path = gpsbridge, pg_temp AS $$
DECLARE old date; dropped int := 0;
BEGIN
  FOR old IN SELECT day FROM day WHERE day < (now() AT TIME ZONE 'UTC')::date - keep ORDER BY day LOOP
    PERFORM drop_day(old);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $$;

-- Closes the first day that is over and open; returns it. Rows that arrive late for this day wait meanwhile, and so does the
-- transaction that has them; others do not. A collector that was killed leaves its statement running, which still closes its day: another
-- one must not wait and close it again.
CREATE FUNCTION close_next_day() RETURNS date LANGUAGE plpgsql SECURITY DEFINER SET search_path = gpsbridge, pg_temp AS $$
DECLARE old date;
BEGIN
  SELECT day INTO old FROM day WHERE closed IS NULL AND day < (now() AT TIME ZONE 'UTC')::date - 1
    ORDER BY day LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF old IS NOT NULL THEN PERFORM close_day(old); END IF;
  RETURN old;
END $$;

-- The database as devices know it: another one, or a later timeline, may lack rows that were committed.
CREATE FUNCTION identity() RETURNS TABLE (identifier text, timeline int, restored_at bigint, restored_since bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = gpsbridge, pg_temp AS $$
  SELECT c.system_identifier || '-' || d.oid, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int,
    (extract(epoch FROM r.at) * 1000)::bigint, (extract(epoch FROM r.since) * 1000)::bigint
  FROM pg_control_system() c JOIN pg_database d ON d.datname = current_database() LEFT JOIN restoration r ON true $$;

-- To be called after a backup was restored: devices send again what they recorded since then.
CREATE FUNCTION restored(since timestamptz) RETURNS void LANGUAGE sql SET search_path = gpsbridge, pg_temp AS $$
  INSERT INTO restoration (at, since) VALUES (now(), since)
    ON CONFLICT (one) DO UPDATE SET at = excluded.at, since = excluded.since $$;

-- The tenants that the current role may see. A role that no longer exists is ignored.
CREATE FUNCTION sees_all() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = gpsbridge, pg_temp AS $$
  SELECT EXISTS (SELECT FROM reader r JOIN pg_roles p ON p.rolname = r.role
    WHERE r.tenant = '*' AND pg_has_role(session_user, p.oid, 'member')) $$;
CREATE FUNCTION visible_tenants() RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = gpsbridge, pg_temp AS $$
  SELECT coalesce(array_agg(DISTINCT r.tenant), '{}') FROM reader r JOIN pg_roles p ON p.rolname = r.role
    WHERE pg_has_role(session_user, p.oid, 'member') $$;

-- The pace after one more message: half of it is the new pause. A pause below half a second belongs to a backlog, and an outage counts
-- four times the pace at most.
CREATE FUNCTION paced(pace int, pause interval) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN pause < interval '0.5 s' THEN pace
    ELSE least((pace + least(date_part('epoch', pause) * 1000, pace * 4.0)) / 2, 86400000)::int END $$;

-- Whether a position is older than three messages take, and than ten seconds. A device with a fast clock is judged by the arrival.
CREATE FUNCTION is_late(t timestamptz, received timestamptz, pace int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT now() - least(t, received) > greatest(3 * (pace * interval '1 millisecond'), interval '10 s') $$;

-- Where each device is.
CREATE VIEW place WITH (security_invoker) AS
  SELECT d.tenant, d.name, l.t AS "time", l.received, l.lat / 1e7::float8 AS lat, l.lon / 1e7::float8 AS lon, l.speed / 100.0::float8 AS speed_mps,
    l.course / 100.0::float8 AS course_deg, l.h_acc / 1000.0::float8 AS h_acc_m, p.online, extract(epoch FROM now() - l.t) AS age_s,
    l.pace / 1000.0::float8 AS interval_s, is_late(l.t, l.received, l.pace) AS is_late, l.device
  FROM last l JOIN device d ON d.id = l.device LEFT JOIN presence p ON p.device = l.device;

CREATE VIEW track WITH (security_invoker) AS
  SELECT d.tenant, d.name, f.t AS "time", f.seq, f.lat / 1e7::float8 AS lat, f.lon / 1e7::float8 AS lon, f.alt / 100.0::float8 AS alt_msl_m,
    f.speed / 100.0::float8 AS speed_mps, f.course / 100.0::float8 AS course_deg, f.h_acc / 1000.0::float8 AS h_acc_m, f.sats
  FROM fix f JOIN device d ON d.id = f.device;

-- Numbers that no message was about, between the first and the last one of an epoch.
CREATE VIEW missing WITH (security_invoker) AS
  SELECT b.device, b.epoch, lower(gap) AS first, upper(gap) - 1 AS last, upper(gap) - lower(gap) AS numbers
  FROM (SELECT device, epoch, int8multirange(int8range(min(first), max(last) + 1)) - range_agg(int8range(first, last + 1)) AS gaps
    FROM batch GROUP BY device, epoch) b, unnest(b.gaps) AS gap;

-- How long points took in the last hour.
CREATE VIEW late WITH (security_invoker) AS
  SELECT device, date_trunc('minute', received) AS minute, count(*) AS points,
    percentile_cont(0.5) WITHIN GROUP (ORDER BY received - t) AS median, max(received - t) AS worst
  FROM fix WHERE received > now() - interval '1 hour' AND t > now() - interval '1 day' GROUP BY 1, 2;

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
CREATE FUNCTION near(lat double precision, lon double precision, meters double precision, since timestamptz, until timestamptz)
RETURNS TABLE (device int, first timestamptz, last timestamptz, points bigint) LANGUAGE sql STABLE AS $$
  SELECT f.device, min(f.t), max(f.t), count(*)
  FROM gpsbridge.fix f, (SELECT (meters / 111132.0 * 1e7)::int8 AS dy,
    (meters / (111320.0 * greatest(cos(radians(near.lat)), 0.01)) * 1e7)::int8 AS dx, (near.lon * 1e7)::int8 AS x) w
  WHERE f.t >= since AND f.t < until AND f.lat BETWEEN (near.lat * 1e7)::int8 - dy AND (near.lat * 1e7)::int8 + dy
    AND (f.lon BETWEEN x - dx AND x + dx OR f.lon <= x + dx - 3600000000 OR f.lon >= x - dx + 3600000000)
    AND power((f.lat - near.lat * 1e7) / 1e7 * 111132.0, 2)
      + power((mod(f.lon - x + 5400000000, 3600000000) - 1800000000) / 1e7 * 111320.0 * cos(radians(near.lat)), 2) <= meters * meters
  GROUP BY f.device $$;

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

DO $$ DECLARE role text; BEGIN
  FOREACH role IN ARRAY ARRAY['gpsbridge_collect', 'gpsbridge_read'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN EXECUTE format('CREATE ROLE %I NOLOGIN', role); END IF;
  END LOOP;
END $$;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA gpsbridge FROM PUBLIC;
GRANT USAGE ON SCHEMA gpsbridge TO gpsbridge_collect, gpsbridge_read;
GRANT SELECT, INSERT ON fix, batch, event, device TO gpsbridge_collect;
GRANT SELECT, INSERT, UPDATE ON last, presence TO gpsbridge_collect;
GRANT SELECT, INSERT, DELETE ON refused TO gpsbridge_collect;
GRANT SELECT ON schema_version, day TO gpsbridge_collect, gpsbridge_read;
GRANT SELECT ON device, fix, batch, last, presence, event, place, track, missing, late TO gpsbridge_read;
GRANT EXECUTE ON FUNCTION device_numbers, open_day, open_days, drop_days, close_next_day, identity, paced TO gpsbridge_collect;
GRANT EXECUTE ON FUNCTION near, within, is_late, sees_all, visible_tenants, milliseconds, microseconds, page_devices, page_changes, page_track,
  page_near, page_within TO gpsbridge_read;

-- A list of all devices, compared with each row, would take minutes where a reader sees 100,000 of them.
DO $$ DECLARE name text; BEGIN
  FOREACH name IN ARRAY ARRAY['device', 'fix', 'batch', 'last', 'presence', 'event', 'refused'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY collect ON %I TO gpsbridge_collect USING (true) WITH CHECK (true)', name);
    EXECUTE format('CREATE POLICY read ON %I FOR SELECT TO gpsbridge_read USING ((SELECT sees_all()) OR %s)', name,
      CASE name WHEN 'device' THEN 'tenant = ANY ((SELECT visible_tenants())::text[])'
        ELSE 'device IN (SELECT d.id FROM device d WHERE d.tenant = ANY ((SELECT visible_tenants())::text[]))' END);
  END LOOP;
END $$;
