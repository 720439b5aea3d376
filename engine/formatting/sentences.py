"""What the engine says is wrong or worth knowing, as templates: a sentence is told again by the one that made it.

Findings of checks, errors and notes are English sentences wherever they are printed, stored or sent by a process;
whoever shows one in another language needs to know what it was made from. Several may stand in one text, behind a
place: "reviews.csv, row 18: the row has no label. Check the columns chosen."
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice

from engine.formatting.phrases import most_specific_first, phrase

TEMPLATES = (
    # Fields, across fields.
    "A linear baseline learns one class for each text, but the labels are something else.",
    "BERT-base failed to learn at 4e-4 (Sun et al. 2019, 5.3.3); 2e-5 is the paper's choice.",
    "Choose an encoder that was trained on masked words, or leave this stage out.",
    "Choose it anew to have all as {name} has it.",
    "Choose masked words only.",
    "Choose one of the two.",
    "Cut them at the end instead.",
    "Draw at most {layers} anew.",
    "Freeze at most {layers} layers.",
    "It bounds which checkpoint is chosen, but the last update is to be tested whatever it shows.",
    "It stops by validation labels, but the last update is to be tested without them.",
    "Learn masked words only.",
    "Leave it out, or train for longer.",
    "Make it fit the length.",
    "Never reached: there are only {planned} evaluations.",
    "No stage after it learns classes, so there will be no test error.",
    "Read the training split only.",
    "Set it to {value}.",
    "Test texts are read too: test errors of these data sets become transductive ones.",
    "Test the best on validation (checkpoint = 'best'), or take the bound out.",
    "There is no test split, so there will be no test error.",
    "Use [CLS].",
    "Use a larger batch or fewer devices.",
    "Use the last layer.",
    "Use the last.",
    "Use {value}.",
    "a batch of {batch} has no {parts} parts.",
    "a batch of {batch} leaves some of {processes} processes without a text.",
    "a head of {head} tokens leaves no tail: there is room for {room}.",
    "an LSTM reads all tokens, the pooler only [CLS].",
    "an overlap of {overlap} tokens leaves a fraction of {room} nothing new to read.",
    "asks for {asked} layers, the encoder has {layers}.",
    "has one class only ('{only}'); there is nothing to tell apart.",
    "has one class only; there is nothing to tell apart.",
    "leaves no room for any text beside the special tokens.",
    "leaves no training texts.",
    "segment pairs cannot be read in several pieces.",
    "the pooler reads the [CLS] token.",
    "the pooler stands on its own, not among layers.",
    "the stage ends after {steps} updates and never reaches {late}.",
    "the vocabulary of {encoder} has no [MASK] token, so no word can be hidden.",
    "there is no layer {layer}: the encoder has {layers}.",
    "{encoder} has no next-sentence head.",
    "{encoder} has {layers} layers, not {asked}.",
    "{length} tokens are more than {encoder} reads ({most}).",
    "{n} equal texts carry different labels.",
    "{n} test text is also in train: the test error looks better than it is.",
    "{n} test texts are also in train: the test error looks better than it is.",
    "{preset}, but for: {fields}.",
    "{share} % of the documents have one sentence: no next sentence can be told from a random one.",
    # Forgetting.
    "Distil masked words instead.",
    "Draw the label.",
    "Has no effect while the whole encoder is frozen.",
    "Holds the weights of {title}; the encoder's own do not move anyway.",
    "Layers drawn anew are held where they were drawn.",
    "Not measured: the vocabulary of {encoder} has no [MASK] token.",
    "Passages are cut to the {positions} tokens that {encoder} reads.",
    "Pulls to random weights: the encoder is untrained.",
    "Puts weights back to random ones: the encoder is untrained.",
    "Remember general text instead.",
    "Remember general text.",
    "Replay general text.",
    "Switch it off.",
    "Switch its measure on (probes.on, and for retention probes.retention), or take the bound out.",
    "The encoder starts untrained: there is no language to remember.",
    "Use at most 1 / η = {most}.",
    "While the whole encoder is frozen, only the head's β has an effect.",
    "every word of the vocabulary is a possible answer: too many to go through.",
    "no stage before it on its line has learnt a task.",
    "with {title} the encoder's own weights do not move, so there is nothing to put back.",
    "{measure} is to choose the checkpoint, and is not measured.",
    "{title} cannot compute with the answers of an earlier task that learnt {learnt}.",
    "{title} learns at higher rates than an encoder itself: {usual} is usual ({source}).",
    "η α is {step}: each update throws weights beyond where they began.",
    # Objectives.
    "Choose by its {metric}.",
    "Learn {objective}.",
    "Learns from other labels than these ({labels}).",
    "Read them as {labels}, or choose another objective.",
    "{objective} has no {metric}.",
    "{objective} learns from other labels than these ({labels}).",
    # Training.
    "Ask for at least {n}.",
    "Read the last layer, or choose another policy.",
    "Start from a fine-tuning on the same data with the same features, or draw a new head.",
    "The frozen parts stay as random as they start: the encoder is untrained.",
    "The last phase ({phase}) does not come within {total} updates.",
    "There are only {texts} training texts: one update per epoch.",
    "Train for longer, or shorten the phases.",
    "Use all.",
    "pre-training with the whole encoder frozen changes nothing in it.",
    "stage {stage} has learnt another data set, or another objective.",
    "stage {stage} has not learnt this one data set.",
    "starts from the run's encoder, which has no head.",
    "the head of stage {stage} reads other features.",
    "there are only {rows} training rows.",
    "{parts}: no turn to learn within {total} updates.",
    "{part} would learn alone for a while, but the head reads nothing above layer {top}.",
    "{rows} training rows cannot hold an example of each of the {classes} classes.",
    # Memory.
    "Needs about {peak} GB of memory, and {free} GB are free on the GPU.",
    "Needs about {peak} GB of memory, and {free} GB are free on this computer.",
    "Needs up to about {peak} GB of memory, and {free} GB are free on this computer.",
    "Needs up to about {peak} GB of memory, and {free} GB are free on {device}.",
    (
        "Weights, gradients and moments alone take about {resident} GB: choose a smaller encoder, an "
        "adapter, or freeze lower layers."
    ),
    (
        "What helps: compute layers again in the backward pass (compute.recompute = true; a third more "
        "time), or read fewer tokens of each text (max_length)."
    ),
    "What helps: read fewer tokens of each text (max_length).",
    (
        "What helps: split batches into {parts} parts (compute.micro_batches = {value}; the update is "
        "the same), or compute layers again in the backward pass (compute.recompute = true; a third "
        "more time), or read fewer tokens of each text (max_length)."
    ),
    (
        "What helps: split batches into {parts} parts (compute.micro_batches = {value}; the update is "
        "the same), or read fewer tokens of each text (max_length)."
    ),
    "{share} % of the tokens are bytes of characters that {encoder} lacks.",
    "{share} % of the tokens are unknown to {encoder}: what stood there is lost.",
    # Values of fields.
    "'{name}' cannot name a file; use letters, digits, spaces, - and _.",
    "'{value}' is no layer choice; write e.g. last, all, pooler, 11, -1, 9..12 or '1, 6, last'.",
    "'{value}' is no list of steps; write e.g. 1000, 2000, 5000.",
    "'{value}' is no start; leave it empty or write encoder, 1 or 1@5000.",
    "Did you mean '{name}'?",
    "Known: {names}.",
    "Must be a finite number.",
    "Must be a valid boolean.",
    "Must be a valid integer.",
    "Must be a valid number.",
    "Must be a valid string.",
    "Must be greater than or equal to {least}.",
    "Must be greater than {least}.",
    "Must be less than or equal to {most}.",
    "Must be less than {most}.",
    "Must be {choices}.",
    "Something is needed here.",
    "a range by factors begins above 0.",
    "cannot keep apart from other data sets while overlap is not left out; choose one.",
    "give the training subset as rows or as a percentage, not both.",
    (
        "learns nothing of the teacher; give word_weight, text_weight or first_weight, or take a stage "
        "further_pretrain."
    ),
    "low ({low}) must be below high ({high}).",
    "names no teacher; give a folder, a hub id or what a run has left (run:12).",
    "needs a corpus: name data sets, or text files.",
    "needs either most or least.",
    "one value leaves nothing to search; give two or more.",
    "reads running text, not pairs of sentences; set objective to mlm.",
    "stage {alone} reads no encoder, so it cannot share a run with stage {other}; make it a run of its own.",
    "stage {here} starts from stage {before}, which does not come before it.",
    (
        "stage {here} starts from update {step} of stage {before}, which does not keep it; add {again} "
        "to that stage's kept steps."
    ),
    "texts of two segments cannot be cut into two; choose one or the other.",
    "the same seed twice gives the same run twice.",
    "there is no {noun} '{name}'.",
    "two segments need two text columns or more, 1 given; write ['title + question', 'answer'] to join some.",
    "two tasks are called '{name}'; give each a name of its own.",
    # Files.
    "Check its permissions.",
    "Check the file.",
    "Check the path.",
    "Choose the folder of a data set.",
    "Export the texts as CSV, JSON lines or Parquet.",
    "Fix that line.",
    "Fix the link.",
    "Free some space.",
    "Name a file inside it.",
    "Name a file on disk.",
    "Name a place on another disk.",
    "Name a smaller file.",
    "Name the folder that holds it.",
    "Save it as UTF-8.",
    "The path exists up to {folder}.",
    "files of this kind can run code when they are read.",
    "has more than {most} MB.",
    "is not UTF-8 text (line {line}, byte 0x{byte}).",
    "is not UTF-8 text.",
    "is not valid TOML: {reason}.",
    "no space is left on the disk.",
    "the disk can only be read.",
    "the file cannot be read ({reason}).",
    "the file is empty.",
    "the file may not be read.",
    "the name is too long for this file system.",
    "the symbolic link leads nowhere.",
    "there is no such file or folder.",
    "this folder belongs to the system.",
    "this is a file, and a folder is needed.",
    "this is a folder, and a file is needed.",
    "this is an archive.",
    "this is {kind}, not a file.",
    # Reading data.
    "'{line}' is no label with a text behind it.",
    "'{line}' is not of the form COARSE:fine question.",
    "A folder needs a sub-folder of text files for each class, or files called train and test.",
    "Check that it is whole, or save it as CSV.",
    "Check that it is whole.",
    "Check that the file is whole.",
    "Choose a sheet with rows.",
    "Choose another data set.",
    'Double quotes within a field (""), or read quotes as ordinary characters (quoting = "off").',
    "Each class needs a folder of text files, here or within folders called train and test.",
    "Fix the row, or choose another format.",
    "Import it on the Data page, register a copy, or name its file.",
    "It has {names}.",
    "Keep the columns of the text and the label.",
    "Name the format, or check that each row has a text and a label.",
    "Quote fields that contain the delimiter, or set delimiter and quoting of the format.",
    "Read a part of it.",
    "Save it as UTF-8, or name its encoding.",
    "Set the delimiter, or check that each row has a text and a label.",
    "Write each text and its label as a row of its own.",
    "Write plain rows of text and label.",
    "a line has more than {most} MB.",
    "no delimiter was found: every row is one field.",
    "no list of training rows is there.",
    "the data cannot be read ({reason}).",
    "the data set cannot be loaded: {reason}",
    "the document holds no rows.",
    "the file cannot be read as Parquet ({reason}).",
    "the file cannot be read as a workbook ({reason}).",
    "the file is of no known format ({kinds}).",
    "the folder is of no known layout ({kinds}).",
    "the list is empty.",
    "the row has {width} columns, {of} has {expected}.",
    "the row is no object.",
    "the sheet is empty.",
    "the table has {count} columns or more; {most} are read.",
    "the table has {count} rows; {most} are read.",
    "the text holds what is no character ({reason}).",
    "there are no class folders here.",
    "there is no data set of this name.",
    "there is no sheet '{sheet}'.",
    "there is no training split.",
    "this is no JSON: {reason} at character {column}.",
    "this is no JSON: {reason} at line {line}, character {column}.",
    "values are nested too deeply.",
    # Columns, labels, splits.
    "'{only}' is the only label of {rows} rows.",
    "1 row without label left out of {file}.",
    "1 row without text left out of {file}.",
    "Ask for at most {there}, or 0 for all.",
    "Check that both files use the same labels and the same columns.",
    "Check the columns chosen.",
    "Check the label column.",
    "Choose a file with rows.",
    "Choose another column.",
    "Classification needs two classes or more; check the label column.",
    "Columns with nested or binary values are left out: {columns}.",
    "Columns: {names}.",
    'Fix or remove such rows, or leave them out (format = { kind = "...", incomplete = "skip" }).',
    "Fix the row, check the label column, or say what the labels are.",
    "Give all splits the same columns.",
    "Keys with nested values are left out: {keys}.",
    "Name the label column.",
    "No training row has these declared classes: {classes}.",
    "So do {n} others.",
    "The file has no header; its columns are numbered 1 to {n}.",
    "The folder's only file is read: {file}.",
    "The split '{split}' has no labels and is not used.",
    "The split '{split}' is not used.",
    (
        "The validation split ({validation} rows) is larger than the {train} rows learnt from; "
        "validation rows make it smaller."
    ),
    "There is no test split: {rows} rows ({share} %) were held out for it, seed {seed}.",
    "There is no test split: {rows} rows ({share} %) were held out for it, stratified, seed {seed}.",
    "This preview reads its beginning; numbers of rows, classes and what is left out are of that part.",
    "Use more rows, or give a file of its own for this split.",
    "all {rows} rows have the same label '{only}'.",
    "column '{column}' holds {type}, not text.",
    "column '{column}' is asked for as text and as label.",
    "label '{label}' does not occur in the training split ({known}).",
    "label '{label}': {reason}.",
    "no column looks like labels (few different short values).",
    "no column looks like text.",
    "no label is in {rows} rows.",
    "no row has both text and label.",
    "the row has no label ({count} such rows: {rows}).",
    "the row has no label.",
    "the row has no text ({count} such rows: {rows}).",
    "the row has no text.",
    "the {split} split has no rows.",
    "the {split} split would have no rows.",
    "there are {many} different labels in {rows} rows.",
    "there is no column '{name}'.",
    "two segments need two text columns, found: {names}.",
    "{asked} {split} rows are asked for, there are {there}.",
    "{bare} of {all} texts of {file} have no label.",
    "{file} has no column '{column}' and is not used.",
    "{file} has {size} MB.",
    "{n} rows without label left out of {file}.",
    "{n} rows without text left out of {file}.",
    # Encoders.
    "'{name}' holds {what}, not a BERT-like encoder.",
    "'{source}' is a file.",
    "Choose a BERT, RoBERTa, DistilBERT, ELECTRA, MiniLM, DeBERTa, ModernBERT or EuroBERT model.",
    "Convert them to safetensors (model.safetensors) first.",
    "Copy model.safetensors beside config.json, or set the weights to random.",
    "Copy tokenizer.json (or vocab.txt) beside config.json.",
    "Give a folder in Hugging Face layout (config.json, model.safetensors, tokenizer.json).",
    "Give palimpsest-tiny, a folder with config.json and model.safetensors, or a hub id.",
    "Give the folder that holds config.json.",
    "the folder '{folder}' holds no tokenizer: tokenizer.json is missing.",
    "the folder '{folder}' holds no weights: model.safetensors is missing.",
    "the folder '{folder}' is no model: config.json is missing.",
    "the weights in '{folder}' are a pickle, which can run code when it is opened.",
    "there is no encoder '{source}': no folder of that name is here.",
    # The store and runs.
    "Free some space or name another store.",
    "Give fewer values, or several plans.",
    "Put it back, or name another.",
    "Read it once on the Data page or with 'palimpsest data inspect', which download it.",
    "The test split has {n} text: too few to say anything (at least {least} are needed).",
    "The test split has {n} texts: too few to say anything (at least {least} are needed).",
    "a run needs a name.",
    "no stage learns one class for each text, so there is nothing for a linear baseline to learn.",
    "only {free} MB are left on this disk, too little for a run's checkpoints.",
    "the data set is not on this machine, and nothing may be downloaded now.",
    "the store cannot be opened ({reason}).",
    "the store is gone.",
    "the sweep makes {runs} runs; {most} are queued at once.",
    "there is no run {run}.",
    # The paper's tables.
    "Cells were computed in different precisions ({used}).",
    "Demonstration on generated texts.",
    "Last validation error in %.",
    "Nothing is counted for or against the paper.",
    "Ours: mean ± half the 95 % interval over n runs; of a single run Wilson's interval of its test set.",
    "Paper: {source}, {trust}; single runs.",
    "Runs in another precision than the others of their cell do not count: {runs}.",
    "Size {size}: other data and another encoder than the paper's.",
    "Test error in %.",
    "The numbers are not comparable in level; contrasts are.",
    "The paper names no limit on the fractions of a text; here all are read.",
)
"""Sentences of findings, errors and notes that are known in other languages; a test holds them against the code."""
ENGINE_VALUES = frozenset(
    ("labels", "learnt", "metric", "objective", "part", "parts", "phase", "split", "title", "trust")
)
"""Places for texts of the engine; the other values are numbers, or what somebody has named: files, columns, labels."""
MOST_ENDS = 4
"""Places where a sentence may end that are tried, and the whole: its values may hold sentences of their own."""
_END = re.compile(r"[.?](?=\s|$)")
_PLACE = re.compile(r"\\\{(\w+)\\\}")


@lru_cache(maxsize=1024)
def read_sentences(text: str) -> tuple[str, ...]:
    """Return ``text`` in its parts, sentences that are known as the phrases that they were made as.

    >>> [str(each) for each in read_sentences("a.csv: the row has no label. Check the columns chosen.")]
    ['a.csv:', 'the row has no label.', 'Check the columns chosen.']
    """
    found: list[str] = []
    rest = text.strip()
    while rest:
        known = _first(rest)
        place, colon, behind = rest.partition(": ")
        if known is not None:
            found.append(known)
            rest = rest[len(known) :].lstrip()
        elif colon and _first(behind) is not None:
            found.append(f"{place}:")
            rest = behind
        else:
            end = _END.search(rest)
            length = end.end() if end is not None else len(rest)
            found.append(rest[:length])
            rest = rest[length:].lstrip()
    return tuple(found)


def _first(text: str) -> str | None:
    """Return the known sentence that ``text`` begins with, as a phrase; None where it begins with no such."""
    ends = islice((each.end() for each in _END.finditer(text)), MOST_ENDS)
    for end in (*ends, len(text)):
        sentence = text[:end]
        for pattern, template in _patterns():
            if found := pattern.fullmatch(sentence):
                values = {
                    name: phrase(value) if name in ENGINE_VALUES else value
                    for name, value in found.groupdict().items()
                }
                return phrase(template, **values).respelled(sentence)
    return None


@lru_cache(maxsize=1)
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    """Return the templates with patterns of their sentences, those with the most words of their own first."""

    return [(re.compile(_pattern(each), re.DOTALL), each) for each in most_specific_first(TEMPLATES)]


def _pattern(template: str) -> str:
    """Return a pattern of the sentences of ``template``: the first letter small or not, no place before a value."""
    pattern = _PLACE.sub(r"(?P<\1>.+)", re.escape(template))
    if pattern.startswith("(?P<"):
        return pattern.replace(".+", "(?:(?!: ).)+")
    first = pattern[:1]
    return f"[{first.lower()}{first.upper()}]{pattern[1:]}" if first.isalpha() else pattern
