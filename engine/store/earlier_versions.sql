-- What took a store to each version before 10. A version that has been released is never edited;
-- comments are kept in schema.sql only.

-- version 1
CREATE TABLE runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'queued' CHECK (status IN
        ('queued', 'running', 'stopped', 'finished', 'failed', 'interrupted', 'out_of_memory')),
    phase TEXT NOT NULL DEFAULT '',
    phase_done INTEGER NOT NULL DEFAULT 0,
    phase_total INTEGER NOT NULL DEFAULT 0,
    reason TEXT NOT NULL DEFAULT '',
    step INTEGER NOT NULL DEFAULT 0,
    steps INTEGER NOT NULL DEFAULT 0,
    progress REAL,
    eta_seconds REAL,
    recipe TEXT NOT NULL DEFAULT '',
    group_name TEXT NOT NULL DEFAULT '',
    identity TEXT NOT NULL,
    group_identity TEXT NOT NULL,
    encoder TEXT NOT NULL DEFAULT '',
    data TEXT NOT NULL DEFAULT '',
    seed INTEGER NOT NULL DEFAULT 0,
    spec TEXT NOT NULL,
    device TEXT NOT NULL DEFAULT 'auto',
    launcher TEXT NOT NULL DEFAULT 'queue',
    resume INTEGER NOT NULL DEFAULT 0,
    host TEXT NOT NULL DEFAULT '',
    pid INTEGER,
    pid_started REAL,
    heartbeat REAL,
    created REAL NOT NULL,
    queued REAL,
    started REAL,
    finished REAL,
    active_seconds REAL NOT NULL DEFAULT 0,
    folder TEXT NOT NULL DEFAULT '',
    versions TEXT NOT NULL DEFAULT '{}',
    data_fingerprints TEXT NOT NULL DEFAULT '{}',
    slot INTEGER NOT NULL DEFAULT 1 CHECK (slot BETWEEN 1 AND 8),
    notes TEXT NOT NULL DEFAULT '',
    tags TEXT NOT NULL DEFAULT '[]',
    archived INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX runs_status ON runs (status, queued);
CREATE INDEX runs_group ON runs (group_name);
CREATE INDEX runs_identity ON runs (group_identity);

CREATE TABLE stages (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    first_step INTEGER NOT NULL,
    steps INTEGER NOT NULL,
    info TEXT NOT NULL DEFAULT '{}',
    PRIMARY KEY (run_id, position)
);

CREATE TABLE metrics (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    step INTEGER NOT NULL,
    time REAL NOT NULL,
    value REAL,
    PRIMARY KEY (run_id, key, step)
) WITHOUT ROWID;

CREATE TABLE summary (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    best REAL,
    best_step INTEGER,
    last REAL,
    last_step INTEGER NOT NULL,
    at_best REAL,
    PRIMARY KEY (run_id, key)
) WITHOUT ROWID;

CREATE TABLE prediction_sets (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    split TEXT NOT NULL,
    step INTEGER NOT NULL,
    classes TEXT NOT NULL,
    PRIMARY KEY (run_id, split)
);

CREATE TABLE predictions (
    run_id INTEGER NOT NULL,
    split TEXT NOT NULL,
    position INTEGER NOT NULL,
    source_row INTEGER NOT NULL,
    label INTEGER NOT NULL,
    predicted INTEGER NOT NULL,
    confidence REAL,
    loss REAL,
    PRIMARY KEY (run_id, split, position),
    FOREIGN KEY (run_id, split) REFERENCES prediction_sets (run_id, split) ON DELETE CASCADE
) WITHOUT ROWID;

CREATE TABLE artefacts (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    path TEXT NOT NULL,
    step INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    created REAL NOT NULL,
    PRIMARY KEY (run_id, kind, path)
);

CREATE TABLE messages (
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    time REAL NOT NULL,
    level TEXT NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX messages_run ON messages (run_id, id);

CREATE TABLE datasets (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL,
    fingerprint TEXT NOT NULL DEFAULT '',
    report TEXT NOT NULL DEFAULT '{}',
    created REAL NOT NULL,
    used REAL
);

CREATE TABLE leases (
    device TEXT NOT NULL,
    host TEXT NOT NULL,
    holder TEXT NOT NULL,
    pid INTEGER NOT NULL,
    pid_started REAL NOT NULL,
    heartbeat REAL NOT NULL,
    PRIMARY KEY (host, device)
);

CREATE TABLE changes (
    runs INTEGER NOT NULL
);
INSERT INTO changes VALUES (0);
CREATE TRIGGER run_added AFTER INSERT ON runs
BEGIN UPDATE changes SET runs = runs + 1; END;
CREATE TRIGGER run_removed AFTER DELETE ON runs
BEGIN UPDATE changes SET runs = runs + 1; END;
CREATE TRIGGER run_edited AFTER UPDATE OF name, status, reason, group_name, slot, notes, tags, archived ON runs
BEGIN UPDATE changes SET runs = runs + 1; END;

CREATE VIEW results AS
SELECT r.id, r.name, r.status, r.group_name, r.encoder, r.data, r.seed,
       v.best AS validation_error_best, v.best_step AS validation_error_best_step, v.last AS validation_error_last,
       t.at_best AS test_error, r.active_seconds, r.created
FROM runs r
LEFT JOIN summary v ON v.run_id = r.id AND v.key = 'validation/error'
LEFT JOIN summary t ON t.run_id = r.id AND t.key = 'test/error';

-- version 2
CREATE TABLE stage_summary (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    position INTEGER NOT NULL,
    best REAL,
    best_step INTEGER,
    last REAL,
    last_step INTEGER NOT NULL,
    at_best REAL,
    PRIMARY KEY (run_id, key, position)
) WITHOUT ROWID;

-- A run of one stage: its summary as it stands.
INSERT INTO stage_summary (run_id, key, position, best, best_step, last, last_step, at_best)
SELECT run_id, key, 0, best, best_step, last, last_step, at_best FROM summary
WHERE run_id NOT IN (SELECT run_id FROM stages WHERE position > 0);

-- A run of several: from its points. What validation had chosen is known of the last stage only.
INSERT INTO stage_summary (run_id, key, position, best, best_step, last, last_step, at_best)
WITH placed AS (
    SELECT m.run_id, m.key, m.step, m.value,
           coalesce((SELECT max(s.position) FROM stages s WHERE s.run_id = m.run_id AND s.first_step < m.step), 0)
               AS position,
           CASE WHEN m.key LIKE '%/error' OR m.key LIKE '%/loss' OR m.key LIKE '%/perplexity' THEN 1
                WHEN m.key LIKE '%/accuracy' OR m.key LIKE '%/f1' OR m.key LIKE '%_per_second' THEN -1 END AS sign
    FROM metrics m WHERE m.run_id IN (SELECT run_id FROM stages WHERE position > 0)
),
lasts AS (
    SELECT run_id, key, position, value AS last, max(step) AS last_step FROM placed GROUP BY run_id, key, position
),
bests AS (
    SELECT run_id, key, position, value AS best, step AS best_step,
           row_number() OVER (PARTITION BY run_id, key, position ORDER BY sign * value, step) AS place
    FROM placed WHERE sign IS NOT NULL AND value IS NOT NULL
)
SELECT l.run_id, l.key, l.position, b.best, b.best_step, l.last, l.last_step,
       CASE WHEN l.key LIKE 'test/%' THEN l.last
            WHEN l.position = (SELECT max(o.position) FROM lasts o WHERE o.run_id = l.run_id AND o.key = l.key)
            THEN s.at_best END
FROM lasts l
LEFT JOIN bests b ON b.run_id = l.run_id AND b.key = l.key AND b.position = l.position AND b.place = 1
LEFT JOIN summary s ON s.run_id = l.run_id AND s.key = l.key;

-- A run's summary is that of the last stage that has measured it.
INSERT OR REPLACE INTO summary (run_id, key, best, best_step, last, last_step, at_best)
SELECT t.run_id, t.key, t.best, t.best_step, t.last, t.last_step, t.at_best FROM stage_summary t
WHERE t.run_id IN (SELECT run_id FROM stages WHERE position > 0)
  AND t.position = (SELECT max(o.position) FROM stage_summary o WHERE o.run_id = t.run_id AND o.key = t.key);

-- version 3
CREATE TABLE probe_maps (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    step INTEGER NOT NULL,
    time REAL NOT NULL,
    shape TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (run_id, key, step)
) WITHOUT ROWID;

CREATE TABLE example_forgetting (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    stage INTEGER NOT NULL,
    task TEXT NOT NULL,
    source_row INTEGER NOT NULL,
    label TEXT NOT NULL,
    seen INTEGER NOT NULL,
    forgotten INTEGER NOT NULL,
    learnt_step INTEGER,
    last_step INTEGER,
    right_last INTEGER NOT NULL,
    PRIMARY KEY (run_id, stage, task, source_row)
) WITHOUT ROWID;
CREATE INDEX example_forgetting_count ON example_forgetting (run_id, forgotten DESC);

-- version 4
CREATE TABLE sweeps (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    created REAL NOT NULL
);
ALTER TABLE runs ADD COLUMN sweep_id INTEGER REFERENCES sweeps (id) ON DELETE SET NULL;
ALTER TABLE runs ADD COLUMN precision TEXT NOT NULL DEFAULT '';
CREATE INDEX runs_sweep ON runs (sweep_id);
CREATE TRIGGER sweep_emptied AFTER DELETE ON runs WHEN OLD.sweep_id IS NOT NULL
BEGIN DELETE FROM sweeps WHERE id = OLD.sweep_id AND NOT EXISTS (SELECT 1 FROM runs WHERE sweep_id = OLD.sweep_id); END;

-- The runs of a plan were queued at one moment: an equal name ten seconds later was another sweep. A sweep of the past
-- has the number of its first run.
INSERT INTO sweeps (id, name, created)
WITH follows AS (
    SELECT id, group_name, created,
           created - lag(created) OVER (PARTITION BY group_name ORDER BY id) <= 10 AS same
    FROM runs WHERE group_name <> ''
)
SELECT id, group_name, created FROM follows WHERE same IS NULL OR NOT same;
UPDATE runs SET sweep_id = (SELECT max(s.id) FROM sweeps s WHERE s.name = runs.group_name AND s.id <= runs.id)
WHERE group_name <> '';

-- What precision a run was given, its stages have said.
UPDATE runs SET precision = coalesce(
    (SELECT json_extract(s.info, '$.precision') FROM stages s
     WHERE s.run_id = runs.id AND json_extract(s.info, '$.precision') IS NOT NULL ORDER BY s.position LIMIT 1), '');

DROP VIEW results;
CREATE VIEW results AS
SELECT r.id, r.name, r.status, r.group_name, r.encoder, r.data, r.seed,
       v.best AS validation_error_best, v.best_step AS validation_error_best_step, v.last AS validation_error_last,
       t.at_best AS test_error, r.active_seconds, r.created, r.sweep_id, r.precision
FROM runs r
LEFT JOIN summary v ON v.run_id = r.id AND v.key = 'validation/error'
LEFT JOIN summary t ON t.run_id = r.id AND t.key = 'test/error';

-- version 5
CREATE TABLE test_looks (
    fingerprint TEXT NOT NULL,
    identity TEXT NOT NULL,
    group_identity TEXT NOT NULL,
    split TEXT NOT NULL,
    time REAL NOT NULL,
    PRIMARY KEY (fingerprint, identity)
) WITHOUT ROWID;

-- version 6
CREATE TABLE searches (
    sweep_id INTEGER PRIMARY KEY REFERENCES sweeps (id) ON DELETE CASCADE,
    design TEXT NOT NULL,
    declaration TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'finished', 'stopped', 'failed')),
    reason TEXT NOT NULL DEFAULT ''
);
CREATE TABLE trials (
    run_id INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
    search_id INTEGER NOT NULL REFERENCES searches (sweep_id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    repetition INTEGER NOT NULL,
    chosen INTEGER NOT NULL DEFAULT 0,
    settings TEXT NOT NULL,
    pruned_step INTEGER,
    resumed INTEGER NOT NULL DEFAULT 0,
    UNIQUE (search_id, number, repetition, chosen)
);
CREATE INDEX trials_search ON trials (search_id, number);

-- version 7
CREATE TABLE placed_runs (
    run_id INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
    place TEXT NOT NULL,
    token TEXT NOT NULL UNIQUE,
    remote TEXT NOT NULL DEFAULT '',
    wanted TEXT NOT NULL DEFAULT 'send',
    stream TEXT NOT NULL DEFAULT '',
    frame INTEGER NOT NULL DEFAULT -1,
    results INTEGER NOT NULL DEFAULT 0,
    trouble TEXT NOT NULL DEFAULT '',
    seen REAL
);
CREATE INDEX placed_runs_place ON placed_runs (place);
CREATE TABLE received_runs (
    token TEXT PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    inputs TEXT NOT NULL DEFAULT ''
);
CREATE INDEX received_runs_run ON received_runs (run_id);

-- version 8
ALTER TABLE test_looks RENAME TO earlier_looks;
CREATE TABLE test_looks (
    fingerprint TEXT NOT NULL,
    content TEXT NOT NULL DEFAULT '',
    identity TEXT NOT NULL,
    group_identity TEXT NOT NULL,
    split TEXT NOT NULL,
    time REAL NOT NULL,
    PRIMARY KEY (fingerprint, content, identity)
) WITHOUT ROWID;
INSERT INTO test_looks (fingerprint, identity, group_identity, split, time)
SELECT fingerprint, identity, group_identity, split, time FROM earlier_looks;
DROP TABLE earlier_looks;

-- version 9
CREATE TABLE look_plans (
    one TEXT NOT NULL,
    other TEXT NOT NULL,
    seeds TEXT NOT NULL,
    metric TEXT NOT NULL,
    margin REAL NOT NULL,
    comparisons INTEGER NOT NULL,
    time REAL NOT NULL,
    PRIMARY KEY (one, other)
) WITHOUT ROWID;
