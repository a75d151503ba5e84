-- The positions of a fleet, version 1. PostgreSQL 15 or newer; no extension is needed.
--
-- gpsbridge-collect --create runs it, as one transaction. Degrees are in ten-millionths, altitudes and speeds in centimeters,
-- courses in hundredths, accuracies in millimeters. An epoch is a number of 32 bits without a sign: from 2^31 on it is negative here.
-- Collectors have no right on any table: they call take_group(), take(), probe(), identity() and maintain().
DO $$ BEGIN
  CREATE SCHEMA gpsbridge;
EXCEPTION WHEN unique_violation THEN
  RAISE EXCEPTION 'another program has created the tables meanwhile' USING ERRCODE = 'duplicate_schema';
END $$;
SET LOCAL search_path = gpsbridge, pg_temp;

CREATE TABLE schema_version (version int PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());
INSERT INTO schema_version VALUES (1);

-- keep is in days. rows_a_minute is a limit at each collector; NULL is none.
CREATE TABLE tenant (
  name text PRIMARY KEY, keep int NOT NULL DEFAULT 90 CHECK (keep BETWEEN 1 AND 36500), suspended timestamptz,
  rows_a_minute int CHECK (rows_a_minute > 0), added timestamptz NOT NULL DEFAULT now());
-- installation is that of the store whose batch came first; another one is refused until a person calls device_adopt().
CREATE TABLE device (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, tenant text NOT NULL REFERENCES tenant, name text NOT NULL, installation bytea,
  added timestamptz NOT NULL DEFAULT now(), UNIQUE (tenant, name));
-- id is the public part of a token; hash is SHA-256 of its secret part. Two of a device are valid while it is rotated.
CREATE TABLE token (
  id text PRIMARY KEY, device int NOT NULL REFERENCES device ON DELETE CASCADE, hash bytea NOT NULL,
  added timestamptz NOT NULL DEFAULT now(), revoked timestamptz);
CREATE INDEX token_device ON token (device);

-- Without a default partition: ATTACH would search it under an exclusive lock. installation is the first 4 bytes of it.
CREATE TABLE fix (
  t timestamptz NOT NULL, seq bigint NOT NULL, received timestamptz NOT NULL DEFAULT now(), device int NOT NULL, epoch int NOT NULL,
  installation int NOT NULL, lat int, lon int, alt int, speed int, course int, h_acc int, flags int NOT NULL, sats smallint,
  PRIMARY KEY (device, t, seq, epoch)) PARTITION BY RANGE (t);
-- Rows whose day has no table, or is locked. settle_late() moves them.
CREATE TABLE fix_late (LIKE fix INCLUDING DEFAULTS INCLUDING CONSTRAINTS, PRIMARY KEY (device, t, seq, epoch));
CREATE INDEX fix_late_t ON fix_late (t);

-- Which numbers each committed batch is about.
CREATE TABLE batch (
  received timestamptz NOT NULL DEFAULT now(), first bigint NOT NULL, last bigint NOT NULL, device int NOT NULL, epoch int NOT NULL,
  installation int NOT NULL, count int NOT NULL, PRIMARY KEY (device, epoch, first, last));
CREATE INDEX batch_received ON batch USING brin (received);
-- The numbers up to which batches of an epoch were deleted: below them, nothing is reported as missing.
CREATE TABLE batch_floor (device int NOT NULL, epoch int NOT NULL, last bigint NOT NULL, PRIMARY KEY (device, epoch));

-- The newest position of each device by its own time. pace is about how many milliseconds pass from one batch to the next.
CREATE TABLE last (
  device int PRIMARY KEY, t timestamptz NOT NULL, seq bigint NOT NULL, epoch int NOT NULL, lat int NOT NULL, lon int NOT NULL,
  speed int, course int, h_acc int, received timestamptz NOT NULL DEFAULT now(), pace int NOT NULL DEFAULT 60000) WITH (fillfactor = 50);
CREATE INDEX last_received ON last (received);

-- Entries that are not positions. until is the end of a gap; last the last number that was dropped.
CREATE TABLE event (
  device int NOT NULL, epoch int NOT NULL, seq bigint NOT NULL, installation int NOT NULL, type text NOT NULL, at timestamptz NOT NULL,
  until timestamptz, last bigint, kind text NOT NULL, detail text, PRIMARY KEY (device, epoch, seq));

-- Batches that were refused: a counter for each reason, and 20 samples of a device.
CREATE TABLE refusals (device int NOT NULL, reason text NOT NULL, count bigint NOT NULL, at timestamptz NOT NULL, PRIMARY KEY (device, reason));
CREATE TABLE refused (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at timestamptz NOT NULL DEFAULT now(), device int NOT NULL, reason text NOT NULL,
  detail text, epoch int, first bigint, last bigint, sample bytea);
CREATE INDEX refused_device ON refused (device, id);

CREATE TABLE day (day date PRIMARY KEY, closed timestamptz);
CREATE TABLE probe (one boolean PRIMARY KEY DEFAULT true CHECK (one), at timestamptz NOT NULL);
-- What was deleted. day is that of the rows; tenant is NULL for the table of a whole day.
CREATE TABLE deletion (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at timestamptz NOT NULL DEFAULT now(), tenant text, what text NOT NULL,
  day date, rows bigint NOT NULL);
-- The tenants whose rows a role that reads may see; * is all.
CREATE TABLE reader (role name NOT NULL, tenant text NOT NULL, PRIMARY KEY (role, tenant));
INSERT INTO reader VALUES (session_user, '*'), ('gpsbridge_page', '*');

-- MARK: Days

CREATE FUNCTION day_table(d date) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT 'fix_' || to_char(d, 'YYYYMMDD') $$;
CREATE FUNCTION day_of(t timestamptz) RETURNS date LANGUAGE sql STABLE AS $$ SELECT (t AT TIME ZONE 'UTC')::date $$;
CREATE FUNCTION start_of(d date) RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT d::timestamp AT TIME ZONE 'UTC' $$;
CREATE FUNCTION today() RETURNS date LANGUAGE sql STABLE AS $$ SELECT (now() AT TIME ZONE 'UTC')::date $$;

-- Makes the table of a day apart and attaches it, which blocks no writer. A second caller waits, and finds it made.
CREATE FUNCTION open_day(d date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('gpsbridge.open_day'));
  IF EXISTS (SELECT FROM day WHERE day = d) THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE %I (LIKE fix INCLUDING DEFAULTS INCLUDING CONSTRAINTS, CHECK (t >= %L AND t < %L))',
    day_table(d), start_of(d), start_of(d + 1));
  EXECUTE format('ALTER TABLE fix ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', day_table(d), start_of(d), start_of(d + 1));
  INSERT INTO day VALUES (d);
END $$;

-- Whether a lock of the table of a day is had at once; if so, it can't be deleted until the transaction ends.
CREATE FUNCTION holds_day(d date, mode text DEFAULT 'ROW EXCLUSIVE') RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('LOCK TABLE %I IN %s MODE NOWAIT', day_table(d), mode);
  RETURN true;
EXCEPTION WHEN lock_not_available OR undefined_table THEN RETURN false; END $$;

-- Moves late rows to the tables of their days, 10,000 at once, and makes tables for days that are kept; true if there may be more.
CREATE FUNCTION settle_late() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE d date; moved int; more boolean := false;
BEGIN
  -- By the index: there may be millions of rows after the first backlog of a fleet.
  FOR d IN SELECT today() - ago FROM generate_series(-2, (SELECT max(keep) FROM tenant)) AS ago
      WHERE EXISTS (SELECT FROM fix_late WHERE t >= start_of(today() - ago) AND t < start_of(today() - ago + 1)) LOOP
    PERFORM open_day(d);
    CONTINUE WHEN NOT holds_day(d);
    WITH gone AS (DELETE FROM fix_late WHERE ctid = ANY (ARRAY(SELECT ctid FROM fix_late WHERE t >= start_of(d) AND t < start_of(d + 1) LIMIT 10000))
      RETURNING *)
    INSERT INTO fix SELECT * FROM gone ORDER BY device, t, seq, epoch ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS moved = ROW_COUNT;
    more := more OR moved > 0 AND EXISTS (SELECT FROM fix_late WHERE t >= start_of(d) AND t < start_of(d + 1));
  END LOOP;
  RETURN more;
END $$;

-- Makes the index of places of the first day that is over. Its writers do not wait: their rows go to fix_late.
CREATE FUNCTION close_next_day() RETURNS date LANGUAGE plpgsql SET lock_timeout = '200ms' AS $$
DECLARE d date;
BEGIN
  SELECT day INTO d FROM day WHERE closed IS NULL AND day < today() - 1 ORDER BY day LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF d IS NULL THEN RETURN NULL; END IF;
  EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %I (lat, lon)', day_table(d) || '_place', day_table(d));
  EXECUTE format('ANALYZE %I', day_table(d));
  UPDATE day SET closed = now() WHERE day = d;
  RETURN d;
EXCEPTION WHEN lock_not_available THEN RETURN NULL; END $$;

-- Deletes the table of the oldest day that no tenant keeps; NULL if there is none, or it is in use.
CREATE FUNCTION drop_next_day() RETURNS date LANGUAGE plpgsql SET lock_timeout = '200ms' AS $$
DECLARE d date; gone bigint;
BEGIN
  SELECT day INTO d FROM day WHERE day < today() - (SELECT max(keep) FROM tenant) ORDER BY day LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF d IS NULL THEN RETURN NULL; END IF;
  EXECUTE format('SELECT count(*) FROM %I', day_table(d)) INTO gone;
  EXECUTE format('ALTER TABLE fix DETACH PARTITION %I', day_table(d));
  EXECUTE format('DROP TABLE %I', day_table(d));
  DELETE FROM day WHERE day = d;
  INSERT INTO deletion (what, day, rows) VALUES ('day', d, gone);
  RETURN d;
EXCEPTION WHEN lock_not_available THEN RETURN NULL; END $$;

-- Deletes rows of a table, 10,000 at once, and notes how many of each tenant; true if there may be more. Without LATERAL, the plan could be to
-- read a whole day for a few devices.
CREATE FUNCTION delete_old(name text, what text, d date, of_tenants text, of_rows text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE gone bigint;
BEGIN
  EXECUTE format('WITH gone AS (DELETE FROM %1$I WHERE ctid = ANY (ARRAY(SELECT r.ctid FROM device v JOIN tenant n ON n.name = v.tenant,
      LATERAL (SELECT x.ctid FROM %1$I x WHERE x.device = v.id AND %3$s LIMIT 10000) r WHERE %2$s LIMIT 10000)) RETURNING device),
    noted AS (INSERT INTO deletion (tenant, what, day, rows) SELECT v.tenant, %4$L, %5$L, count(*) FROM gone JOIN device v ON v.id = gone.device
      GROUP BY 1 RETURNING rows)
    SELECT coalesce(sum(rows), 0)::bigint FROM noted', name, of_tenants, of_rows, what, d) INTO gone;
  RETURN gone >= 10000;
END $$;

-- Deletes what tenants do not keep; true if there may be more. Tables of days that no tenant keeps are deleted as a whole.
CREATE FUNCTION expire() RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '200ms' AS $$
DECLARE d date; more boolean := false; gone bigint; shortest int := (SELECT min(keep) FROM tenant); longest int := (SELECT max(keep) FROM tenant);
BEGIN
  FOR d IN SELECT day FROM day WHERE day < today() - shortest AND day >= today() - longest ORDER BY 1 LOOP
    more := delete_old(day_table(d), 'fix', d, format('n.keep < %s', today() - d), 'true') OR more;
  END LOOP;
  -- A row of the future expires by its arrival.
  more := delete_old('fix_late', 'late', NULL, 'true', 'least(x.t, x.received) < start_of(today() - n.keep)') OR more;
  more := delete_old('event', 'event', NULL, 'true', 'x.at < start_of(today() - n.keep)') OR more;
  more := delete_old('refused', 'refused', NULL, 'true', 'x.at < start_of(today() - n.keep)') OR more;
  WITH gone AS (DELETE FROM batch WHERE ctid = ANY (ARRAY(SELECT b.ctid FROM batch b JOIN device v ON v.id = b.device
      JOIN tenant n ON n.name = v.tenant WHERE b.received < start_of(today() - shortest) AND b.received < start_of(today() - n.keep)
      LIMIT 10000)) RETURNING device, epoch, last),
    floors AS (INSERT INTO batch_floor AS x SELECT device, epoch, max(last) FROM gone GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (device, epoch) DO UPDATE SET last = greatest(x.last, excluded.last))
  SELECT count(*) INTO gone FROM gone;
  RETURN more OR gone >= 10000;
END $$;

-- One step of maintenance, as a transaction of its own; a second collector that asks for the same ends at once. more: call it again.
CREATE FUNCTION maintain(step text) RETURNS TABLE (note text, more boolean) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE before bigint := (SELECT coalesce(max(id), 0) FROM deletion); goes_on boolean := false; d date;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('gpsbridge.maintain.' || step)) THEN RETURN QUERY SELECT NULL::text, false; RETURN; END IF;
  CASE step
    WHEN 'open' THEN PERFORM open_day(today() + n) FROM generate_series(0, 3) AS n;
    WHEN 'settle' THEN goes_on := settle_late();
    WHEN 'expire' THEN goes_on := expire();
    WHEN 'drop' THEN goes_on := drop_next_day() IS NOT NULL;
    WHEN 'close' THEN d := close_next_day(); goes_on := d IS NOT NULL;
  END CASE;
  RETURN QUERY SELECT concat_ws(' ', 'deleted', x.rows, 'rows of', coalesce('the tenant ' || x.tenant, 'all tenants') || ',', x.what, x.day), goes_on
    FROM deletion x WHERE x.id > before ORDER BY x.id;
  RETURN QUERY SELECT NULL::text, goes_on;
END $$;

-- MARK: Batches

-- The database as devices know it: another one, or a later timeline, may lack rows that were committed.
CREATE FUNCTION identity() RETURNS TABLE (identifier text, timeline int) LANGUAGE sql STABLE AS $$
  SELECT c.system_identifier || '-' || d.oid, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
  FROM pg_control_system() c JOIN pg_database d ON d.datname = current_database() $$;

CREATE FUNCTION short(installation bytea) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT ('x' || encode(substr(installation, 1, 4), 'hex'))::bit(32)::int $$;

-- The pace after one more batch: half of it is the new pause. A pause below half a second belongs to a backlog, and an outage counts
-- four times the pace at most.
CREATE FUNCTION paced(pace int, pause interval) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN pause < interval '0.5 s' THEN pace
    ELSE least((pace + least(date_part('epoch', pause) * 1000, pace * 4.0)) / 2, 86400000)::int END $$;

-- Takes a group of batches: one statement, so one transaction. Rows and events name their batch by its place. All tables are written in the
-- order of their keys, and always in this order: tokens and installations, fix, fix_late, event, batch, last, refusals.
--
-- It returns a row for each batch: the word of its answer ('' if it is committed), the installation that owns its device, its tenant and that
-- tenant's limit; and in each row the counts of the group and the database.
CREATE FUNCTION take_group(ids text[], hashes bytea[], installations bytea[], epochs int[], firsts bigint[], lasts bigint[],
  of_fix int[], t timestamptz[], seq bigint[], lat int[], lon int[], alt int[], speed int[], course int[], h_acc int[], flags int[], sats int[],
  of_event int[], event_seq bigint[], type text[], at timestamptz[], until timestamptz[], event_last bigint[], kind text[], detail text[])
RETURNS TABLE (word text, owner text, tenant text, most int, fresh int, late int, expired int, repeated int, identifier text, timeline int)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE devices int[]; words text[]; owners bytea[]; tenants text[]; limits int[]; keeps timestamptz[]; shorts int[]; counts int[]; d date;
  absent date[] := '{}'; has_late boolean; takes boolean[]; n int; fresh int; late int := 0; expired int; repeated int;
BEGIN
  -- forget() waits for those who have this lock.
  PERFORM pg_advisory_xact_lock_shared(hashtext('gpsbridge.forget'));
  SELECT array_agg(coalesce(x.id, 0) ORDER BY o), array_agg(x.installation ORDER BY o), array_agg(x.tenant ORDER BY o),
    array_agg(n.rows_a_minute ORDER BY o), array_agg(coalesce(start_of(today() - n.keep), 'infinity') ORDER BY o),
    array_agg(coalesce(short(b.installation), 0) ORDER BY o),
    array_agg(CASE WHEN x.id IS NULL OR k.hash <> b.hash THEN 'unknown_token' WHEN k.revoked IS NOT NULL THEN 'revoked'
      WHEN n.suspended IS NOT NULL THEN 'suspended' WHEN x.installation IS NULL THEN 'new'
      WHEN x.installation <> b.installation THEN 'second_installation' ELSE '' END ORDER BY o)
    INTO devices, owners, tenants, limits, keeps, shorts, words
    FROM unnest(ids, hashes, installations) WITH ORDINALITY AS b (id, hash, installation, o)
    LEFT JOIN token k ON k.id = b.id LEFT JOIN device x ON x.id = k.device LEFT JOIN tenant n ON n.name = x.tenant;
  IF 'new' = ANY (words) THEN
    -- The first installation to arrive owns the name.
    PERFORM FROM device x WHERE x.id = ANY (devices) AND x.installation IS NULL ORDER BY x.id FOR UPDATE;
    UPDATE device x SET installation = f.installation FROM (SELECT DISTINCT ON (device) device, b.installation
      FROM unnest(devices, installations, words) WITH ORDINALITY AS b (device, installation, word, o) WHERE word = 'new' ORDER BY device, o) f
      WHERE x.id = f.device AND x.installation IS NULL;
    SELECT array_agg(CASE WHEN b.word <> 'new' THEN b.word WHEN x.installation = b.installation THEN '' ELSE 'second_installation' END ORDER BY o),
      array_agg(x.installation ORDER BY o) INTO words, owners
      FROM unnest(devices, installations, words) WITH ORDINALITY AS b (device, installation, word, o) LEFT JOIN device x ON x.id = b.device;
  END IF;
  -- A text of an array is found by counting; this is asked for each row.
  takes := ARRAY(SELECT w = '' FROM unnest(words) WITH ORDINALITY AS x (w, o) ORDER BY o);
  -- Days without a table, and those before yesterday that are locked, for their index or to be deleted.
  FOR d IN SELECT DISTINCT day_of(x) FROM unnest(t) AS x ORDER BY 1 LOOP
    IF NOT EXISTS (SELECT FROM day WHERE day = d) OR d < today() - 1 AND NOT holds_day(d) THEN absent := absent || d; END IF;
  END LOOP;
  has_late := EXISTS (SELECT FROM fix_late);
  INSERT INTO fix (t, seq, device, epoch, installation, lat, lon, alt, speed, course, h_acc, flags, sats)
    SELECT a.t, a.seq, devices[a.b], epochs[a.b], shorts[a.b], a.lat, a.lon, a.alt, a.speed, a.course, a.h_acc, a.flags, a.sats
    FROM unnest(of_fix, t, seq, lat, lon, alt, speed, course, h_acc, flags, sats) AS a (b, t, seq, lat, lon, alt, speed, course, h_acc, flags, sats)
    WHERE takes[a.b] AND a.t >= keeps[a.b] AND (absent = '{}' OR day_of(a.t) <> ALL (absent))
      AND NOT (has_late AND EXISTS (SELECT FROM fix_late x WHERE x.device = devices[a.b] AND x.t = a.t AND x.seq = a.seq AND x.epoch = epochs[a.b]))
    ORDER BY 3, 1, 2, 4 ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS fresh = ROW_COUNT;
  IF absent <> '{}' THEN
    INSERT INTO fix_late (t, seq, device, epoch, installation, lat, lon, alt, speed, course, h_acc, flags, sats)
      SELECT a.t, a.seq, devices[a.b], epochs[a.b], shorts[a.b], a.lat, a.lon, a.alt, a.speed, a.course, a.h_acc, a.flags, a.sats
      FROM unnest(of_fix, t, seq, lat, lon, alt, speed, course, h_acc, flags, sats) AS a (b, t, seq, lat, lon, alt, speed, course, h_acc, flags, sats)
      WHERE takes[a.b] AND a.t >= keeps[a.b] AND day_of(a.t) = ANY (absent) ORDER BY 3, 1, 2, 4 ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS late = ROW_COUNT;
    -- Rows that a day has are not late. A day that is locked for readers too is not asked: settle_late() finds out. A query of fix would wait for
    -- the locks of all days.
    FOREACH d IN ARRAY absent LOOP
      CONTINUE WHEN NOT holds_day(d, 'ACCESS SHARE');
      EXECUTE format('DELETE FROM fix_late x USING %I f WHERE x.device = ANY ($1) AND x.t >= $2 AND x.t < $3
        AND (f.device, f.t, f.seq, f.epoch) = (x.device, x.t, x.seq, x.epoch)', day_table(d)) USING devices, start_of(d), start_of(d + 1);
      GET DIAGNOSTICS n = ROW_COUNT;
      late := late - n;
    END LOOP;
  END IF;
  SELECT count(*) INTO expired FROM unnest(of_fix, t) AS a (b, t) WHERE takes[a.b] AND a.t < keeps[a.b];
  INSERT INTO event (device, epoch, seq, installation, type, at, until, last, kind, detail)
    SELECT devices[a.b], epochs[a.b], a.seq, shorts[a.b], a.type, a.at, a.until, a.last, a.kind, a.detail
    FROM unnest(of_event, event_seq, type, at, until, event_last, kind, detail) AS a (b, seq, type, at, until, last, kind, detail)
    WHERE takes[a.b] AND a.at >= keeps[a.b] ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING;
  counts := ARRAY(SELECT coalesce(c.count, 0)::int FROM generate_subscripts(ids, 1) AS o
    LEFT JOIN (SELECT b, count(*) FROM unnest(of_fix) AS b GROUP BY b) c ON c.b = o ORDER BY o);
  INSERT INTO batch (device, epoch, first, last, installation, count) SELECT devices[o], epochs[o], firsts[o], lasts[o], shorts[o], counts[o]
    FROM generate_subscripts(ids, 1) AS o WHERE takes[o] ORDER BY 1, 2, 3, 4 ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS n = ROW_COUNT;
  repeated := (SELECT count(*) FROM unnest(words) AS w WHERE w = '') - n;
  -- A position dated more than a minute after its arrival is a row, never the place. The upsert locks its row until the commit even if it changes
  -- nothing, so that the batches of a device would commit one after another: a position that is not newer must not reach it.
  INSERT INTO last AS l (device, t, seq, epoch, lat, lon, speed, course, h_acc)
    SELECT * FROM (SELECT DISTINCT ON (devices[a.b]) devices[a.b] AS device, a.t, a.seq, epochs[a.b], a.lat, a.lon, a.speed, a.course, a.h_acc
      FROM unnest(of_fix, t, seq, lat, lon, speed, course, h_acc) AS a (b, t, seq, lat, lon, speed, course, h_acc)
      WHERE takes[a.b] AND a.lat IS NOT NULL AND a.lon IS NOT NULL AND a.t >= keeps[a.b] AND a.t <= now() + interval '1 minute'
      ORDER BY devices[a.b], a.t DESC, a.seq DESC) p
    WHERE NOT EXISTS (SELECT FROM last x WHERE x.device = p.device AND x.t >= p.t) ORDER BY device
    ON CONFLICT ON CONSTRAINT last_pkey DO UPDATE SET t = excluded.t, seq = excluded.seq, epoch = excluded.epoch, lat = excluded.lat,
      lon = excluded.lon, speed = excluded.speed, course = excluded.course, h_acc = excluded.h_acc,
      received = now(), pace = paced(l.pace, now() - l.received)
    WHERE excluded.t > l.t;
  IF 'second_installation' = ANY (words) THEN
    INSERT INTO refusals AS r SELECT device, word, count(*), now() FROM unnest(devices, words) AS b (device, word) WHERE word = 'second_installation'
      GROUP BY device, word ORDER BY 1, 2 ON CONFLICT ON CONSTRAINT refusals_pkey DO UPDATE SET count = r.count + excluded.count, at = now();
  END IF;
  RETURN QUERY SELECT words[o], encode(substr(owners[o], 1, 4), 'hex'), tenants[o], limits[o], fresh, late, expired, repeated,
      i.identifier, i.timeline FROM generate_subscripts(ids, 1) AS o, identity() AS i ORDER BY o;
END $$;

-- Notes a batch that can't be read. It returns the word of the answer, which is the reason unless the token is refused.
CREATE FUNCTION take(token_id text, token_hash bytea, reason text, detail text, epoch int, first bigint, last bigint, sample bytea)
RETURNS text LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE found record; total bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('gpsbridge.forget'));
  SELECT x.id, k.hash, k.revoked, n.suspended INTO found
    FROM token k JOIN device x ON x.id = k.device JOIN tenant n ON n.name = x.tenant WHERE k.id = token_id;
  IF found.id IS NULL OR found.hash <> token_hash THEN RETURN 'unknown_token'; END IF;
  IF found.revoked IS NOT NULL THEN RETURN 'revoked'; END IF;
  IF found.suspended IS NOT NULL THEN RETURN 'suspended'; END IF;
  INSERT INTO refusals AS r VALUES (found.id, reason, 1, now())
    ON CONFLICT ON CONSTRAINT refusals_pkey DO UPDATE SET count = r.count + 1, at = now() RETURNING r.count INTO total;
  -- Ten samples of each reason, then each hundredth.
  IF total <= 10 OR total % 100 = 0 THEN
    INSERT INTO refused (device, reason, detail, epoch, first, last, sample)
      VALUES (found.id, reason, take.detail, take.epoch, take.first, take.last, substr(take.sample, 1, 4096));
    DELETE FROM refused r WHERE r.device = found.id
      AND r.id <= (SELECT x.id FROM refused x WHERE x.device = found.id ORDER BY x.id DESC OFFSET 20 LIMIT 1);
  END IF;
  RETURN reason;
END $$;

-- A commit for the collector's health: of what a batch needs, it lacks only the room for rows.
CREATE FUNCTION probe() RETURNS void LANGUAGE sql AS $$
  INSERT INTO gpsbridge.probe AS p VALUES (true, now()) ON CONFLICT (one) DO UPDATE SET at = now() $$;

-- MARK: Enrollment, for the role gpsbridge_enroll

-- The number of a device by its name, or an error.
CREATE FUNCTION device_number(tenant text, name text) RETURNS int LANGUAGE plpgsql STABLE AS $$
DECLARE found int := (SELECT d.id FROM device d WHERE d.tenant = device_number.tenant AND d.name = device_number.name);
BEGIN
  IF found IS NULL THEN RAISE EXCEPTION 'there is no device %/%', tenant, name USING ERRCODE = 'P0002'; END IF;
  RETURN found;
END $$;
CREATE FUNCTION tenant_add(name text, keep int) RETURNS void LANGUAGE sql AS $$
  INSERT INTO tenant (name, keep) VALUES (tenant_add.name, coalesce(tenant_add.keep, 90)) $$;
-- Changes what is not NULL; returns the days that were kept before.
CREATE FUNCTION tenant_change(name text, keep int, suspend boolean, rows_a_minute int) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE before int := (SELECT n.keep FROM tenant n WHERE n.name = tenant_change.name FOR UPDATE);
BEGIN
  IF before IS NULL THEN RAISE EXCEPTION 'there is no tenant %', name USING ERRCODE = 'P0002'; END IF;
  UPDATE tenant n SET keep = coalesce(tenant_change.keep, n.keep), rows_a_minute = nullif(coalesce(tenant_change.rows_a_minute, n.rows_a_minute), 0),
    suspended = CASE suspend WHEN true THEN coalesce(n.suspended, now()) WHEN false THEN NULL ELSE n.suspended END WHERE n.name = tenant_change.name;
  RETURN before;
END $$;
CREATE FUNCTION device_add(tenant text, name text, token_id text, token_hash bytea) RETURNS void LANGUAGE plpgsql AS $$
DECLARE made int;
BEGIN
  IF NOT EXISTS (SELECT FROM tenant n WHERE n.name = device_add.tenant) THEN
    RAISE EXCEPTION 'there is no tenant %', tenant USING ERRCODE = 'P0002';
  END IF;
  INSERT INTO device (tenant, name) VALUES (device_add.tenant, device_add.name) RETURNING id INTO made;
  INSERT INTO token (id, device, hash) VALUES (token_id, made, token_hash);
END $$;
CREATE FUNCTION device_token(tenant text, name text, token_id text, token_hash bytea) RETURNS void LANGUAGE sql AS $$
  INSERT INTO token (id, device, hash) VALUES (token_id, device_number(device_token.tenant, device_token.name), token_hash) $$;
-- Revokes a token, or all of a device; returns how many.
CREATE FUNCTION device_revoke(tenant text, name text, token_id text) RETURNS bigint LANGUAGE sql AS $$
  WITH done AS (UPDATE token SET revoked = now() WHERE device = device_number(device_revoke.tenant, device_revoke.name) AND revoked IS NULL
    AND (token_id IS NULL OR id = token_id) RETURNING id) SELECT count(*) FROM done $$;
CREATE FUNCTION device_rename(tenant text, name text, becomes text) RETURNS void LANGUAGE sql AS $$
  UPDATE device SET name = becomes WHERE id = device_number(device_rename.tenant, device_rename.name) $$;
CREATE FUNCTION device_adopt(tenant text, name text) RETURNS void LANGUAGE sql AS $$
  UPDATE device SET installation = NULL WHERE id = device_number(device_adopt.tenant, device_adopt.name) $$;
CREATE FUNCTION devices(tenant text) RETURNS TABLE (tenant text, name text, installation text, tokens text, received timestamptz, refusals text)
LANGUAGE sql STABLE AS $$
  SELECT d.tenant, d.name, encode(substr(d.installation, 1, 4), 'hex'),
    (SELECT string_agg(k.id || CASE WHEN k.revoked IS NULL THEN '' ELSE ' (revoked)' END, ', ' ORDER BY k.added, k.id)
      FROM token k WHERE k.device = d.id), (SELECT b.received FROM last b WHERE b.device = d.id),
    (SELECT string_agg(r.count || ' ' || r.reason, ', ' ORDER BY r.reason) FROM refusals r WHERE r.device = d.id)
  FROM device d WHERE devices.tenant IS NULL OR d.tenant = devices.tenant ORDER BY 1, 2 $$;
CREATE FUNCTION tenants() RETURNS TABLE (name text, keep int, rows_a_minute int, suspended timestamptz, devices bigint)
LANGUAGE sql STABLE AS $$
  SELECT n.name, n.keep, n.rows_a_minute, n.suspended, (SELECT count(*) FROM device d WHERE d.tenant = n.name) FROM tenant n ORDER BY 1 $$;
-- Begins to forget a whole device: its tokens are gone, so that no new batch is taken. Commit it before device_forget().
CREATE FUNCTION device_close(tenant text, name text) RETURNS void LANGUAGE sql AS $$
  DELETE FROM token WHERE device = device_number(device_close.tenant, device_close.name) $$;
-- Deletes the rows of a device between two times, and its place if it is one of them; without times all that is known of it, and the device.
CREATE FUNCTION device_forget(tenant text, name text, since timestamptz, until timestamptz) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE number int := device_number(tenant, name); is_all boolean := since IS NULL AND until IS NULL; gone bigint; n bigint;
  a timestamptz := coalesce(since, '-infinity'); b timestamptz := coalesce(until, 'infinity');
BEGIN
  -- Transactions that had found a token before it was deleted have ended after this.
  PERFORM pg_advisory_lock(hashtext('gpsbridge.forget')), pg_advisory_unlock(hashtext('gpsbridge.forget'));
  DELETE FROM fix WHERE device = number AND t >= a AND t < b; GET DIAGNOSTICS gone = ROW_COUNT;
  DELETE FROM fix_late WHERE device = number AND t >= a AND t < b; GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  DELETE FROM event WHERE device = number AND at >= a AND at < b AND (is_all OR type <> 'dropped'); GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  -- Samples may hold any position.
  DELETE FROM refused WHERE device = number;
  DELETE FROM last WHERE device = number AND t >= a AND t < b;
  IF is_all THEN
    DELETE FROM batch WHERE device = number; DELETE FROM batch_floor WHERE device = number;
    DELETE FROM refusals WHERE device = number; DELETE FROM device WHERE id = number;
  ELSE
    -- The newest of the others is the place again.
    INSERT INTO last (device, t, seq, epoch, lat, lon, speed, course, h_acc, received)
      SELECT device, t, seq, epoch, lat, lon, speed, course, h_acc, received FROM position
      WHERE device = number AND lat IS NOT NULL AND lon IS NOT NULL AND t <= received + interval '1 minute'
      ORDER BY t DESC, seq DESC LIMIT 1 ON CONFLICT DO NOTHING;
  END IF;
  INSERT INTO deletion (tenant, what, rows) VALUES (device_forget.tenant, 'forgotten', gone);
  RETURN gone;
END $$;

-- MARK: Readers

-- The tenants that the current role may see. A role that no longer exists is ignored.
CREATE FUNCTION sees_all() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM reader r JOIN pg_roles p ON p.rolname = r.role
    WHERE r.tenant = '*' AND pg_has_role(session_user, p.oid, 'member')) $$;
CREATE FUNCTION visible_tenants() RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(DISTINCT r.tenant), '{}') FROM reader r JOIN pg_roles p ON p.rolname = r.role
    WHERE pg_has_role(session_user, p.oid, 'member') $$;

-- Whether a position is older than three batches take, and than ten seconds. A device with a fast clock is judged by the arrival.
CREATE FUNCTION is_late(t timestamptz, received timestamptz, pace int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT now() - least(t, received) > greatest(3 * (pace * interval '1 millisecond'), interval '10 s') $$;

-- All rows of positions, the late ones too.
CREATE VIEW position WITH (security_invoker) AS SELECT * FROM fix UNION ALL SELECT * FROM fix_late;

-- Where each device is. One whose batches still arrive is online.
CREATE VIEW place WITH (security_invoker) AS
  SELECT d.tenant, d.name, l.t AS "time", l.received, l.lat / 1e7::float8 AS lat, l.lon / 1e7::float8 AS lon, l.speed / 100.0::float8 AS speed_mps,
    l.course / 100.0::float8 AS course_deg, l.h_acc / 1000.0::float8 AS h_acc_m, NOT is_late(l.received, l.received, l.pace) AS online,
    extract(epoch FROM now() - l.t) AS age_s, l.pace / 1000.0::float8 AS interval_s, is_late(l.t, l.received, l.pace) AS is_late, l.device
  FROM last l JOIN device d ON d.id = l.device;

CREATE VIEW track WITH (security_invoker) AS
  SELECT d.tenant, d.name, f.t AS "time", f.seq, f.lat / 1e7::float8 AS lat, f.lon / 1e7::float8 AS lon, f.alt / 100.0::float8 AS alt_msl_m,
    f.speed / 100.0::float8 AS speed_mps, f.course / 100.0::float8 AS course_deg, f.h_acc / 1000.0::float8 AS h_acc_m, f.sats,
    lpad(to_hex(f.installation), 8, '0') AS installation
  FROM position f JOIN device d ON d.id = f.device;

-- Numbers that no batch was about, between the first and the last one of an epoch. A number is there if any epoch of the installation has it,
-- or if the device has dropped it.
CREATE VIEW missing WITH (security_invoker) AS
  SELECT e.device, e.epoch, lower(gap) AS first, upper(gap) - 1 AS last, upper(gap) - lower(gap) AS numbers
  FROM (SELECT b.device, b.epoch, b.installation, int8range(greatest(min(b.first), coalesce(max(x.last), 0) + 1), max(b.last) + 1) AS all_of
      FROM batch b LEFT JOIN batch_floor x ON x.device = b.device AND x.epoch = b.epoch
      GROUP BY b.device, b.epoch, b.installation HAVING max(b.last) > coalesce(max(x.last), 0)) e
    JOIN (SELECT device, installation, range_agg(numbers) AS there
      FROM (SELECT device, installation, int8range(first, last + 1) AS numbers FROM batch
        UNION ALL SELECT device, installation, int8range(seq, last + 1) FROM event WHERE type = 'dropped') r
      GROUP BY device, installation) k ON k.device = e.device AND k.installation = e.installation,
    unnest(int8multirange(e.all_of) - k.there) AS gap;

-- How long points took in the last hour.
CREATE VIEW late WITH (security_invoker) AS
  SELECT device, date_trunc('minute', received) AS minute, count(*) AS points,
    percentile_cont(0.5) WITHIN GROUP (ORDER BY received - t) AS median, max(received - t) AS worst
  FROM position WHERE received > now() - interval '1 hour' AND t > now() - interval '1 day' GROUP BY 1, 2;

-- The devices in a box, between two times. If west is greater than east, the box crosses 180 degrees. It uses the index of places of
-- days that are closed.
CREATE FUNCTION within(south double precision, west double precision, north double precision, east double precision,
  since timestamptz, until timestamptz)
RETURNS TABLE (device int, first timestamptz, last timestamptz, points bigint) LANGUAGE sql STABLE AS $$
  SELECT f.device, min(f.t), max(f.t), count(*) FROM gpsbridge.position f
  WHERE f.t >= since AND f.t < until AND f.lat BETWEEN (south * 1e7)::int8 AND (north * 1e7)::int8
    AND CASE WHEN west <= east THEN f.lon BETWEEN (west * 1e7)::int8 AND (east * 1e7)::int8
      ELSE f.lon >= (west * 1e7)::int8 OR f.lon <= (east * 1e7)::int8 END
  GROUP BY f.device $$;

-- The same within a distance of a place, also across 180 degrees.
CREATE FUNCTION near(lat double precision, lon double precision, meters double precision, since timestamptz, until timestamptz)
RETURNS TABLE (device int, first timestamptz, last timestamptz, points bigint) LANGUAGE sql STABLE AS $$
  SELECT f.device, min(f.t), max(f.t), count(*)
  FROM gpsbridge.position f, (SELECT (meters / 111132.0 * 1e7)::int8 AS dy,
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
-- in cm/s, course in hundredths, accuracy in mm, pace in ms. Times are in milliseconds since 1970. "next" is where the list continues;
-- "until" is for the first question for changes, in microseconds: two seconds ago, since a transaction that began then may not have ended.
CREATE FUNCTION page_devices(after int, most int) RETURNS TABLE (devices text, next int, until bigint) LANGUAGE sql STABLE AS $$
  WITH chosen AS (SELECT d.id, json_build_array(d.id, d.tenant, d.name, gpsbridge.milliseconds(l.t), gpsbridge.milliseconds(l.received),
      l.lat, l.lon, l.speed, l.course, l.h_acc, l.pace) AS row
    FROM gpsbridge.device d LEFT JOIN gpsbridge.last l ON l.device = d.id WHERE d.id > after ORDER BY d.id LIMIT most)
  SELECT coalesce(json_agg(row), '[]')::text, CASE WHEN count(*) = most THEN max(id) END, gpsbridge.microseconds(now() - interval '2 s')
  FROM chosen $$;

-- What has changed, as arrays of the same order without the names. If the list is too long, "until" is where it ends, and the next question
-- continues there. It is exact, in microseconds: all rows of a transaction have the same time, and a time before it would lead to them again.
CREATE FUNCTION page_changes(since timestamptz, most int) RETURNS TABLE (moved text, until bigint) LANGUAGE sql STABLE AS $$
  WITH moved AS (SELECT l.* FROM gpsbridge.last l WHERE l.received > page_changes.since
      ORDER BY l.received FETCH FIRST most ROWS WITH TIES)
  SELECT coalesce((SELECT json_agg(json_build_array(device, gpsbridge.milliseconds(t), gpsbridge.milliseconds(received), lat, lon, speed,
      course, h_acc, pace)) FROM moved), '[]')::text,
    gpsbridge.microseconds(greatest(page_changes.since, least(now() - interval '2 s', (SELECT max(received) FROM moved HAVING count(*) >= most)))) $$;

-- A device's track between two times: a point for each step in ten-millionths of a degree, and where a pause of over two minutes ends.
-- More than "most" points are thinned evenly. Then the numbers that are missing and dropped, and other entries, 200 of each at most.
CREATE FUNCTION page_track(device int, since timestamptz, until timestamptz, step int, most int) RETURNS text LANGUAGE sql STABLE AS $$
  WITH rows AS (
      SELECT f.t, f.lat, f.lon, f.seq, lag(f.t) OVER w IS NULL OR f.t - lag(f.t) OVER w > interval '2 min' AS is_apart,
        lag(f.lat / step) OVER w IS DISTINCT FROM f.lat / step OR lag(f.lon / step) OVER w IS DISTINCT FROM f.lon / step AS has_moved,
        lead(f.t) OVER w IS NULL AS is_last
      FROM gpsbridge.position f WHERE f.device = page_track.device AND f.t >= since AND f.t < page_track.until AND f.lat IS NOT NULL
        AND f.lon IS NOT NULL WINDOW w AS (ORDER BY f.t, f.seq)),
    kept AS (SELECT *, row_number() OVER (ORDER BY t, seq) AS number, count(*) OVER () AS total FROM rows
      WHERE has_moved OR is_apart OR is_last),
    chosen AS (SELECT * FROM kept WHERE total <= most OR is_last OR number % (total / most + 1) = 1 ORDER BY t, seq LIMIT most + 1),
    bounds AS (SELECT f.epoch, min(f.seq) AS first, max(f.seq) AS last FROM gpsbridge.position f
      WHERE f.device = page_track.device AND f.t >= since AND f.t < page_track.until GROUP BY f.epoch),
    missing AS (SELECT m.first, m.last FROM gpsbridge.missing m JOIN bounds b ON b.epoch = m.epoch AND m.first <= b.last AND m.last >= b.first
      WHERE m.device = page_track.device ORDER BY m.epoch, 1 LIMIT 200),
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

-- The devices within a distance of a place, those with the most points first: number, first time, last time, points.
CREATE FUNCTION page_near(lat double precision, lon double precision, meters double precision, since timestamptz, until timestamptz,
  most int) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(json_agg(json_build_array(device, gpsbridge.milliseconds(first), gpsbridge.milliseconds(last), points)
    ORDER BY points DESC, device), '[]')::text
  FROM (SELECT * FROM gpsbridge.near(lat, lon, meters, since, until) ORDER BY points DESC, device LIMIT most) n $$;

-- MARK: Rights

DO $$ DECLARE role text; BEGIN
  FOREACH role IN ARRAY ARRAY['gpsbridge_collect', 'gpsbridge_read', 'gpsbridge_enroll', 'gpsbridge_page'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN EXECUTE format('CREATE ROLE %I NOLOGIN', role); END IF;
  END LOOP;
  -- The page reads as its user, who has this role to see all tenants.
  IF NOT pg_has_role('gpsbridge_page', 'gpsbridge_read', 'member') THEN GRANT gpsbridge_read TO gpsbridge_page; END IF;
END $$;
-- The functions of collectors and of enrollment act as the owner of the tables; no function finds names outside of the schema.
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA gpsbridge FROM PUBLIC;
DO $$ DECLARE f record; role text; BEGIN
  FOR f IN SELECT p.oid::regprocedure AS name, p.proname, l.lanname FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
      WHERE p.pronamespace = 'gpsbridge'::regnamespace LOOP
    role := CASE WHEN f.proname IN ('take_group', 'take', 'probe', 'identity', 'maintain') THEN 'gpsbridge_collect'
      WHEN f.proname ~ '^(tenant|device)_(?!number)|^(tenants|devices)$' THEN 'gpsbridge_enroll' END;
    IF role IS NOT NULL THEN
      EXECUTE format('ALTER FUNCTION %s SECURITY DEFINER SET search_path = gpsbridge, pg_temp', f.name);
      EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', f.name, role);
    ELSIF f.lanname = 'plpgsql' THEN
      EXECUTE format('ALTER FUNCTION %s SET search_path = gpsbridge, pg_temp', f.name);
    END IF;
  END LOOP;
END $$;
ALTER FUNCTION sees_all SECURITY DEFINER SET search_path = gpsbridge, pg_temp;
ALTER FUNCTION visible_tenants SECURITY DEFINER SET search_path = gpsbridge, pg_temp;
GRANT USAGE ON SCHEMA gpsbridge TO gpsbridge_collect, gpsbridge_read, gpsbridge_enroll;
GRANT SELECT ON schema_version TO gpsbridge_collect, gpsbridge_read, gpsbridge_enroll;
GRANT SELECT ON device, fix, fix_late, batch, batch_floor, last, event, position, place, track, missing, late, day TO gpsbridge_read;
GRANT EXECUTE ON FUNCTION near, within, is_late, sees_all, visible_tenants, milliseconds, microseconds, page_devices, page_changes, page_track,
  page_near TO gpsbridge_read;

-- A list of all devices, compared with each row, would take minutes where a reader sees 100,000 of them.
DO $$ DECLARE name text; BEGIN
  FOREACH name IN ARRAY ARRAY['device', 'fix', 'fix_late', 'batch', 'batch_floor', 'last', 'event'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY read ON %I FOR SELECT TO gpsbridge_read USING ((SELECT sees_all()) OR %s)', name,
      CASE name WHEN 'device' THEN 'tenant = ANY ((SELECT visible_tenants())::text[])'
        ELSE 'device IN (SELECT d.id FROM device d WHERE d.tenant = ANY ((SELECT visible_tenants())::text[]))' END);
  END LOOP;
END $$;
