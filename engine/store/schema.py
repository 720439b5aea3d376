"""The tables, as a list of migrations: ``MIGRATIONS[n]`` takes a store from version n to n + 1.

A migration that has been released is never edited; the schema changes by appending one. The SQL of each
version is kept in ``tests/engine/store/fixtures``, and every version is tested to arrive at the newest.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

APPLICATION_ID = 0x50414C49
"""``PALI`` in ASCII: tells our files from other programs' SQLite files."""

# The comments inside the statements are kept by SQLite and shown by `.schema` of any client.
VERSION_1 = """
CREATE TABLE runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'queued' CHECK (status IN
        ('queued', 'running', 'stopped', 'finished', 'failed', 'interrupted', 'out_of_memory')),
    phase TEXT NOT NULL DEFAULT '',           -- what it is doing now: 'Reading data', 'Fine-tuning'
    phase_done INTEGER NOT NULL DEFAULT 0,    -- progress within the phase,
    phase_total INTEGER NOT NULL DEFAULT 0,   -- 0 where it cannot be counted
    reason TEXT NOT NULL DEFAULT '',          -- why it ended as it did, one sentence
    step INTEGER NOT NULL DEFAULT 0,          -- updates done, over all stages
    steps INTEGER NOT NULL DEFAULT 0,         -- updates planned, over all stages; 0 until known
    progress REAL,                            -- step / steps, 0..1; NULL until known
    eta_seconds REAL,                         -- seconds to the last update, NULL when not known
    recipe TEXT NOT NULL DEFAULT '',
    group_name TEXT NOT NULL DEFAULT '',      -- the sweep it belongs to
    identity TEXT NOT NULL,                   -- hash of all that changes results
    group_identity TEXT NOT NULL,             -- the same without seeds: runs that share it are repetitions
    encoder TEXT NOT NULL DEFAULT '',
    data TEXT NOT NULL DEFAULT '',            -- data set of the last stage
    seed INTEGER NOT NULL DEFAULT 0,
    spec TEXT NOT NULL,                       -- JSON: the whole experiment, frozen when it was queued
    device TEXT NOT NULL DEFAULT 'auto',      -- as asked for; once claimed, the device it has: 'cpu', 'cuda:0'
    launcher TEXT NOT NULL DEFAULT 'queue',   -- who starts it: 'queue', or 'cli' for a command that waits for it
    resume INTEGER NOT NULL DEFAULT 0,        -- 1: the next start goes on from the last checkpoint
    host TEXT NOT NULL DEFAULT '',
    pid INTEGER,                              -- process that trains it while it runs, that will start it while queued
    pid_started REAL,                         -- start time of that process: a pid alone may be reused
    heartbeat REAL,                           -- last sign of life of that process
    created REAL NOT NULL,                    -- times are seconds since 1970, UTC
    queued REAL,
    started REAL,
    finished REAL,
    active_seconds REAL NOT NULL DEFAULT 0,   -- time spent running, over all resumes, pauses excluded
    folder TEXT NOT NULL DEFAULT '',          -- relative to the folder of this file
    versions TEXT NOT NULL DEFAULT '{}',      -- JSON: package -> version
    data_fingerprints TEXT NOT NULL DEFAULT '{}',  -- JSON: stage -> hash of the data it read
    slot INTEGER NOT NULL DEFAULT 1 CHECK (slot BETWEEN 1 AND 8),  -- series colour
    notes TEXT NOT NULL DEFAULT '',
    tags TEXT NOT NULL DEFAULT '[]',          -- JSON: list of words
    archived INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX runs_status ON runs (status, queued);
CREATE INDEX runs_group ON runs (group_name);
CREATE INDEX runs_identity ON runs (group_identity);

CREATE TABLE stages (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,                -- 0 for the first
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    first_step INTEGER NOT NULL,              -- where it begins on the run's step axis
    steps INTEGER NOT NULL,
    info TEXT NOT NULL DEFAULT '{}',          -- JSON: data fingerprint, classes, rows, texts cut, precision ...
    PRIMARY KEY (run_id, position)
);

CREATE TABLE metrics (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    key TEXT NOT NULL,                        -- 'train/loss', 'validation/error' (percent) ...
    step INTEGER NOT NULL,                    -- updates done when it was measured
    time REAL NOT NULL,                       -- active seconds of the run at that moment, pauses excluded
    value REAL,                               -- NULL: not a number
    PRIMARY KEY (run_id, key, step)
) WITHOUT ROWID;

CREATE TABLE summary (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    best REAL,                                -- smallest error, loss; largest accuracy; NULL for keys without a better
    best_step INTEGER,
    last REAL,
    last_step INTEGER NOT NULL,
    at_best REAL,                             -- value at the checkpoint that validation chose
    PRIMARY KEY (run_id, key)
) WITHOUT ROWID;

CREATE TABLE prediction_sets (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    split TEXT NOT NULL,
    step INTEGER NOT NULL,
    classes TEXT NOT NULL,                    -- JSON: class names; label 0 is the first
    PRIMARY KEY (run_id, split)
);

CREATE TABLE predictions (
    run_id INTEGER NOT NULL,
    split TEXT NOT NULL,
    position INTEGER NOT NULL,                -- 0 for the first text of the split
    source_row INTEGER NOT NULL,              -- row of the source it came from
    label INTEGER NOT NULL,
    predicted INTEGER NOT NULL,
    confidence REAL,                          -- probability of the predicted class
    loss REAL,                                -- nats
    PRIMARY KEY (run_id, split, position),
    FOREIGN KEY (run_id, split) REFERENCES prediction_sets (run_id, split) ON DELETE CASCADE
) WITHOUT ROWID;

CREATE TABLE artefacts (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,                       -- 'last' and 'best' checkpoint, 'stage' model, 'export'
    path TEXT NOT NULL,                       -- relative to the run's folder where it lies inside it
    step INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    created REAL NOT NULL,
    PRIMARY KEY (run_id, kind, path)
);

CREATE TABLE messages (
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    time REAL NOT NULL,
    level TEXT NOT NULL,                      -- 'info', 'warning', 'error'
    text TEXT NOT NULL
);
CREATE INDEX messages_run ON messages (run_id, id);

CREATE TABLE datasets (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL,                     -- JSON: where it is and how it is read
    fingerprint TEXT NOT NULL DEFAULT '',
    report TEXT NOT NULL DEFAULT '{}',        -- JSON: the last inspection
    created REAL NOT NULL,
    used REAL
);

CREATE TABLE leases (
    device TEXT NOT NULL,                     -- one queue runner per device and host
    host TEXT NOT NULL,
    holder TEXT NOT NULL,                     -- random name of the runner
    pid INTEGER NOT NULL,
    pid_started REAL NOT NULL,
    heartbeat REAL NOT NULL,
    PRIMARY KEY (host, device)
);

CREATE TABLE changes (
    runs INTEGER NOT NULL                     -- grows with every change of the list of runs, but not with progress
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
"""

VERSION_2 = """
CREATE TABLE stage_summary (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    position INTEGER NOT NULL,                -- the stage: 0 for the first
    best REAL,                                -- as in summary, of this stage alone
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
"""


VERSION_3 = """
CREATE TABLE probe_maps (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    key TEXT NOT NULL,                        -- 'drift/layers', 'attention/heads' ...: see docs/store.md
    step INTEGER NOT NULL,                    -- updates done when it was measured
    time REAL NOT NULL,                       -- active seconds of the run at that moment
    shape TEXT NOT NULL,                      -- JSON: [rows] or [rows, columns]
    value TEXT NOT NULL,                      -- JSON: the numbers row by row, null where nothing could be measured
    PRIMARY KEY (run_id, key, step)
) WITHOUT ROWID;

CREATE TABLE example_forgetting (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    stage INTEGER NOT NULL,                   -- 0 for the first
    task TEXT NOT NULL,                       -- '' in a stage with one task
    source_row INTEGER NOT NULL,              -- row of the source the training text came from
    label TEXT NOT NULL,
    seen INTEGER NOT NULL,                    -- how often it was in an update
    forgotten INTEGER NOT NULL,               -- how often it went from right to wrong
    learnt_step INTEGER,                      -- when it was first right; NULL never
    last_step INTEGER,                        -- when it was last forgotten; NULL never
    right_last INTEGER NOT NULL,              -- whether it was right when last seen
    PRIMARY KEY (run_id, stage, task, source_row)
) WITHOUT ROWID;
CREATE INDEX example_forgetting_count ON example_forgetting (run_id, forgotten DESC);
"""

VERSION_4 = """
CREATE TABLE sweeps (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,                       -- what the plan was called; another sweep may be called so too
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
"""

VERSION_5 = """
CREATE TABLE test_looks (
    fingerprint TEXT NOT NULL,                -- of the test texts: their rows in the source, labels and classes
    identity TEXT NOT NULL,                   -- of the experiment that was measured on them; the run may be deleted
    group_identity TEXT NOT NULL,             -- the same without seeds
    split TEXT NOT NULL,                      -- 'test', 'test/NAME'
    time REAL NOT NULL,                       -- when it was first measured
    PRIMARY KEY (fingerprint, identity)
) WITHOUT ROWID;
"""

VERSION_6 = """
CREATE TABLE searches (
    sweep_id INTEGER PRIMARY KEY REFERENCES sweeps (id) ON DELETE CASCADE,  -- its trials are the runs of this sweep
    design TEXT NOT NULL,                     -- JSON: the experiment whose fields are searched, as it was requested
    declaration TEXT NOT NULL,                -- JSON: fields, metric, budget, pruning, constraint
    status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'finished', 'stopped', 'failed')),
    reason TEXT NOT NULL DEFAULT ''           -- why it ended as it did, one sentence
);
CREATE TABLE trials (
    run_id INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
    search_id INTEGER NOT NULL REFERENCES searches (sweep_id) ON DELETE CASCADE,
    number INTEGER NOT NULL,                  -- 0: the design as it stands; repetitions with other seeds share it
    repetition INTEGER NOT NULL,              -- 0 for the first seed
    chosen INTEGER NOT NULL DEFAULT 0,        -- 1: the chosen trial trained again at the end, and tested
    settings TEXT NOT NULL,                   -- JSON: field -> value
    pruned_step INTEGER,                      -- updates done when it was pruned; NULL: it was not
    resumed INTEGER NOT NULL DEFAULT 0,       -- how often the search has put it back into the queue when it was killed
    UNIQUE (search_id, number, repetition, chosen)
);
CREATE INDEX trials_search ON trials (search_id, number);
"""

VERSION_7 = """
CREATE TABLE placed_runs (
    run_id INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
    place TEXT NOT NULL,                      -- name of the place that computes it, as in places.toml
    token TEXT NOT NULL UNIQUE,               -- random name by which the place knows the run, however often it is sent
    remote TEXT NOT NULL DEFAULT '',          -- what the place calls the run; empty until it has accepted it
    wanted TEXT NOT NULL DEFAULT 'send',      -- what is to be done there next: 'send', 'stop', 'resume', 'models', ''
    stream TEXT NOT NULL DEFAULT '',          -- name of the change stream that is applied here,
    frame INTEGER NOT NULL DEFAULT -1,        -- and the number of its last frame that is
    results INTEGER NOT NULL DEFAULT 0,       -- 1: the files of a finished run are here, 2: its models too
    trouble TEXT NOT NULL DEFAULT '',         -- why the place cannot be asked now, one sentence
    seen REAL                                 -- when the place has last answered
);
CREATE INDEX placed_runs_place ON placed_runs (place);
CREATE TABLE received_runs (
    token TEXT PRIMARY KEY,                   -- the sender's name for the run
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    inputs TEXT NOT NULL DEFAULT ''           -- the folder of the files that came with it, below the home
);
CREATE INDEX received_runs_run ON received_runs (run_id);
"""

VERSION_8 = """
ALTER TABLE test_looks RENAME TO earlier_looks;
CREATE TABLE test_looks (
    fingerprint TEXT NOT NULL,                -- of the test texts: their rows in the source, labels and classes
    content TEXT NOT NULL DEFAULT '',         -- hash of the file they were read from; '' where that is not known
    identity TEXT NOT NULL,                   -- of the experiment that was measured on them; the run may be deleted
    group_identity TEXT NOT NULL,             -- the same without seeds
    split TEXT NOT NULL,                      -- 'test', 'test/NAME'
    time REAL NOT NULL,                       -- when it was first measured
    PRIMARY KEY (fingerprint, content, identity)
) WITHOUT ROWID;
INSERT INTO test_looks (fingerprint, identity, group_identity, split, time)
SELECT fingerprint, identity, group_identity, split, time FROM earlier_looks;
DROP TABLE earlier_looks;
"""

VERSION_9 = """
CREATE TABLE look_plans (
    one TEXT NOT NULL,                        -- group_identity of a strategy, the smaller of the two as text
    other TEXT NOT NULL,                      -- that of the strategy it is compared with
    seeds TEXT NOT NULL,                      -- JSON: the seeds in the order in which they are looked at
    metric TEXT NOT NULL,                     -- the name of the test metric that is judged by
    margin REAL NOT NULL,                     -- within which results count as equal, in the metric's unit
    comparisons INTEGER NOT NULL,             -- how many comparisons were planned together and share the error rate
    time REAL NOT NULL,                       -- when it was planned
    PRIMARY KEY (one, other)
) WITHOUT ROWID;
"""


def statements(script: str) -> list[str]:
    """Return the statements of an SQL script, one by one (``executescript`` would commit the transaction
    around it).
    """
    found, draft = [], ""
    for line in script.splitlines(keepends=True):
        draft += line
        if sqlite3.complete_statement(draft):
            found.append(draft.strip())
            draft = ""
    return found


def _migration(script: str) -> Callable[[sqlite3.Connection], None]:
    """Return the migration that ``script`` describes, run within the caller's transaction."""

    def migrate(connection: sqlite3.Connection) -> None:
        for statement in statements(script):
            connection.execute(statement)

    return migrate


def _know_data_by_content(connection: sqlite3.Connection) -> None:
    """Know files by their content where it was recorded: in the identities of runs, and in the looks at test splits.

    The looks of stores before version 5, which have none, are those of the runs there are.
    """
    _migration(VERSION_8)(connection)
    if connection.execute("SELECT 1 FROM runs LIMIT 1").fetchone():
        from engine.store import test_looks  # NumPy: no new store waits for it

        test_looks.know_data_by_content(connection)


MIGRATIONS: list[Callable[[sqlite3.Connection], None]] = [
    *(_migration(script) for script in (VERSION_1, VERSION_2, VERSION_3, VERSION_4)),
    *(_migration(script) for script in (VERSION_5, VERSION_6, VERSION_7)),
    _know_data_by_content,
    _migration(VERSION_9),
]
