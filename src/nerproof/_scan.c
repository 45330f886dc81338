/* One pass over the bytes of a column file: sentences, document marks and dictionary-encoded columns.
 *
 * The same rules in Python, slower, are formats/scan_loop.py; tests/property/test_scan.py holds the two equal.
 * Strings are numbered by first appearance and the table outlives a call of feed(), so ids are the same in every chunk
 * of a file. Nothing is decoded here: a string is its bytes.
 */
#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>
#if defined(__SSE2__) && defined(__GNUC__)
#include <emmintrin.h>
#endif

#define MAX_LINE ((size_t)64 << 20)

#define BATCH 32
#define SMALL 1024
#define BLOCK 8192 /* bytes whose separators are found at once; they fit the first cache */

#if defined(__GNUC__)
#define PREFETCH(p) __builtin_prefetch(p)
#define INLINE static inline __attribute__((always_inline))
#else
#define PREFETCH(p) ((void)0)
#define INLINE static inline
#endif

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define LITTLE_ENDIAN_WORDS 1
#define FIRST(n) (~UINT64_C(0) >> (64 - 8 * (n)))
#define ALL (~UINT64_C(0))
static const uint64_t KEPT[17][2] = {
    {0, 0},        {FIRST(1), 0}, {FIRST(2), 0},   {FIRST(3), 0},   {FIRST(4), 0},   {FIRST(5), 0},
    {FIRST(6), 0}, {FIRST(7), 0}, {ALL, 0},        {ALL, FIRST(1)}, {ALL, FIRST(2)}, {ALL, FIRST(3)},
    {ALL, FIRST(4)}, {ALL, FIRST(5)}, {ALL, FIRST(6)}, {ALL, FIRST(7)}, {ALL, ALL},
};
#else
#define LITTLE_ENDIAN_WORDS 0
#endif

enum { AUTO = -1, NO = 0, YES = 1, SENTENCES = 2, DOCUMENTS = 3 }; /* are # lines comments; the last two: and what they end */
enum { DELIMITER_AUTO = 0, DELIMITER_TAB = 1, DELIMITER_BLANK = 2 };
enum { FINE = 0, RAISED = -1, MISSING = 1, DIFFERS = 2, LONG = 3 };

static const char *const KIND[] = {"", "missing-column", "column-count", "line-too-long"};

typedef struct {
    uint64_t lo, hi; /* up to 16 bytes of string: the string itself; longer: two hashes of it */
    uint32_t length;
} Key;

/* 16 bytes: the smaller the table, the more of it is in the cache. */
typedef struct {
    uint64_t word; /* up to 8 bytes of string: the string itself; longer: its hash, and the bytes are compared */
    uint32_t length;
    int32_t next_id; /* id + 1, so that zeroed memory is an empty table */
} Slot;

/* A string on its way into the table. Looking up a batch of them hides the time the memory takes. */
typedef struct {
    Slot slot;
    uint64_t hash;
    const char *start;
    size_t token; /* that it belongs to */
} Waiting;

typedef struct {
    Slot *slots;
    size_t mask, count;
    char *blob;
    size_t blob_length, blob_capacity;
    int64_t *offsets; /* count + 1 of them */
    size_t offsets_capacity;
    PyObject *ids; /* bytearray of int32, handed to the caller without a copy */
    int32_t *id_at; /* its memory; set whenever it is resized */
    Waiting waiting[BATCH];
    size_t n_waiting;
    Slot latest; /* the string looked up last: tags come in runs */
    int small; /* the table is in the cache anyway: no batches */
} Column;

typedef struct {
    PyObject *bytes; /* bytearray of int64 */
    size_t count, capacity;
} Longs;

typedef struct {
    const char *start, *end;
} Field;

typedef struct {
    PyObject_HEAD
    Py_ssize_t n_columns;
    Column *columns;
    Py_ssize_t *asked;    /* as the caller gave them, maybe negative */
    Py_ssize_t *wanted;   /* ascending, resolved once the width is known */
    Py_ssize_t *wanted_by; /* which column each of them feeds */
    Py_ssize_t *absolute; /* as asked for, counted from the front */
    Field *fields;
    size_t width; /* columns of the first token line, 0: not known yet */
    int delimiter, comments, docstart;
    char line_end;
    uint64_t seed;
    int64_t line; /* lines seen */
    size_t tokens, capacity;
    Longs sentences, lines, starts, cuts, prints;
    int fingerprint; /* 1: the first column is not coded, each sentence gets one hash of it */
    uint64_t print;
    int64_t origin; /* place in the file of the buffer being read */
    int64_t token_stop; /* place in the file where the line of the last token ended */
    int64_t sentences_before; /* given to the caller by earlier calls */
    size_t open; /* first token of the sentence that is being read */
    int64_t open_line;
    int new_document, marked, finished;
    char *pending; /* an unfinished line, or all there is while the width is not known */
    size_t pending_length, pending_capacity;
    int error;
    int64_t error_line;
    size_t error_found;
} Scanner;

/* --- strings to ids ------------------------------------------------------------------------------------------- */

static inline uint64_t word(const char *p, size_t n) {
    uint64_t w = 0;
    memcpy(&w, p, n);
    return w;
}

static inline uint64_t mix(uint64_t x) {
    x ^= x >> 32;
    x *= UINT64_C(0xd6e8feb86659fd93);
    x ^= x >> 29;
    return x;
}

static inline uint64_t slot_hash(uint64_t seed, uint64_t lo, uint64_t hi, uint32_t length) {
    uint64_t h = (lo ^ seed) * UINT64_C(0x9e3779b97f4a7c15);
    h ^= h >> 32;
    h += (hi ^ length) * UINT64_C(0xc2b2ae3d27d4eb4f);
    return mix(h);
}

/* Two independent hashes of a long string; equal hashes are checked against the bytes. */
static void digest_long(uint64_t seed, const char *p, size_t n, Key *key) {
    uint64_t a = seed, b = ~seed;
    size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        uint64_t w = word(p + i, 8);
        a = mix(a ^ w) * UINT64_C(0x9e3779b97f4a7c15);
        b = (b + w) * UINT64_C(0xff51afd7ed558ccd);
        b ^= b >> 31;
    }
    uint64_t w = word(p + n - 8, 8); /* n > 16, so the last word overlaps only itself */
    key->lo = mix(a ^ w);
    key->hi = mix(b + w);
}

/* A string of up to 16 bytes is its own key: its bytes, then zeros. 'reach': bytes readable from p on, at least n. */
static inline void key_of(uint64_t seed, const char *p, size_t n, size_t reach, Key *key) {
    key->length = (uint32_t)n;
    if (n > 16) {
        digest_long(seed, p, n, key);
#if LITTLE_ENDIAN_WORDS
    } else if (reach >= 16) { /* no branch on the length: it cannot be guessed */
        key->lo = word(p, 8) & KEPT[n][0];
        key->hi = word(p + 8, 8) & KEPT[n][1];
#endif
    } else {
        char bytes[16] = {0};
        (void)reach;
        if (n) memcpy(bytes, p, n);
        key->lo = word(bytes, 8);
        key->hi = word(bytes + 8, 8);
    }
}

static inline void fill_from(Waiting *w, uint64_t seed, const char *p, const Key *key) {
    w->start = p;
    w->hash = slot_hash(seed, key->lo, key->hi, key->length);
    w->slot.word = key->length <= 8 ? key->lo : w->hash;
    w->slot.length = key->length;
}

static inline void fill(Waiting *w, uint64_t seed, const char *p, size_t n, size_t reach) {
    Key key;
    key_of(seed, p, n, reach, &key);
    fill_from(w, seed, p, &key);
}

static int grow_raw(void **memory, size_t *capacity, size_t needed, size_t item) {
    if (needed <= *capacity) return 0;
    size_t larger = *capacity ? *capacity : 64;
    while (larger < needed) {
        if (larger > SIZE_MAX / 2) goto full;
        larger *= 2;
    }
    if (larger > (size_t)PY_SSIZE_T_MAX / item) goto full;
    void *moved = PyMem_Realloc(*memory, larger * item);
    if (!moved) goto full;
    *memory = moved;
    *capacity = larger;
    return 0;
full:
    PyErr_NoMemory();
    return -1;
}

/* Strings that a table of so many slots holds: a fuller one is smaller, and a longer walk stays in the cache line. */
static size_t filled(size_t slots) { return slots / 4 * 3; }

/* Makes the table at least twice as large, and large enough for so many strings. */
static int grow_table_for(Column *c, uint64_t seed, size_t strings) {
    size_t size = c->slots ? (c->mask + 1) * 2 : 64;
    while (filled(size) <= strings && size < (size_t)PY_SSIZE_T_MAX / 4) size *= 2;
    if (size > (size_t)PY_SSIZE_T_MAX / sizeof(Slot)) {
        PyErr_NoMemory();
        return -1;
    }
    Slot *slots = PyMem_Calloc(size, sizeof(Slot));
    if (!slots) {
        PyErr_NoMemory();
        return -1;
    }
    for (size_t i = 0; i < c->count; i++) { /* by id: the strings seen first are the frequent ones, found at once */
        size_t start = (size_t)c->offsets[i], n = (size_t)c->offsets[i + 1] - start;
        Waiting w;
        fill(&w, seed, c->blob ? c->blob + start : NULL, n, n);
        w.slot.next_id = (int32_t)i + 1;
        size_t at = w.hash & (size - 1);
        while (slots[at].next_id) at = (at + 1) & (size - 1);
        slots[at] = w.slot;
    }
    PyMem_Free(c->slots);
    c->slots = slots;
    c->mask = size - 1;
    return 0;
}

static int grow_table(Column *c, uint64_t seed) { return grow_table_for(c, seed, c->count); }

static int add_string(Column *c, const char *p, size_t n) {
    if (c->count >= (size_t)INT32_MAX - 1) {
        PyErr_SetString(PyExc_OverflowError, "more than 2**31 distinct strings in one column");
        return -1;
    }
    if (grow_raw((void **)&c->offsets, &c->offsets_capacity, c->count + 2, sizeof(int64_t))) return -1;
    if (grow_raw((void **)&c->blob, &c->blob_capacity, c->blob_length + n, 1)) return -1;
    if (n) memcpy(c->blob + c->blob_length, p, n);
    if (!c->count) c->offsets[0] = 0;
    c->blob_length += n;
    c->offsets[++c->count] = (int64_t)c->blob_length;
    return 0;
}

static inline int same(const Column *c, const Slot *s, const Slot *wanted, const char *p) {
    if (s->word != wanted->word || s->length != wanted->length) return 0;
    return wanted->length <= 8 || !memcmp(c->blob + c->offsets[s->next_id - 1], p, wanted->length);
}

static inline void prepare(Column *c, Waiting *w, uint64_t seed, Field f, const char *readable) {
    fill(w, seed, f.start, (size_t)(f.end - f.start), (size_t)(readable - f.start));
    PREFETCH(&c->slots[w->hash & c->mask]);
}

static inline int is_small(const Column *c) { return c->mask < SMALL; }

/* The id of a string, new or known; -1 with an exception. */
static inline int32_t id_of(Column *c, uint64_t seed, Waiting *w) {
    if (c->count >= filled(c->mask + 1) && grow_table(c, seed)) return -1;
    size_t at = w->hash & c->mask;
    for (; c->slots[at].next_id; at = (at + 1) & c->mask)
        if (same(c, &c->slots[at], &w->slot, w->start)) return c->slots[at].next_id - 1;
    if (add_string(c, w->start, w->slot.length)) return -1;
    w->slot.next_id = (int32_t)c->count;
    c->slots[at] = w->slot;
    return w->slot.next_id - 1;
}

/* The id in the table, or -1. */
static inline int32_t known_id(const Column *c, const Waiting *w) {
    size_t at = w->hash & c->mask;
    for (; c->slots[at].next_id; at = (at + 1) & c->mask)
        if (same(c, &c->slots[at], &w->slot, w->start)) return c->slots[at].next_id - 1;
    return -1;
}

/* The id of a string of a column whose table is in the cache: the latest one again, or looked up at once. */
INLINE int32_t id_at_once(Column *c, uint64_t seed, Field f, const char *readable) {
    Key key;
    Waiting w;
    Slot *latest = &c->latest;
    key_of(seed, f.start, (size_t)(f.end - f.start), (size_t)(readable - f.start), &key);
    if (key.length <= 8 && latest->word == key.lo && latest->length == key.length && latest->next_id) return latest->next_id - 1;
    fill_from(&w, seed, f.start, &key);
    int32_t id = id_of(c, seed, &w);
    *latest = w.slot;
    latest->next_id = id + 1;
    c->small = is_small(c);
    return id;
}

/* --- what goes to the caller ---------------------------------------------------------------------------------- */

static int push(Longs *list, int64_t value) {
    if (list->count == list->capacity) {
        size_t larger = list->capacity ? list->capacity * 2 : 256;
        if (larger > (size_t)PY_SSIZE_T_MAX / 8) {
            PyErr_NoMemory();
            return -1;
        }
        if (!list->bytes) list->bytes = PyByteArray_FromStringAndSize(NULL, 0);
        if (!list->bytes || PyByteArray_Resize(list->bytes, (Py_ssize_t)(larger * 8))) return -1;
        list->capacity = larger;
    }
    memcpy(PyByteArray_AsString(list->bytes) + 8 * list->count++, &value, 8);
    return 0;
}

/* Gives the list away, cut to its length, and begins an empty one. */
static PyObject *hand_over(Longs *list) {
    PyObject *given = list->bytes ? list->bytes : PyByteArray_FromStringAndSize(NULL, 0);
    size_t count = list->count;
    list->bytes = NULL;
    list->count = list->capacity = 0;
    if (given && PyByteArray_Resize(given, (Py_ssize_t)(count * 8))) Py_CLEAR(given);
    return given;
}

static int reserve_tokens(Scanner *s, size_t needed) {
    if (needed <= s->capacity) return 0;
    size_t larger = s->capacity ? s->capacity : 1024;
    while (larger < needed && larger <= (size_t)PY_SSIZE_T_MAX / 8) larger *= 2;
    if (larger < needed) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t k = s->fingerprint; k < s->n_columns; k++) {
        Column *c = &s->columns[k];
        if (!c->ids) c->ids = PyByteArray_FromStringAndSize(NULL, 0);
        if (!c->ids || PyByteArray_Resize(c->ids, (Py_ssize_t)(larger * 4))) return -1;
        c->id_at = (int32_t *)(void *)PyByteArray_AsString(c->ids);
    }
    s->capacity = larger;
    return 0;
}

/* Gives the waiting tokens their ids: when there is a batch of them, and before their bytes go away. */
static int settle_tokens(Scanner *s) {
    for (Py_ssize_t k = s->fingerprint; k < s->n_columns; k++) {
        Column *c = &s->columns[k];
        for (size_t i = 0; i < c->n_waiting; i++) {
            int32_t id = id_of(c, s->seed, &c->waiting[i]);
            if (id < 0) return RAISED;
            c->id_at[c->waiting[i].token] = id;
        }
        c->n_waiting = 0;
        c->small = is_small(c);
    }
    return FINE;
}

/* The ids of complete sentences are given away; those of the open sentence begin the next array. */
static PyObject *hand_over_ids(Scanner *s, size_t complete) {
    PyObject *given = PyTuple_New(s->n_columns);
    if (!given) return NULL;
    size_t rest = s->tokens - complete;
    for (Py_ssize_t k = 0; k < s->n_columns; k++) {
        Column *c = &s->columns[k];
        if (!c->ids) c->ids = PyByteArray_FromStringAndSize(NULL, 0);
        if (!c->ids) goto failed;
        if (k < s->fingerprint) { /* not coded: an empty array */
            PyTuple_SetItem(given, k, c->ids);
            c->ids = NULL;
            continue;
        }
        const char *tail = PyByteArray_AsString(c->ids) + 4 * complete;
        PyObject *next = PyByteArray_FromStringAndSize(rest ? tail : NULL, (Py_ssize_t)(rest * 4));
        if (!next) goto failed;
        if (PyByteArray_Resize(c->ids, (Py_ssize_t)(complete * 4))) {
            Py_DECREF(next);
            goto failed;
        }
        PyTuple_SetItem(given, k, c->ids);
        c->ids = next;
        c->id_at = (int32_t *)(void *)PyByteArray_AsString(next);
    }
    s->tokens = s->capacity = rest;
    return given;
failed:
    Py_DECREF(given);
    return NULL;
}

static PyObject *emit(Scanner *s) {
    size_t complete = s->open;
    int64_t n = (int64_t)s->lines.count;
    PyObject *ids = hand_over_ids(s, complete);
    PyObject *sentences = hand_over(&s->sentences);
    PyObject *lines = hand_over(&s->lines);
    PyObject *starts = hand_over(&s->starts);
    PyObject *cuts = hand_over(&s->cuts);
    PyObject *prints = hand_over(&s->prints);
    s->open = 0;
    s->sentences_before += n;
    if (!ids || !sentences || !lines || !starts || !cuts || !prints) {
        Py_XDECREF(ids);
        Py_XDECREF(sentences);
        Py_XDECREF(lines);
        Py_XDECREF(starts);
        Py_XDECREF(cuts);
        Py_XDECREF(prints);
        return NULL;
    }
    return Py_BuildValue("(NNNNNN)", ids, sentences, lines, starts, cuts, prints);
}

/* --- lines ---------------------------------------------------------------------------------------------------- */

static inline int is_blank(char c) { return c == ' ' || c == '\t'; }

static int only_blanks(const char *p, const char *e) {
    while (p < e && is_blank(*p)) p++;
    return p == e;
}

static int begins(const char *p, const char *e, const char *mark) {
    size_t n = strlen(mark);
    return (size_t)(e - p) >= n && !memcmp(p, mark, n) && (p + n == e || is_blank(p[n]));
}

static int is_document_mark(const Scanner *s, const char *p, const char *e) {
    if (!s->docstart) return 0;
    if (*p == '#') return begins(p, e, "#begin document") || begins(p, e, "#end document");
    while (p < e && is_blank(*p)) p++;
    return begins(p, e, "-DOCSTART-");
}

/* "# key = value", and no tab in it */
static int is_key_value(const char *p, const char *e) {
    if (memchr(p, '\t', (size_t)(e - p))) return 0;
    const char *q = ++p;
    while (q < e && *q == ' ') q++;
    if (q == p) return 0;
    const char *key = q;
    while (q < e && *q != ' ') q++;
    const char *after = q;
    while (q < e && *q == ' ') q++;
    return after > key && q > after && q < e && *q == '=' && (q + 1 == e || q[1] == ' ');
}

static inline void note(Scanner *s, Py_ssize_t *next, size_t k, const char *p, const char *e) {
    while (*next < s->n_columns && (size_t)s->wanted[*next] == k) {
        Field *f = &s->fields[s->wanted_by[(*next)++]];
        f->start = p;
        f->end = e;
    }
}

static size_t split_tabs(Scanner *s, const char *p, const char *e) {
    Py_ssize_t next = s->width ? 0 : s->n_columns;
    while (e > p && is_blank(e[-1])) e--; /* an empty last column is a missing one */
    for (size_t k = 0;; k++) {
        const char *stop = memchr(p, '\t', (size_t)(e - p));
        const char *a = p, *b = stop ? stop : e;
        while (a < b && *a == ' ') a++;
        while (b > a && b[-1] == ' ') b--;
        note(s, &next, k, a, b);
        if (!stop) return k + 1;
        p = stop + 1;
    }
}

static size_t split_blanks(Scanner *s, const char *p, const char *e) {
    Py_ssize_t next = s->width ? 0 : s->n_columns;
    for (size_t k = 0;;) {
        while (p < e && is_blank(*p)) p++;
        if (p == e) return k;
        const char *a = p;
        while (p < e && !is_blank(*p)) p++;
        note(s, &next, k++, a, p);
    }
}

/* How many columns a line has; the wanted ones are noted in s->fields once the width is known. */
static size_t split(Scanner *s, const char *p, const char *e) {
    int tabs = s->delimiter == DELIMITER_TAB;
    if (s->delimiter == DELIMITER_AUTO) tabs = memchr(p, '\t', (size_t)(e - p)) != NULL;
    return tabs ? split_tabs(s, p, e) : split_blanks(s, p, e);
}

/* O, or a letter and a hyphen before the type */
static int is_tag(Field f) {
    return f.end > f.start && (f.end == f.start + 1 ? *f.start == 'O' : f.start[1] == '-');
}

static int is_comment(Scanner *s, const char *p, const char *e) {
    if (s->comments == NO || s->comments == YES) return s->comments;
    if (is_key_value(p, e) || split(s, p, e) != s->width) return 1;
    return s->comments >= SENTENCES && s->n_columns > 1 && !is_tag(s->fields[1]);
}

static int end_sentence(Scanner *s) {
    if (s->tokens == s->open) return FINE;
    if (!s->sentences.count && push(&s->sentences, 0)) return RAISED;
    if (push(&s->sentences, (int64_t)s->tokens) || push(&s->lines, s->open_line)) return RAISED;
    if (push(&s->cuts, s->token_stop)) return RAISED;
    if (s->fingerprint && push(&s->prints, (int64_t)s->print)) return RAISED;
    s->print = s->seed;
    s->open = s->tokens;
    return FINE;
}

static int begin_sentence(Scanner *s) {
    s->open_line = s->line;
    if (!s->new_document) return FINE;
    s->new_document = 0;
    return push(&s->starts, s->sentences_before + (int64_t)s->lines.count) ? RAISED : FINE;
}

static int fail(Scanner *s, int kind, size_t found) {
    s->error = kind;
    s->error_line = s->line;
    s->error_found = found;
    return kind;
}

/* Adds a token to the fingerprint of its sentence; order counts. */
INLINE void print_token(Scanner *s, const char *readable) {
    Field f = s->fields[0];
    Key key;
    key_of(s->seed, f.start, (size_t)(f.end - f.start), (size_t)(readable - f.start), &key);
    uint64_t h = (key.lo ^ s->seed) * UINT64_C(0x9e3779b97f4a7c15);
    h ^= h >> 32;
    s->print = (s->print ^ (h + (key.hi ^ key.length) * UINT64_C(0xc2b2ae3d27d4eb4f))) * UINT64_C(0xd6e8feb86659fd93);
    s->print ^= s->print >> 32;
}

/* The wanted fields of one token line, in s->fields, become a token. */
INLINE int add_token(Scanner *s, const char *readable, Py_ssize_t n_columns, int fingerprint) {
    if (s->tokens == s->open && begin_sentence(s)) return RAISED;
    if (s->tokens == s->capacity && reserve_tokens(s, s->tokens + 1)) return RAISED;
    if (fingerprint) print_token(s, readable);
    int full = 0;
    for (Py_ssize_t k = fingerprint; k < n_columns; k++) {
        Column *c = &s->columns[k];
        if (!c->small) {
            c->waiting[c->n_waiting].token = s->tokens;
            prepare(c, &c->waiting[c->n_waiting++], s->seed, s->fields[k], readable);
            full |= c->n_waiting == BATCH;
            continue;
        }
        int32_t id = id_at_once(c, s->seed, s->fields[k], readable);
        if (id < 0) return RAISED;
        c->id_at[s->tokens] = id;
    }
    s->tokens++;
    return full ? settle_tokens(s) : FINE;
}

static inline const char *without_return(const char *p, const char *e) {
    while (e > p && e[-1] == '\r') e--;
    return e;
}

/* [p, e) is one line without its end, 'stop' where the next begins; 'readable' is the end of its buffer. */
static int take_line(Scanner *s, const char *p, const char *e, int64_t stop, const char *readable) {
    if ((size_t)(e - p) > MAX_LINE) {
        s->line++;
        return fail(s, LONG, (size_t)(e - p));
    }
    s->line++;
    e = without_return(p, e);
    if (p == e || (is_blank(*p) && only_blanks(p, e))) return end_sentence(s);
    if ((*p == '-' || *p == '#' || is_blank(*p)) && is_document_mark(s, p, e)) {
        s->marked = s->new_document = 1;
        return end_sentence(s);
    }
    if (*p == '#' && is_comment(s, p, e)) {
        if (s->comments == DOCUMENTS) s->marked = s->new_document = 1;
        return s->comments >= SENTENCES ? end_sentence(s) : FINE;
    }
    size_t found = split(s, p, e);
    if (found != s->width) return fail(s, DIFFERS, found);
    s->token_stop = s->origin + stop;
    return add_token(s, readable, s->n_columns, s->fingerprint);
}

/* --- the width of the file ------------------------------------------------------------------------------------- */

static void resolve(Scanner *s) {
    for (Py_ssize_t k = 0; k < s->n_columns; k++) {
        Py_ssize_t at = s->asked[k] < 0 ? s->asked[k] + (Py_ssize_t)s->width : s->asked[k];
        Py_ssize_t i = k;
        s->absolute[k] = at;
        for (; i > 0 && s->wanted[i - 1] > at; i--) { /* few columns: insertion keeps them ascending */
            s->wanted[i] = s->wanted[i - 1];
            s->wanted_by[i] = s->wanted_by[i - 1];
        }
        s->wanted[i] = at;
        s->wanted_by[i] = k;
    }
}

static int has_columns(const Scanner *s, size_t width) {
    for (Py_ssize_t k = 0; k < s->n_columns; k++) {
        Py_ssize_t at = s->asked[k] < 0 ? s->asked[k] + (Py_ssize_t)width : s->asked[k];
        if (at < 0 || at >= (Py_ssize_t)width) return 0;
    }
    return 1;
}

static int settle(Scanner *s, size_t width, int64_t line) {
    if (!has_columns(s, width)) {
        fail(s, MISSING, width);
        s->error_line = line;
        return MISSING;
    }
    s->width = width;
    resolve(s);
    return FINE;
}

/* The first token line gives the width. A line that begins with # may be a comment, so it gives one only
 * when the file has no other line ('last': there is no more to come). */
static int find_width(Scanner *s, const char *p, const char *end, int last) {
    size_t hashed = 0;
    int64_t line = s->line, hashed_line = 0;
    while (p < end) {
        const char *stop = memchr(p, s->line_end, (size_t)(end - p));
        if (!stop && !last) break;
        const char *a = p, *e = stop ? stop : end;
        p = e + 1;
        if ((size_t)(e - a) > MAX_LINE) break; /* reported where it is read */
        line++;
        e = without_return(a, e);
        if (only_blanks(a, e) || is_document_mark(s, a, e)) continue;
        if (*a != '#' || s->comments == NO) return settle(s, split(s, a, e), line);
        if (s->comments == YES || hashed || is_key_value(a, e)) continue;
        hashed = split(s, a, e);
        hashed_line = line;
    }
    if (!last || !hashed || !has_columns(s, hashed)) return FINE;
    return settle(s, hashed, hashed_line);
}

static int keep(Scanner *s, const char *p, size_t n) {
    if (n > (size_t)PY_SSIZE_T_MAX - s->pending_length) {
        PyErr_NoMemory();
        return RAISED;
    }
    if (grow_raw((void **)&s->pending, &s->pending_capacity, s->pending_length + n, 1)) return RAISED;
    if (n) memcpy(s->pending + s->pending_length, p, n);
    s->pending_length += n;
    return FINE;
}

/* --- plain lines ------------------------------------------------------------------------------------------------
 * Nearly all lines are plain: fields with one separator between them. Where all separators of a block are known,
 * such a line costs no search. Anything else goes to take_line, which knows all the rules.
 */

static const char SEPARATES[256] = {['\t'] = 1, ['\n'] = 1, [' '] = 1};

#if defined(__SSE2__) && defined(__GNUC__)
static inline uint64_t separators_of_16(const char *p) {
    __m128i bytes = _mm_loadu_si128((const __m128i *)p);
    __m128i hits = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(' ')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\t'))),
                                _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n')));
    return (uint64_t)(unsigned)_mm_movemask_epi8(hits);
}

/* 64 bytes at a time; eight places are written at once, too many rather than by a branch on their number. */
static size_t find_separators_by_64(const char *p, size_t n, uint16_t *found, size_t *done) {
    size_t count = 0, i = 0;
    for (; i + 64 <= n; i += 64) {
        uint64_t hits = separators_of_16(p + i) | separators_of_16(p + i + 16) << 16 |
                        separators_of_16(p + i + 32) << 32 | separators_of_16(p + i + 48) << 48;
        size_t until = count + (size_t)__builtin_popcountll(hits);
        for (size_t at = count; at < until; at += 8)
            for (size_t k = 0; k < 8; k++) {
                found[at + k] = (uint16_t)(i + (size_t)__builtin_ctzll(hits | UINT64_C(1) << 63));
                hits &= hits - 1;
            }
        count = until;
    }
    *done = i;
    return count;
}
#else
static size_t find_separators_by_64(const char *p, size_t n, uint16_t *found, size_t *done) {
    (void)p, (void)n, (void)found;
    *done = 0;
    return 0;
}
#endif

/* No branch depends on the bytes: their pattern cannot be guessed. */
static size_t find_separators(const char *p, size_t n, uint16_t *found) {
    size_t i = 0, count = find_separators_by_64(p, n, found, &i);
    for (; i < n; i++) {
        found[count] = (uint16_t)i;
        count += (size_t)SEPARATES[(unsigned char)p[i]];
    }
    return count;
}

/* Whether the line from 'start' on, whose separators begin at 'at', is plain; notes its wanted fields. */
INLINE int is_plain(Scanner *s, const char *block, size_t start, const uint16_t *at, size_t width, Py_ssize_t n_columns) {
    size_t previous = start, last = width - 1, end = at[last];
    char first = block[start], delimiter = block[at[0]];
    if (first == '#' || first == '-' || block[end] != '\n') return 0;
    if (last && s->delimiter == DELIMITER_TAB && delimiter != '\t') return 0;
    for (size_t k = 0; k < last; k++) {
        if (at[k] == previous || block[at[k]] != delimiter || delimiter == '\n') return 0;
        previous = (size_t)at[k] + 1;
    }
    if (end > previous && block[end - 1] == '\r') end--;
    if (end == previous || block[end - 1] == '\r') return 0;
    for (Py_ssize_t k = 0; k < n_columns; k++) {
        size_t column = (size_t)s->absolute[k];
        s->fields[k].start = block + (column ? (size_t)at[column - 1] + 1 : start);
        s->fields[k].end = block + (column == last ? end : at[column]);
    }
    return 1;
}

/* How a file looks and what is wanted of it: constants here let the compiler unroll what is done for every line. */
typedef struct {
    size_t width;
    Py_ssize_t n_columns;
    int fingerprint;
} Shape;

/* The lines of one block, as far as they are complete in it; *next is where the first other line begins. */
INLINE int take_block_of(Scanner *s, const char *block, size_t n, int64_t at, const char *readable, const char **next, Shape shape) {
    uint16_t found[BLOCK + 8];
    size_t count = find_separators(block, n, found), start = 0, i = 0;
    int state = FINE;
    while (!state && i + shape.width <= count) {
        size_t k = i;
        if (found[i] == start && block[start] == '\n') {
            s->line++;
            state = end_sentence(s);
        } else if (is_plain(s, block, start, found + i, shape.width, shape.n_columns)) {
            s->line++;
            k = i + shape.width - 1;
            s->token_stop = s->origin + at + found[k] + 1;
            state = add_token(s, readable, shape.n_columns, shape.fingerprint);
        } else {
            while (k < count && block[found[k]] != '\n') k++;
            if (k == count) break;
            state = take_line(s, block + start, block + found[k], at + found[k] + 1, readable);
        }
        start = (size_t)found[k] + 1;
        i = k + 1;
    }
    *next = block + start;
    return state;
}

static int take_block(Scanner *s, const char *block, size_t n, int64_t at, const char *readable, const char **next) {
    if (s->width == 2 && s->n_columns == 2 && s->fingerprint) /* tags, and whether the words are the same */
        return take_block_of(s, block, n, at, readable, next, (Shape){2, 2, 1});
    if (s->width == 2 && s->n_columns == 3 && s->fingerprint) /* and the words */
        return take_block_of(s, block, n, at, readable, next, (Shape){2, 3, 1});
    if (s->width == 2 && s->n_columns == 2) /* words and tags */
        return take_block_of(s, block, n, at, readable, next, (Shape){2, 2, 0});
    return take_block_of(s, block, n, at, readable, next, (Shape){s->width, s->n_columns, s->fingerprint});
}

/* --- feed ------------------------------------------------------------------------------------------------------ */

static int may_be_plain(const Scanner *s) {
    return s->line && s->width && s->width < BLOCK / 8 && s->line_end == '\n';
}

/* All complete lines of [p, end), and the last one too when no more comes; *rest is where an incomplete one begins. */
static int take_lines(Scanner *s, const char *p, const char *end, int last, const char **rest) {
    const char *begin = p;
    int state = FINE;
    while (!state && p < end) {
        const char *before = p;
        size_t left = (size_t)(end - p);
        if (may_be_plain(s)) state = take_block(s, p, left < BLOCK ? left : BLOCK, p - begin, end, &p);
        if (state || p > before) continue;
        const char *stop = memchr(p, s->line_end, left);
        if (!stop && !last) break;
        const char *next = stop ? stop + 1 : end;
        state = take_line(s, p, stop ? stop : end, next - begin, end);
        p = next;
    }
    s->origin += p - begin;
    *rest = p;
    return state ? state : settle_tokens(s);
}

static int take_pending(Scanner *s, int last) {
    const char *rest = NULL;
    if (!s->pending_length) return FINE;
    int state = take_lines(s, s->pending, s->pending + s->pending_length, last, &rest);
    if (state) return state;
    size_t left = (size_t)(s->pending + s->pending_length - rest);
    if (left) memmove(s->pending, rest, left);
    s->pending_length = left;
    return FINE;
}

static int too_long(Scanner *s) {
    if (s->pending_length <= MAX_LINE) return FINE;
    s->line++;
    return fail(s, LONG, s->pending_length);
}

/* While no token line has been seen, everything waits in 'pending'. */
static int feed_unsettled(Scanner *s, const char *p, size_t n) {
    int state = keep(s, p, n);
    int last = s->pending_length > MAX_LINE; /* that much without a token line: decide now */
    if (!state) state = find_width(s, s->pending, s->pending + s->pending_length, last);
    if (state || (!s->width && !last)) return state;
    if ((state = take_pending(s, 0))) return state;
    return too_long(s);
}

static int feed_bytes(Scanner *s, const char *p, size_t n) {
    const char *end = p + n, *rest = NULL;
    int state;
    if (!s->width && s->pending_length) return feed_unsettled(s, p, n);
    if (!s->width) {
        if ((state = find_width(s, p, end, 0))) return state;
        if (!s->width) return feed_unsettled(s, p, n);
    }
    if (s->pending_length) {
        const char *stop = memchr(p, s->line_end, n);
        size_t first = stop ? (size_t)(stop - p) + 1 : n;
        if ((state = keep(s, p, first)) || (state = take_pending(s, 0))) return state;
        p += first;
    }
    if ((state = take_lines(s, p, end, 0, &rest))) return state;
    if ((state = keep(s, rest, (size_t)(end - rest)))) return state;
    return too_long(s);
}

static PyObject *raise(Scanner *s, int state) {
    if (state == RAISED) return NULL;
    PyObject *value = Py_BuildValue("(sLnn)", KIND[s->error], (long long)s->error_line,
                                    (Py_ssize_t)s->error_found, (Py_ssize_t)s->width);
    if (value) {
        PyErr_SetObject(PyExc_ValueError, value);
        Py_DECREF(value);
    }
    return NULL;
}

static int still_open(Scanner *s) {
    if (!s->finished && !s->error) return 1;
    PyErr_SetString(PyExc_RuntimeError, "this scanner is finished");
    return 0;
}

static PyObject *scanner_feed(Scanner *s, PyObject *data) {
    Py_buffer view;
    if (!still_open(s) || PyObject_GetBuffer(data, &view, PyBUF_SIMPLE)) return NULL;
    size_t n = (size_t)view.len;
    int state = FINE;
    if (n) state = reserve_tokens(s, s->tokens + n / 12 + 64) ? RAISED : FINE;
    if (n && !state) state = feed_bytes(s, view.buf, n);
    PyBuffer_Release(&view);
    return state ? raise(s, state) : emit(s);
}

static PyObject *scanner_finish(Scanner *s, PyObject *Py_UNUSED(nothing)) {
    if (!still_open(s)) return NULL;
    int state = FINE;
    if (!s->width && s->pending_length) state = find_width(s, s->pending, s->pending + s->pending_length, 1);
    if (!state) state = take_pending(s, 1);
    if (!state) state = end_sentence(s);
    s->finished = 1;
    return state ? raise(s, state) : emit(s);
}

static PyObject *strings_from(const Column *c, Py_ssize_t first) {
    if (first < 0 || (size_t)first > c->count) {
        PyErr_SetString(PyExc_IndexError, "no such string");
        return NULL;
    }
    if (!c->count) return Py_BuildValue("(y#y#)", "", (Py_ssize_t)0, "\0\0\0\0\0\0\0", (Py_ssize_t)8);
    int64_t from = c->offsets[first];
    PyObject *blob = PyBytes_FromStringAndSize(c->blob ? c->blob + from : NULL, (Py_ssize_t)(c->offsets[c->count] - from));
    PyObject *offsets = PyBytes_FromStringAndSize((char *)(c->offsets + first), (Py_ssize_t)((c->count - (size_t)first + 1) * 8));
    if (blob && offsets) return Py_BuildValue("(NN)", blob, offsets);
    Py_XDECREF(blob);
    Py_XDECREF(offsets);
    return NULL;
}

static PyObject *scanner_vocabulary(Scanner *s, PyObject *args) {
    Py_ssize_t column, first = 0;
    if (!PyArg_ParseTuple(args, "n|n", &column, &first)) return NULL;
    if (column < 0 || column >= s->n_columns) {
        PyErr_SetString(PyExc_IndexError, "no such column");
        return NULL;
    }
    return strings_from(&s->columns[column], first);
}

static int are_offsets(const Py_buffer *cuts, size_t length) {
    if (cuts->len < 8 || cuts->len % 8) return 0;
    int64_t last = 0;
    for (Py_ssize_t i = 0; i < cuts->len / 8; i++) {
        int64_t at;
        memcpy(&at, (const char *)cuts->buf + 8 * i, 8);
        if (at < last || (size_t)at > length || at - last > (int64_t)MAX_LINE) return 0;
        last = at;
    }
    return 1;
}

/* Strings blob[offsets[i]:offsets[i+1]] to ids, in batches so that the table's memory comes in time. */
static int strings_to_ids(Column *c, uint64_t seed, const Py_buffer *blob, const Py_buffer *cuts, int adding, char *ids) {
    size_t n = (size_t)cuts->len / 8 - 1;
    if (adding && !c->count && n >= filled(c->mask + 1) && grow_table_for(c, seed, n)) return -1; /* they are all distinct */
    const char *readable = (const char *)blob->buf + blob->len;
    for (size_t first = 0; first < n; first += BATCH) {
        size_t many = n - first < BATCH ? n - first : BATCH;
        for (size_t i = 0; i < many; i++) {
            int64_t range[2];
            memcpy(range, (const char *)cuts->buf + 8 * (first + i), 16);
            Field f = {(const char *)blob->buf + range[0], (const char *)blob->buf + range[1]};
            prepare(c, &c->waiting[i], seed, f, readable);
        }
        for (size_t i = 0; i < many; i++) {
            int32_t id = adding ? id_of(c, seed, &c->waiting[i]) : known_id(c, &c->waiting[i]);
            if (adding && id < 0) return -1;
            memcpy(ids + 4 * (first + i), &id, 4);
        }
    }
    return 0;
}

static PyObject *map_strings(Column *c, uint64_t seed, PyObject *args, int adding) {
    Py_buffer blob, cuts;
    PyObject *ids = NULL;
    if (!PyArg_ParseTuple(args, "y*y*", &blob, &cuts)) return NULL;
    if (!are_offsets(&cuts, (size_t)blob.len)) {
        PyErr_SetString(PyExc_ValueError, "offsets must rise and stay inside the bytes");
    } else {
        ids = PyByteArray_FromStringAndSize(NULL, (cuts.len / 8 - 1) * 4);
        if (ids && strings_to_ids(c, seed, &blob, &cuts, adding, PyByteArray_AsString(ids))) Py_CLEAR(ids);
    }
    PyBuffer_Release(&blob);
    PyBuffer_Release(&cuts);
    return ids;
}

/* --- the type -------------------------------------------------------------------------------------------------- */

static int allocate(Scanner *s, PyObject *asked) {
    Py_ssize_t n = PyTuple_Size(asked);
    if (n > 1024 || (s->fingerprint && !n)) {
        PyErr_SetString(PyExc_ValueError, "at most 1024 columns, and one to make fingerprints of");
        return -1;
    }
    s->n_columns = n;
    size_t room = (size_t)n + 1; /* without columns only sentences are found */
    s->columns = PyMem_Calloc(room, sizeof(Column));
    s->asked = PyMem_Calloc(room, sizeof(Py_ssize_t));
    s->wanted = PyMem_Calloc(room, sizeof(Py_ssize_t));
    s->wanted_by = PyMem_Calloc(room, sizeof(Py_ssize_t));
    s->absolute = PyMem_Calloc(room, sizeof(Py_ssize_t));
    s->fields = PyMem_Calloc(room, sizeof(Field));
    if (!s->columns || !s->asked || !s->wanted || !s->wanted_by || !s->absolute || !s->fields) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t k = 0; k < n; k++) {
        s->asked[k] = PyLong_AsSsize_t(PyTuple_GetItem(asked, k));
        if (s->asked[k] == -1 && PyErr_Occurred()) return -1;
        if (grow_table(&s->columns[k], s->seed)) return -1;
        s->columns[k].small = 1;
    }
    return 0;
}

static PyObject *scanner_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(named)) {
    PyObject *asked;
    int delimiter, comments, docstart, lone_return, fingerprint;
    unsigned long long seed;
    Py_ssize_t width;
    if (!PyArg_ParseTuple(args, "O!iippKpn", &PyTuple_Type, &asked, &delimiter, &comments, &docstart, &lone_return,
                          &seed, &fingerprint, &width))
        return NULL;
    allocfunc make = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    Scanner *s = (Scanner *)make(type, 0);
    if (!s) return NULL;
    s->delimiter = delimiter;
    s->comments = comments;
    s->docstart = docstart;
    s->line_end = lone_return ? '\r' : '\n';
    s->seed = s->print = seed;
    s->fingerprint = fingerprint;
    int state = allocate(s, asked);
    if (!state && width > 0 && settle(s, (size_t)width, 1)) state = raise(s, MISSING) ? 0 : -1;
    if (state) {
        Py_DECREF(s);
        return NULL;
    }
    return (PyObject *)s;
}

static void scanner_dealloc(Scanner *s) {
    PyTypeObject *type = Py_TYPE((PyObject *)s);
    for (Py_ssize_t k = 0; s->columns && k < s->n_columns; k++) {
        PyMem_Free(s->columns[k].slots);
        PyMem_Free(s->columns[k].blob);
        PyMem_Free(s->columns[k].offsets);
        Py_XDECREF(s->columns[k].ids);
    }
    PyMem_Free(s->columns);
    PyMem_Free(s->asked);
    PyMem_Free(s->wanted);
    PyMem_Free(s->wanted_by);
    PyMem_Free(s->absolute);
    PyMem_Free(s->fields);
    PyMem_Free(s->pending);
    Py_XDECREF(s->sentences.bytes);
    Py_XDECREF(s->lines.bytes);
    Py_XDECREF(s->starts.bytes);
    Py_XDECREF(s->cuts.bytes);
    Py_XDECREF(s->prints.bytes);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(s);
    Py_DECREF(type);
}

static PyObject *get_width(Scanner *s, void *Py_UNUSED(closure)) { return PyLong_FromSize_t(s->width); }
static PyObject *get_line(Scanner *s, void *Py_UNUSED(closure)) { return PyLong_FromLongLong((long long)s->line); }
static PyObject *get_marked(Scanner *s, void *Py_UNUSED(closure)) { return PyBool_FromLong(s->marked); }

static PyMethodDef METHODS[] = {
    {"feed", (PyCFunction)scanner_feed, METH_O,
     "feed(data) -> (ids per column, sentence offsets, lines, document starts, places where they end, fingerprints) of the "
     "sentences that data completes"},
    {"finish", (PyCFunction)scanner_finish, METH_NOARGS, "finish() -> the same for what is left"},
    {"vocabulary", (PyCFunction)scanner_vocabulary, METH_VARARGS,
     "vocabulary(column, first=0) -> (bytes, offsets) of the strings from id 'first' on"},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef PROPERTIES[] = {
    {"width", (getter)get_width, NULL, "columns of the first token line; 0: no token line yet", NULL},
    {"line", (getter)get_line, NULL, "lines seen", NULL},
    {"marked", (getter)get_marked, NULL, "whether a document mark was seen", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot SLOTS[] = {
    {Py_tp_doc, "Scanner(columns, delimiter, comments, docstart, lone_return, seed, fingerprint, width): see formats/scan.py"},
    {Py_tp_new, scanner_new},
    {Py_tp_dealloc, scanner_dealloc},
    {Py_tp_methods, METHODS},
    {Py_tp_getset, PROPERTIES},
    {0, NULL},
};

static PyType_Spec SPEC = {"nerproof._scan.Scanner", sizeof(Scanner), 0, Py_TPFLAGS_DEFAULT, SLOTS};

/* --- a table by itself: the same numbering for strings that come from anywhere ---------------------------------- */

typedef struct {
    PyObject_HEAD
    Column column;
    uint64_t seed;
} Table;

/* Whether every span lies inside n numbers and is not longer than a line may be. */
static int are_spans(const Py_buffer *start, const Py_buffer *end, size_t n) {
    if (start->len != end->len || start->len % 8) return 0;
    for (Py_ssize_t i = 0; i < start->len / 8; i++) {
        int64_t a, b;
        memcpy(&a, (const char *)start->buf + 8 * i, 8);
        memcpy(&b, (const char *)end->buf + 8 * i, 8);
        if (a < 0 || b < a || (size_t)b > n || (size_t)(b - a) > MAX_LINE / 4) return 0;
    }
    return 1;
}

/* Sequences numbers[start:end] to ids: their bytes are the strings. */
static int span_ids(Table *t, const Py_buffer *numbers, const Py_buffer *start, const Py_buffer *end, char *ids) {
    Column *c = &t->column;
    const char *bytes = numbers->buf, *readable = bytes + numbers->len;
    size_t n = (size_t)start->len / 8;
    for (size_t first = 0; first < n; first += BATCH) {
        size_t many = n - first < BATCH ? n - first : BATCH;
        for (size_t i = 0; i < many; i++) {
            int64_t a, b;
            memcpy(&a, (const char *)start->buf + 8 * (first + i), 8);
            memcpy(&b, (const char *)end->buf + 8 * (first + i), 8);
            prepare(c, &c->waiting[i], t->seed, (Field){bytes + 4 * a, bytes + 4 * b}, readable);
        }
        for (size_t i = 0; i < many; i++) {
            int32_t id = c->waiting[i].slot.length ? id_of(c, t->seed, &c->waiting[i]) : -1;
            if (id < 0 && c->waiting[i].slot.length) return -1;
            memcpy(ids + 4 * (first + i), &id, 4);
        }
    }
    return 0;
}

static PyObject *table_add_spans(Table *t, PyObject *args) {
    Py_buffer numbers, start, end;
    PyObject *ids = NULL;
    if (!PyArg_ParseTuple(args, "y*y*y*", &numbers, &start, &end)) return NULL;
    if (!are_spans(&start, &end, (size_t)numbers.len / 4)) {
        PyErr_SetString(PyExc_ValueError, "spans must lie inside the numbers");
    } else {
        ids = PyByteArray_FromStringAndSize(NULL, start.len / 2);
        if (ids && span_ids(t, &numbers, &start, &end, PyByteArray_AsString(ids))) Py_CLEAR(ids);
    }
    PyBuffer_Release(&numbers);
    PyBuffer_Release(&start);
    PyBuffer_Release(&end);
    return ids;
}

static PyObject *table_strings(Table *t, PyObject *args) {
    Py_ssize_t first = 0;
    return PyArg_ParseTuple(args, "|n", &first) ? strings_from(&t->column, first) : NULL;
}

static PyObject *table_add(Table *t, PyObject *args) { return map_strings(&t->column, t->seed, args, 1); }
static PyObject *table_find(Table *t, PyObject *args) { return map_strings(&t->column, t->seed, args, 0); }
static Py_ssize_t table_length(Table *t) { return (Py_ssize_t)t->column.count; }

static PyObject *table_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(named)) {
    unsigned long long seed;
    if (!PyArg_ParseTuple(args, "K", &seed)) return NULL;
    allocfunc make = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    Table *t = (Table *)make(type, 0);
    if (!t) return NULL;
    t->seed = seed;
    if (grow_table(&t->column, seed)) {
        Py_DECREF(t);
        return NULL;
    }
    return (PyObject *)t;
}

static void table_dealloc(Table *t) {
    PyTypeObject *type = Py_TYPE((PyObject *)t);
    PyMem_Free(t->column.slots);
    PyMem_Free(t->column.blob);
    PyMem_Free(t->column.offsets);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(t);
    Py_DECREF(type);
}

static PyMethodDef TABLE_METHODS[] = {
    {"add", (PyCFunction)table_add, METH_VARARGS, "add(bytes, offsets) -> ids; new strings get the next ids"},
    {"add_spans", (PyCFunction)table_add_spans, METH_VARARGS,
     "add_spans(numbers: int32, start: int64, end: int64) -> ids of the sequences numbers[start:end], -1 for empty ones"},
    {"strings", (PyCFunction)table_strings, METH_VARARGS, "strings(first=0) -> (bytes, offsets) from id 'first' on"},
    {"find", (PyCFunction)table_find, METH_VARARGS, "find(bytes, offsets) -> ids, -1 where a string is not known"},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot TABLE_SLOTS[] = {
    {Py_tp_doc, "Table(seed): distinct byte strings and their numbers"},
    {Py_tp_new, table_new},
    {Py_tp_dealloc, table_dealloc},
    {Py_tp_methods, TABLE_METHODS},
    {Py_sq_length, table_length},
    {0, NULL},
};

static PyType_Spec TABLE_SPEC = {"nerproof._scan.Table", sizeof(Table), 0, Py_TPFLAGS_DEFAULT, TABLE_SLOTS};

static int add_type(PyObject *module, const char *name, PyType_Spec *spec) {
    PyObject *type = PyType_FromSpec(spec);
    if (!type) return -1;
    int state = PyModule_AddObjectRef(module, name, type);
    Py_DECREF(type);
    return state;
}

static int execute(PyObject *module) {
    return add_type(module, "Scanner", &SPEC) || add_type(module, "Table", &TABLE_SPEC) ? -1 : 0;
}

static PyModuleDef_Slot MODULE_SLOTS[] = {{Py_mod_exec, execute}, {0, NULL}};

static struct PyModuleDef MODULE = {
    PyModuleDef_HEAD_INIT, "_scan", "One-pass scanner of column files.", 0, NULL, MODULE_SLOTS, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__scan(void) { return PyModuleDef_Init(&MODULE); }
