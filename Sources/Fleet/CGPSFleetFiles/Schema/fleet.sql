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

-- The newest position of each device by its own time.
CREATE TABLE last (
  device int PRIMARY KEY, t timestamptz NOT NULL, seq bigint NOT NULL, epoch int NOT NULL, lat int NOT NULL, lon int NOT NULL,
  speed int, course int, h_acc int, received timestamptz NOT NULL DEFAULT now()) WITH (fillfactor = 50);
CREATE INDEX last_received ON last (received);

-- Whether a device is connected; connection rises, so an old message changes nothing.
CREATE TABLE presence (
  device int PRIMARY KEY, online boolean NOT NULL, connection bigint NOT NULL, backlog bigint NOT NULL,
  since timestamptz NOT NULL DEFAULT now());

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
-- transaction that has them; others do not.
CREATE FUNCTION close_next_day() RETURNS date LANGUAGE plpgsql SECURITY DEFINER SET search_path = gpsbridge, pg_temp AS $$
DECLARE old date;
BEGIN
  SELECT day INTO old FROM day WHERE closed IS NULL AND day < (now() AT TIME ZONE 'UTC')::date - 1 ORDER BY day LIMIT 1;
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

-- The devices whose rows the current role may see.
CREATE FUNCTION visible_devices() RETURNS int[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = gpsbridge, pg_temp AS $$
  SELECT coalesce(array_agg(DISTINCT d.id), '{}') FROM device d JOIN reader r ON r.tenant IN (d.tenant, '*')
    WHERE pg_has_role(session_user, r.role, 'member') $$;

-- Where each device is.
CREATE VIEW place WITH (security_invoker) AS
  SELECT d.tenant, d.name, l.t AS "time", l.received, l.lat / 1e7::float8 AS lat, l.lon / 1e7::float8 AS lon, l.speed / 100.0::float8 AS speed_mps,
    l.course / 100.0::float8 AS course_deg, l.h_acc / 1000.0::float8 AS h_acc_m, p.online, extract(epoch FROM now() - l.t) AS age_s
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

-- The devices within a distance of a place, between two times. It uses the index of places of days that are closed.
CREATE FUNCTION near(lat double precision, lon double precision, meters double precision, since timestamptz, until timestamptz)
RETURNS TABLE (device int, first timestamptz, last timestamptz, points bigint) LANGUAGE sql STABLE AS $$
  SELECT f.device, min(f.t), max(f.t), count(*)
  FROM gpsbridge.fix f, (SELECT (meters / 111132.0 * 1e7)::int AS dy,
    (meters / (111320.0 * greatest(cos(radians(near.lat)), 0.01)) * 1e7)::int AS dx) w
  WHERE f.t >= since AND f.t < until AND f.lat BETWEEN (near.lat * 1e7)::int - dy AND (near.lat * 1e7)::int + dy
    AND f.lon BETWEEN (near.lon * 1e7)::int - dx AND (near.lon * 1e7)::int + dx
    AND power((f.lat - near.lat * 1e7) / 1e7 * 111132.0, 2)
      + power((f.lon - near.lon * 1e7) / 1e7 * 111320.0 * cos(radians(near.lat)), 2) <= meters * meters
  GROUP BY f.device $$;

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
GRANT EXECUTE ON FUNCTION device_numbers, open_day, open_days, drop_days, close_next_day, identity TO gpsbridge_collect;
GRANT EXECUTE ON FUNCTION near, visible_devices TO gpsbridge_read;

DO $$ DECLARE name text; BEGIN
  FOREACH name IN ARRAY ARRAY['device', 'fix', 'batch', 'last', 'presence', 'event', 'refused'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY collect ON %I TO gpsbridge_collect USING (true) WITH CHECK (true)', name);
    EXECUTE format('CREATE POLICY read ON %I FOR SELECT TO gpsbridge_read USING (%I = ANY ((SELECT visible_devices())::int[]))',
      name, CASE name WHEN 'device' THEN 'id' ELSE 'device' END);
  END LOOP;
END $$;
