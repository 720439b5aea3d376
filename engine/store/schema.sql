-- The tables of a store, version 10: what its values may be stands here once, and holds for every writer.
-- `store check`, repair, capsules, places and migrations read these rules from this file (engine.store.tables),
-- so each column stands in a line of its own. Tables that others refer to come first.

CREATE TABLE sweeps (
    id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 999999999),
    name TEXT NOT NULL,                       -- what the plan was called; another sweep may be called so too
    created REAL NOT NULL CHECK (created BETWEEN 0 AND 253402300800)
) STRICT;

CREATE TABLE searches (
    sweep_id INTEGER PRIMARY KEY REFERENCES sweeps (id) ON DELETE CASCADE,  -- its trials are the runs of this sweep
    design TEXT NOT NULL CHECK (iif(json_valid(design), json_type(design) = 'object', 0)),  -- the experiment whose fields are searched
    declaration TEXT NOT NULL CHECK (iif(json_valid(declaration), json_type(declaration) = 'object', 0)),  -- fields, metric, budget ...
    status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'finished', 'stopped', 'failed')),
    reason TEXT NOT NULL DEFAULT ''           -- why it ended as it did, one sentence
) STRICT;

CREATE TABLE runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 999999999),
    name TEXT NOT NULL CHECK (length(name) <= 10000 AND instr(name, char(0)) = 0),
    status TEXT NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'stopped', 'finished', 'failed', 'interrupted', 'out_of_memory')),
    phase TEXT NOT NULL DEFAULT '',           -- what it is doing now: 'Reading data', 'Fine-tuning'
    phase_done INTEGER NOT NULL DEFAULT 0 CHECK (phase_done >= 0),  -- progress within the phase,
    phase_total INTEGER NOT NULL DEFAULT 0 CHECK (phase_total >= 0),  -- 0 where it cannot be counted
    reason TEXT NOT NULL DEFAULT '',          -- why it ended as it did, one sentence
    step INTEGER NOT NULL DEFAULT 0 CHECK (step BETWEEN 0 AND 9e15),  -- updates done, over all stages
    steps INTEGER NOT NULL DEFAULT 0 CHECK (steps BETWEEN 0 AND 9e15),  -- updates planned, over all stages; 0 until known
    progress REAL CHECK (progress BETWEEN 0 AND 1),  -- step / steps; NULL until known
    eta_seconds REAL CHECK (eta_seconds BETWEEN 0 AND 9e15),  -- seconds to the last update, NULL when not known
    recipe TEXT NOT NULL DEFAULT '',
    group_name TEXT NOT NULL DEFAULT '',      -- the sweep it belongs to
    identity TEXT NOT NULL CHECK (identity <> ''),  -- hash of all that changes results
    group_identity TEXT NOT NULL CHECK (group_identity <> ''),  -- the same without seeds: runs that share it are repetitions
    encoder TEXT NOT NULL DEFAULT '',
    data TEXT NOT NULL DEFAULT '',            -- data set of the last stage
    seed INTEGER NOT NULL DEFAULT 0,
    spec TEXT NOT NULL CHECK (iif(json_valid(spec), json_type(spec) = 'object', 0)),  -- the whole experiment, frozen when it was queued
    device TEXT NOT NULL DEFAULT 'auto',      -- as asked for; once claimed, the device it has: 'cpu', 'cuda:0'
    launcher TEXT NOT NULL DEFAULT 'queue',   -- who starts it: 'queue', or 'cli' for a command that waits for it
    resume INTEGER NOT NULL DEFAULT 0 CHECK (resume IN (0, 1)),  -- 1: the next start goes on from the last checkpoint
    host TEXT NOT NULL DEFAULT '',
    pid INTEGER CHECK (pid BETWEEN 1 AND 2147483647),  -- process that trains it while it runs, that will start it while queued
    pid_started REAL CHECK (pid_started BETWEEN 0 AND 9e15),  -- start time of that process: a pid alone may be reused
    heartbeat REAL CHECK (heartbeat BETWEEN 0 AND 253402300800),  -- last sign of life of that process
    created REAL NOT NULL CHECK (created BETWEEN 0 AND 253402300800),  -- times are seconds since 1970, UTC
    queued REAL CHECK (queued BETWEEN 0 AND 253402300800),
    started REAL CHECK (started BETWEEN 0 AND 253402300800),
    finished REAL CHECK (finished BETWEEN 0 AND 253402300800),
    active_seconds REAL NOT NULL DEFAULT 0 CHECK (active_seconds BETWEEN 0 AND 253402300800),  -- over all resumes, pauses excluded
    folder TEXT NOT NULL DEFAULT '' CHECK (folder = '' OR (folder GLOB '?*-runs/' || printf('%06d', id) AND length(folder) - length(replace(folder, '/', '')) = 1 AND instr(folder, '\') = 0 AND substr(folder, 2, 1) <> ':' AND instr(folder, char(0)) = 0)),  -- beside this file; '': by its number
    versions TEXT NOT NULL DEFAULT '{}' CHECK (iif(json_valid(versions), json_type(versions) = 'object', 0)),  -- package -> version
    data_fingerprints TEXT NOT NULL DEFAULT '{}' CHECK (iif(json_valid(data_fingerprints), json_type(data_fingerprints) = 'object', 0)),  -- stage -> hash of the data it read
    slot INTEGER NOT NULL DEFAULT 1 CHECK (slot BETWEEN 1 AND 8),  -- series colour
    notes TEXT NOT NULL DEFAULT '',
    tags TEXT NOT NULL DEFAULT '[]' CHECK (iif(json_valid(tags), json_type(tags) = 'array', 0)),  -- list of words
    archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
    sweep_id INTEGER REFERENCES sweeps (id) ON DELETE SET NULL,
    precision TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX runs_status ON runs (status, queued);
CREATE INDEX runs_group ON runs (group_name);
CREATE INDEX runs_identity ON runs (group_identity);
CREATE INDEX runs_sweep ON runs (sweep_id);

CREATE TABLE stages (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    position INTEGER NOT NULL CHECK (position BETWEEN 0 AND 999),  -- 0 for the first
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    first_step INTEGER NOT NULL CHECK (first_step BETWEEN 0 AND 9e15),  -- where it begins on the run's step axis
    steps INTEGER NOT NULL CHECK (steps BETWEEN 0 AND 9e15),
    info TEXT NOT NULL DEFAULT '{}' CHECK (iif(json_valid(info), json_type(info) = 'object', 0)),  -- data fingerprint, classes, rows, texts cut, precision ...
    PRIMARY KEY (run_id, position)
) STRICT;

CREATE TABLE metrics (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    key TEXT NOT NULL CHECK (key <> ''),      -- 'train/loss', 'validation/error' (percent) ...
    step INTEGER NOT NULL CHECK (step BETWEEN 0 AND 9e15),  -- updates done when it was measured
    time REAL NOT NULL CHECK (time BETWEEN 0 AND 253402300800),  -- active seconds of the run at that moment, pauses excluded
    value REAL CHECK (value NOT IN (9e999, -9e999)),    -- NULL: not a number
    PRIMARY KEY (run_id, key, step)
) STRICT, WITHOUT ROWID;

CREATE TABLE summary (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    key TEXT NOT NULL CHECK (key <> ''),
    best REAL CHECK (best NOT IN (9e999, -9e999)),      -- smallest error, loss; largest accuracy; NULL for keys without a better
    best_step INTEGER CHECK (best_step BETWEEN 0 AND 9e15),
    last REAL CHECK (last NOT IN (9e999, -9e999)),
    last_step INTEGER NOT NULL CHECK (last_step BETWEEN 0 AND 9e15),
    at_best REAL CHECK (at_best NOT IN (9e999, -9e999)),  -- value at the checkpoint that validation chose
    PRIMARY KEY (run_id, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE stage_summary (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    key TEXT NOT NULL CHECK (key <> ''),
    position INTEGER NOT NULL CHECK (position BETWEEN 0 AND 999),  -- the stage: 0 for the first
    best REAL CHECK (best NOT IN (9e999, -9e999)),      -- as in summary, of this stage alone
    best_step INTEGER CHECK (best_step BETWEEN 0 AND 9e15),
    last REAL CHECK (last NOT IN (9e999, -9e999)),
    last_step INTEGER NOT NULL CHECK (last_step BETWEEN 0 AND 9e15),
    at_best REAL CHECK (at_best NOT IN (9e999, -9e999)),
    PRIMARY KEY (run_id, key, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE prediction_sets (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    split TEXT NOT NULL CHECK (split <> '' AND instr('/' || replace(split, '\', '/') || '/', '/../') = 0 AND substr(split, 1, 1) NOT IN ('/', '\') AND substr(split, 2, 1) <> ':' AND instr(split, char(0)) = 0),
    step INTEGER NOT NULL CHECK (step BETWEEN 0 AND 9e15),
    classes TEXT NOT NULL CHECK (iif(json_valid(classes), json_type(classes) = 'array', 0)),  -- class names; label 0 is the first
    PRIMARY KEY (run_id, split)
) STRICT;

CREATE TABLE predictions (
    run_id INTEGER NOT NULL,
    split TEXT NOT NULL,
    position INTEGER NOT NULL CHECK (position BETWEEN 0 AND 9e15),  -- 0 for the first text of the split
    source_row INTEGER NOT NULL CHECK (source_row BETWEEN 0 AND 9e15),  -- row of the source it came from
    label ANY NOT NULL CHECK (iif(typeof(label) = 'text', iif(json_valid(label), json_type(label) = 'array', 0), typeof(label) <> 'blob' AND label NOT IN (9e999, -9e999))),  -- a class, of several labels a JSON list of classes, a real number without classes
    predicted ANY NOT NULL CHECK (iif(typeof(predicted) = 'text', iif(json_valid(predicted), json_type(predicted) = 'array', 0), typeof(predicted) <> 'blob' AND predicted NOT IN (9e999, -9e999))),
    confidence REAL CHECK (confidence BETWEEN 0 AND 1.001),  -- probability of the predicted class
    loss REAL CHECK (loss NOT IN (9e999, -9e999)),      -- nats
    PRIMARY KEY (run_id, split, position),
    FOREIGN KEY (run_id, split) REFERENCES prediction_sets (run_id, split) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE artefacts (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,                       -- 'last' and 'best' checkpoint, 'stage' model ...
    path TEXT NOT NULL CHECK (path <> '' AND instr('/' || replace(path, '\', '/') || '/', '/../') = 0 AND substr(path, 1, 1) NOT IN ('/', '\') AND substr(path, 2, 1) <> ':' AND instr(path, char(0)) = 0),  -- relative to the run's folder
    step INTEGER NOT NULL CHECK (step BETWEEN 0 AND 9e15),
    bytes INTEGER NOT NULL CHECK (bytes >= 0),
    created REAL NOT NULL CHECK (created BETWEEN 0 AND 253402300800),
    PRIMARY KEY (run_id, kind, path)
) STRICT;

CREATE TABLE messages (
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    time REAL NOT NULL CHECK (time BETWEEN 0 AND 253402300800),
    level TEXT NOT NULL,                      -- 'info', 'warning', 'error'
    text TEXT NOT NULL
) STRICT;
CREATE INDEX messages_run ON messages (run_id, id);

CREATE TABLE probe_maps (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    key TEXT NOT NULL CHECK (key <> ''),      -- 'drift/layers', 'attention/heads' ...: see docs/store.md
    step INTEGER NOT NULL CHECK (step BETWEEN 0 AND 9e15),  -- updates done when it was measured
    time REAL NOT NULL CHECK (time BETWEEN 0 AND 253402300800),  -- active seconds of the run at that moment
    shape TEXT NOT NULL CHECK (iif(json_valid(shape), json_type(shape) = 'array', 0)),  -- [rows] or [rows, columns]
    value TEXT NOT NULL CHECK (iif(json_valid(value), json_type(value) = 'array', 0)),  -- the numbers row by row, null where nothing could be measured
    PRIMARY KEY (run_id, key, step)
) STRICT, WITHOUT ROWID;

CREATE TABLE example_forgetting (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    stage INTEGER NOT NULL CHECK (stage BETWEEN 0 AND 999),  -- 0 for the first
    task TEXT NOT NULL,                       -- '' in a stage with one task
    source_row INTEGER NOT NULL CHECK (source_row BETWEEN 0 AND 9e15),  -- row of the source the training text came from
    label TEXT NOT NULL,
    seen INTEGER NOT NULL CHECK (seen BETWEEN 0 AND 9e15),  -- how often it was in an update
    forgotten INTEGER NOT NULL CHECK (forgotten BETWEEN 0 AND 9e15),  -- how often it went from right to wrong
    learnt_step INTEGER CHECK (learnt_step BETWEEN 0 AND 9e15),  -- when it was first right; NULL never
    last_step INTEGER CHECK (last_step BETWEEN 0 AND 9e15),  -- when it was last forgotten; NULL never
    right_last INTEGER NOT NULL CHECK (right_last IN (0, 1)),  -- whether it was right when last seen
    PRIMARY KEY (run_id, stage, task, source_row)
) STRICT, WITHOUT ROWID;
CREATE INDEX example_forgetting_count ON example_forgetting (run_id, forgotten DESC);

CREATE TABLE test_looks (
    fingerprint TEXT NOT NULL,                -- of the test texts: their rows in the source, labels and classes
    content TEXT NOT NULL DEFAULT '',         -- hash of the file they were read from; '' where that is not known
    identity TEXT NOT NULL,                   -- of the experiment that was measured on them; the run may be deleted
    group_identity TEXT NOT NULL,             -- the same without seeds
    split TEXT NOT NULL,                      -- 'test', 'test/NAME'
    time REAL NOT NULL CHECK (time BETWEEN 0 AND 253402300800),  -- when it was first measured
    PRIMARY KEY (fingerprint, content, identity)
) STRICT, WITHOUT ROWID;

CREATE TABLE look_plans (
    one TEXT NOT NULL,                        -- group_identity of a strategy, the smaller of the two as text
    other TEXT NOT NULL,                      -- that of the strategy it is compared with
    seeds TEXT NOT NULL CHECK (iif(json_valid(seeds), json_type(seeds) = 'array', 0)),  -- the seeds in the order in which they are looked at
    metric TEXT NOT NULL CHECK (metric <> ''),  -- the name of the test metric that is judged by
    margin REAL NOT NULL CHECK (margin > 0 AND margin < 9e999),  -- within which results count as equal, in the metric's unit
    comparisons INTEGER NOT NULL CHECK (comparisons BETWEEN 1 AND 9e15),  -- how many comparisons share the error rate
    time REAL NOT NULL CHECK (time BETWEEN 0 AND 253402300800),  -- when it was planned
    PRIMARY KEY (one, other)
) STRICT, WITHOUT ROWID;

CREATE TABLE trials (
    run_id INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
    search_id INTEGER NOT NULL REFERENCES searches (sweep_id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number BETWEEN 0 AND 9e15),  -- 0: the design as it stands; repetitions with other seeds share it
    repetition INTEGER NOT NULL CHECK (repetition BETWEEN 0 AND 9e15),  -- 0 for the first seed
    chosen INTEGER NOT NULL DEFAULT 0 CHECK (chosen IN (0, 1)),  -- 1: the chosen trial trained again at the end, and tested
    settings TEXT NOT NULL CHECK (iif(json_valid(settings), json_type(settings) = 'object', 0)),  -- field -> value
    pruned_step INTEGER CHECK (pruned_step BETWEEN 0 AND 9e15),  -- updates done when it was pruned; NULL: it was not
    resumed INTEGER NOT NULL DEFAULT 0 CHECK (resumed BETWEEN 0 AND 9e15),  -- how often the search has put it back into the queue
    UNIQUE (search_id, number, repetition, chosen)
) STRICT;
CREATE INDEX trials_search ON trials (search_id, number);

CREATE TABLE datasets (
    id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 999999999),
    name TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL CHECK (iif(json_valid(source), json_type(source) = 'object', 0)),  -- where it is and how it is read
    fingerprint TEXT NOT NULL DEFAULT '',
    report TEXT NOT NULL DEFAULT '{}' CHECK (iif(json_valid(report), json_type(report) = 'object', 0)),  -- the last inspection
    created REAL NOT NULL CHECK (created BETWEEN 0 AND 253402300800),
    used REAL CHECK (used BETWEEN 0 AND 253402300800)
) STRICT;

CREATE TABLE placed_runs (
    run_id INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
    place TEXT NOT NULL,                      -- name of the place that computes it, as in places.toml
    token TEXT NOT NULL UNIQUE CHECK (token <> ''),  -- random name by which the place knows the run, however often it is sent
    remote TEXT NOT NULL DEFAULT '',          -- what the place calls the run; empty until it has accepted it
    wanted TEXT NOT NULL DEFAULT 'send',      -- what is to be done there next: 'send', 'stop', 'resume', 'models', ''
    stream TEXT NOT NULL DEFAULT '',          -- name of the change stream that is applied here,
    frame INTEGER NOT NULL DEFAULT -1 CHECK (frame BETWEEN -1 AND 9e15),  -- and the number of its last frame that is
    results INTEGER NOT NULL DEFAULT 0 CHECK (results IN (0, 1, 2)),  -- 1: the files of a finished run are here, 2: its models too
    trouble TEXT NOT NULL DEFAULT '',         -- why the place cannot be asked now, one sentence
    seen REAL CHECK (seen BETWEEN 0 AND 253402300800)  -- when the place has last answered
) STRICT;
CREATE INDEX placed_runs_place ON placed_runs (place);

CREATE TABLE received_runs (
    token TEXT PRIMARY KEY CHECK (token <> ''),  -- the sender's name for the run
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    inputs TEXT NOT NULL DEFAULT ''           -- the folder of the files that came with it, below the home
) STRICT;
CREATE INDEX received_runs_run ON received_runs (run_id);

CREATE TABLE leases (
    device TEXT NOT NULL,                     -- one queue runner per device and host
    host TEXT NOT NULL,
    holder TEXT NOT NULL,                     -- random name of the runner
    pid INTEGER NOT NULL CHECK (pid BETWEEN 1 AND 2147483647),
    pid_started REAL NOT NULL CHECK (pid_started BETWEEN 0 AND 9e15),
    heartbeat REAL NOT NULL CHECK (heartbeat BETWEEN 0 AND 253402300800),
    PRIMARY KEY (host, device)
) STRICT;

CREATE TABLE set_aside (
    id INTEGER PRIMARY KEY,
    source TEXT NOT NULL,                     -- the table that a row of an earlier version was in
    reason TEXT NOT NULL,                     -- why it, or a value of it, has no place there any more
    content TEXT NOT NULL CHECK (json_valid(content))  -- the row as it was
) STRICT;

CREATE TABLE changes (
    runs INTEGER NOT NULL                     -- grows with every change of the list of runs, but not with progress
) STRICT;
INSERT INTO changes VALUES (0);
CREATE TRIGGER run_added AFTER INSERT ON runs
BEGIN UPDATE changes SET runs = runs + 1; END;
CREATE TRIGGER run_removed AFTER DELETE ON runs
BEGIN UPDATE changes SET runs = runs + 1; END;
CREATE TRIGGER run_edited AFTER UPDATE OF name, status, reason, group_name, slot, notes, tags, archived ON runs
BEGIN UPDATE changes SET runs = runs + 1; END;
CREATE TRIGGER sweep_emptied AFTER DELETE ON runs WHEN OLD.sweep_id IS NOT NULL
BEGIN DELETE FROM sweeps WHERE id = OLD.sweep_id AND NOT EXISTS (SELECT 1 FROM runs WHERE sweep_id = OLD.sweep_id); END;

CREATE VIEW results AS
SELECT r.id, r.name, r.status, r.group_name, r.encoder, r.data, r.seed,
       v.best AS validation_error_best, v.best_step AS validation_error_best_step, v.last AS validation_error_last,
       t.at_best AS test_error, r.active_seconds, r.created, r.sweep_id, r.precision
FROM runs r
LEFT JOIN summary v ON v.run_id = r.id AND v.key = 'validation/error'
LEFT JOIN summary t ON t.run_id = r.id AND t.key = 'test/error';
