/* The loops of counting that numpy would need many passes for: sums of masks, chunks of tags, equal mentions.
 *
 * Each function has a twin in Python beside its caller; tests/property/test_kernels.py holds the two equal.
 * Arguments are C-contiguous arrays of the types named in METHODS; results are bytearrays that numpy takes over.
 */
#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

static int64_t at64(const Py_buffer *b, size_t i) {
    int64_t value;
    memcpy(&value, (const char *)b->buf + 8 * i, 8);
    return value;
}

static PyObject *bad(const char *what) {
    PyErr_SetString(PyExc_ValueError, what);
    return NULL;
}

static void release(Py_buffer *views, size_t n) {
    for (size_t i = 0; i < n; i++) PyBuffer_Release(&views[i]);
}

static PyObject *bytes_of(const void *data, size_t n) { return PyByteArray_FromStringAndSize(data, (Py_ssize_t)n); }

/* --- sums of a mask between cuts ------------------------------------------------------------------------------- */

static int are_cuts(const Py_buffer *cuts, size_t n) {
    int64_t last = 0;
    for (size_t i = 0; i < (size_t)cuts->len / 8; i++) {
        int64_t at = at64(cuts, i);
        if (at < last || (size_t)at > n) return 0;
        last = at;
    }
    return cuts->len >= 8 && cuts->len % 8 == 0;
}

/* Eight bytes of 0 or 1 at a time: up to 31 such words add up without a carry between bytes. */
static int64_t ones(const uint8_t *p, size_t n) {
    int64_t total = 0;
    while (n >= 8) {
        size_t words = n / 8 < 31 ? n / 8 : 31;
        uint64_t sum = 0;
        for (size_t i = 0; i < words; i++) {
            uint64_t w;
            memcpy(&w, p + 8 * i, 8);
            sum += w;
        }
        for (int k = 0; k < 64; k += 8) total += (int64_t)(sum >> k & 255);
        p += 8 * words;
        n -= 8 * words;
    }
    for (size_t i = 0; i < n; i++) total += p[i];
    return total;
}

static PyObject *tally(PyObject *Py_UNUSED(self), PyObject *args) {
    Py_buffer v[2];
    if (!PyArg_ParseTuple(args, "y*y*", &v[0], &v[1])) return NULL;
    PyObject *sums = NULL;
    if (!are_cuts(&v[1], (size_t)v[0].len)) {
        bad("cuts must rise and stay inside the mask");
    } else {
        size_t n = (size_t)v[1].len / 8 - 1;
        sums = bytes_of(NULL, n * 8);
        char *out = sums ? PyByteArray_AsString(sums) : NULL;
        for (size_t i = 0; sums && i < n; i++) {
            int64_t from = at64(&v[1], i), sum = ones((const uint8_t *)v[0].buf + from, (size_t)(at64(&v[1], i + 1) - from));
            memcpy(out + 8 * i, &sum, 8);
        }
    }
    release(v, 2);
    return sums;
}

/* --- tags to chunks -------------------------------------------------------------------------------------------- */

typedef struct {
    int64_t *items;
    size_t count, capacity;
} List;

/* One chunk is six numbers: start, end, type, code of the first and of the last prefix, whether it touches its like. */
enum { START, END, TYPE, FIRST, LAST, AFTER, WIDTH };

static int64_t *add_chunk(List *list) {
    if (list->count == list->capacity) {
        size_t larger = list->capacity ? list->capacity * 2 : 1024;
        int64_t *moved = larger > (size_t)PY_SSIZE_T_MAX / (8 * WIDTH) ? NULL : PyMem_Realloc(list->items, larger * 8 * WIDTH);
        if (!moved) {
            PyErr_NoMemory();
            return NULL;
        }
        list->items = moved;
        list->capacity = larger;
    }
    return list->items + WIDTH * list->count++;
}

typedef struct {
    const int32_t *type; /* of every tag; -1: O */
    const uint8_t *begins, *ends; /* what its prefix says */
    const int32_t *code;
    size_t n;
} Tags;

/* Where the first tag from i on is that is not the one outside every mention: most are, so four are looked at together. */
static int64_t skip(const int32_t *ids, int64_t i, int64_t n, int32_t outside) {
    while (i + 4 <= n && !((ids[i] ^ outside) | (ids[i + 1] ^ outside) | (ids[i + 2] ^ outside) | (ids[i + 3] ^ outside))) i += 4;
    while (i < n && ids[i] == outside) i++;
    return i;
}

/* The chunks from i on to the next O or to the end of the sentence, and where that is; conlleval's rule, see
 * corpus/schemes.py. */
static int64_t cut_stretch(const Tags *tags, const int32_t *ids, int64_t i, int64_t to, List *found) {
    int64_t *open = NULL;
    int32_t before = -1;
    for (; i < to; i++) {
        int32_t id = ids[i];
        if (id < 0 || (size_t)id >= tags->n) return bad("a tag has no entry in the table") ? 0 : -1;
        int32_t type = tags->type[id];
        if (type < 0) return i + 1;
        if (open && open[TYPE] == type && !tags->begins[id] && !tags->ends[before]) {
            open[END] = i + 1;
            open[LAST] = tags->code[id];
        } else {
            int64_t touches = open && open[TYPE] == type;
            if (!(open = add_chunk(found))) return -1;
            open[START] = i;
            open[END] = i + 1;
            open[TYPE] = type;
            open[FIRST] = open[LAST] = tags->code[id];
            open[AFTER] = touches;
        }
        before = id;
    }
    return i;
}

static int cut_all(const Tags *tags, const int32_t *ids, const Py_buffer *cuts, List *found) {
    size_t sentence = 0, last = (size_t)cuts->len / 8 - 1;
    int64_t i = at64(cuts, 0), n = at64(cuts, last);
    int32_t outside = 0;
    while ((size_t)outside < tags->n && tags->type[outside] >= 0) outside++;
    int known = (size_t)outside < tags->n;
    while ((i = known ? skip(ids, i, n, outside) : i) < n) {
        while (at64(cuts, sentence + 1) <= i) sentence++;
        if ((i = cut_stretch(tags, ids, i, at64(cuts, sentence + 1), found)) < 0) return -1;
    }
    return 0;
}

/* Columns, each contiguous: what numpy works with. */
static PyObject *columns_of(const List *list) {
    PyObject *bytes = bytes_of(NULL, list->count * 8 * WIDTH);
    if (!bytes) return NULL;
    int64_t *out = (int64_t *)(void *)PyByteArray_AsString(bytes);
    for (size_t i = 0; i < list->count; i++)
        for (size_t k = 0; k < WIDTH; k++) out[k * list->count + i] = list->items[i * WIDTH + k];
    return bytes;
}

static PyObject *chunks(PyObject *Py_UNUSED(self), PyObject *args) {
    Py_buffer v[6];
    if (!PyArg_ParseTuple(args, "y*y*y*y*y*y*", &v[0], &v[1], &v[2], &v[3], &v[4], &v[5])) return NULL;
    Tags tags = {v[2].buf, v[3].buf, v[4].buf, v[5].buf, (size_t)v[2].len / 4};
    List found = {0};
    PyObject *given = NULL;
    int fits = v[3].len == (Py_ssize_t)tags.n && v[4].len == (Py_ssize_t)tags.n && v[5].len == v[2].len;
    if (!fits || !are_cuts(&v[1], (size_t)v[0].len / 4)) {
        bad("sentences must rise and stay inside the tags, tables be of one length");
    } else if (!cut_all(&tags, v[0].buf, &v[1], &found)) {
        given = columns_of(&found);
    }
    PyMem_Free(found.items);
    release(v, 6);
    return given;
}

/* --- equal mentions -------------------------------------------------------------------------------------------- */

static int order(const Py_buffer *v, size_t g, size_t p) {
    for (size_t k = 0; k < 3; k++) {
        int64_t a = at64(&v[k], g), b = at64(&v[k + 3], p);
        if (a != b) return a < b ? -1 : 1;
    }
    return 0;
}

/* Both sides are sorted by start, end and type, so that one walk over both finds all equals. */
static void walk(const Py_buffer *v, char *gold, char *pred) {
    size_t n = (size_t)v[0].len / 8, m = (size_t)v[3].len / 8, g = 0, p = 0;
    while (g < n && p < m) {
        int which = order(v, g, p);
        if (!which && at64(&v[1], g) > at64(&v[0], g)) gold[g] = pred[p] = 1; /* an empty span equals nothing */
        g += which <= 0;
        p += which >= 0;
    }
}

static PyObject *match(PyObject *Py_UNUSED(self), PyObject *args) {
    Py_buffer v[6];
    if (!PyArg_ParseTuple(args, "y*y*y*y*y*y*", &v[0], &v[1], &v[2], &v[3], &v[4], &v[5])) return NULL;
    PyObject *given = NULL, *gold = NULL, *pred = NULL;
    if (v[1].len != v[0].len || v[2].len != v[0].len || v[4].len != v[3].len || v[5].len != v[3].len) {
        bad("columns of mentions must be of one length");
    } else {
        gold = bytes_of(NULL, (size_t)v[0].len / 8);
        pred = bytes_of(NULL, (size_t)v[3].len / 8);
        if (gold && pred) {
            memset(PyByteArray_AsString(gold), 0, (size_t)v[0].len / 8);
            memset(PyByteArray_AsString(pred), 0, (size_t)v[3].len / 8);
            walk(v, PyByteArray_AsString(gold), PyByteArray_AsString(pred));
            given = PyTuple_Pack(2, gold, pred);
        }
        Py_XDECREF(gold);
        Py_XDECREF(pred);
    }
    release(v, 6);
    return given;
}

/* --- labels of tokens ------------------------------------------------------------------------------------------- */

static int paint_all(const Py_buffer *v, int32_t *out, int64_t n) {
    for (size_t i = 0; i < (size_t)v[0].len / 8; i++) {
        int64_t from = at64(&v[0], i), to = at64(&v[1], i);
        if (from < 0 || to > n) return -1;
        int32_t type = (int32_t)at64(&v[2], i);
        for (int64_t k = from; k < to; k++) out[k] = type;
    }
    return 0;
}

static PyObject *paint(PyObject *Py_UNUSED(self), PyObject *args) {
    Py_buffer v[3];
    Py_ssize_t n;
    if (!PyArg_ParseTuple(args, "ny*y*y*", &n, &v[0], &v[1], &v[2])) return NULL;
    PyObject *given = NULL;
    if (n < 0 || n > PY_SSIZE_T_MAX / 4 || v[1].len != v[0].len || v[2].len != v[0].len) {
        bad("columns of mentions must be of one length");
    } else if ((given = bytes_of(NULL, (size_t)n * 4))) {
        char *out = PyByteArray_AsString(given);
        memset(out, 255, (size_t)n * 4);
        if (paint_all(v, (int32_t *)(void *)out, n)) {
            Py_CLEAR(given);
            bad("mentions must lie inside the tokens");
        }
    }
    release(v, 3);
    return given;
}

/* --- a byte for every word and label ---------------------------------------------------------------------------- */

/* Whether ids and labels of the same tokens fit a table of 'cells' rows of 'width' (labels begin at -1). */
static int fits(const Py_buffer *ids, const Py_buffer *labels, size_t width, size_t cells) {
    if (ids->len != labels->len || ids->len % 4 || !width || cells % width) return 0;
    const int32_t *word = ids->buf, *label = labels->buf;
    uint32_t last = 0, widest = 0;
    for (Py_ssize_t i = 0; i < ids->len / 4; i++) {
        last = (uint32_t)word[i] > last ? (uint32_t)word[i] : last;
        widest = (uint32_t)(label[i] + 1) > widest ? (uint32_t)(label[i] + 1) : widest;
    }
    return !ids->len || (last < cells / width && widest < width);
}

static PyObject *pick(PyObject *Py_UNUSED(self), PyObject *args) {
    Py_buffer v[3];
    Py_ssize_t width;
    if (!PyArg_ParseTuple(args, "y*y*y*n", &v[0], &v[1], &v[2], &width)) return NULL;
    PyObject *given = NULL;
    if (width < 1 || !fits(&v[1], &v[2], (size_t)width, (size_t)v[0].len)) {
        bad("words and labels must be inside the table");
    } else if ((given = bytes_of(NULL, (size_t)v[1].len / 4))) {
        const uint8_t *table = v[0].buf;
        const int32_t *word = v[1].buf, *label = v[2].buf;
        uint8_t *out = (uint8_t *)PyByteArray_AsString(given);
        for (Py_ssize_t i = 0; i < v[1].len / 4; i++) out[i] = table[(int64_t)word[i] * width + label[i] + 1];
    }
    release(v, 3);
    return given;
}

/* --- predictions beside gold ------------------------------------------------------------------------------------
 * Most sentences of a system's output have the very bytes of gold's: they need not be read again.
 */

enum { ENDS = 1, GOES_ON = 0, UNKNOWN = -1 };

/* Whether a blank line, or nothing more, follows what ends before 'at'. */
static int is_end(const char *p, int64_t at, int64_t n, int last) {
    if (at == n) return last ? ENDS : UNKNOWN;
    if (p[at] == '\n') return ENDS;
    if (p[at] != '\r') return GOES_ON;
    return at + 1 < n ? p[at + 1] == '\n' : last ? GOES_ON : UNKNOWN;
}

/* Where the sentence from 'at' on ends, blank lines before it included; UNKNOWN if that is not in the buffer. */
static int64_t sentence_end(const char *p, int64_t at, int64_t n, int last) {
    while (at < n && (p[at] == '\n' || p[at] == '\r')) at++;
    while (at < n) {
        const char *stop = memchr(p + at, '\n', (size_t)(n - at));
        if (!stop) break;
        at = stop - p + 1;
        int end = is_end(p, at, n, last);
        if (end == ENDS) return at;
        if (end == UNKNOWN) break;
    }
    return last ? n : UNKNOWN;
}

static int is_separator(char c) { return c == ' ' || c == '\t'; }

/* Whether two lines are alike but for their last column. */
static int is_retagged(const char *a, int64_t n, const char *b, int64_t m) {
    while (n && !is_separator(a[n - 1])) n--;
    while (m && !is_separator(b[m - 1])) m--;
    return n && n == m && !memcmp(a, b, (size_t)n);
}

static int64_t line_length(const char *p, int64_t n) {
    const char *stop = memchr(p, '\n', (size_t)n);
    return stop ? stop - p : n;
}

/* Whether two sentences have the same lines but for the last column: the same tokens, where that is the tag. */
static int are_retagged(const char *a, int64_t n, const char *b, int64_t m) {
    while (n > 0 && m > 0) {
        int64_t i = line_length(a, n), k = line_length(b, m);
        if ((i != k || memcmp(a, b, (size_t)i)) && !is_retagged(a, i, b, k)) return 0;
        a += i + 1, n -= i + 1;
        b += k + 1, m -= k + 1;
    }
    return n <= 0 && m <= 0;
}

typedef struct {
    const char *gold, *pred;
    const Py_buffer *cuts;
    int64_t pred_length;
    int last;
    int64_t *stops; /* where each sentence of the predictions ends */
    char *differs;
    int64_t bytes; /* in sentences that differ */
    int alike; /* but for the last column */
} Side;

/* The number of sentences that were found before the predictions ran out. */
static size_t walk_beside(Side *s, int64_t at) {
    size_t n = (size_t)s->cuts->len / 8 - 1, k = 0;
    for (; k < n; k++) {
        int64_t from = at64(s->cuts, k), length = at64(s->cuts, k + 1) - from, stop = at + length;
        int end = GOES_ON;
        if (stop <= s->pred_length && !memcmp(s->gold + from, s->pred + at, (size_t)length)) end = is_end(s->pred, stop, s->pred_length, s->last);
        if (end == UNKNOWN) break;
        s->differs[k] = end == GOES_ON;
        if (end == GOES_ON) {
            if ((stop = sentence_end(s->pred, at, s->pred_length, s->last)) == UNKNOWN) break;
            s->bytes += stop - at;
            s->alike = s->alike && are_retagged(s->gold + from, length, s->pred + at, stop - at);
        }
        s->stops[k] = at = stop;
    }
    return k;
}

static PyObject *gathered(const Side *s, int64_t at, size_t n) {
    PyObject *bytes = bytes_of(NULL, (size_t)s->bytes);
    char *out = bytes ? PyByteArray_AsString(bytes) : NULL;
    for (size_t k = 0; bytes && k < n; at = s->stops[k++]) {
        if (!s->differs[k]) continue;
        memcpy(out, s->pred + at, (size_t)(s->stops[k] - at));
        out += s->stops[k] - at;
    }
    return bytes;
}

static PyObject *beside(PyObject *Py_UNUSED(self), PyObject *args) {
    Py_buffer v[3];
    Py_ssize_t at;
    int last;
    if (!PyArg_ParseTuple(args, "y*y*y*np", &v[0], &v[1], &v[2], &at, &last)) return NULL;
    PyObject *given = NULL, *stops = NULL, *differs = NULL, *bytes = NULL;
    if (at < 0 || at > v[2].len || !are_cuts(&v[1], (size_t)v[0].len)) {
        bad("cuts must rise and stay inside gold");
    } else {
        size_t n = (size_t)v[1].len / 8 - 1;
        stops = bytes_of(NULL, n * 8);
        differs = bytes_of(NULL, n);
        if (stops && differs) {
            Side s = {v[0].buf, v[2].buf, &v[1], v[2].len, last, (int64_t *)(void *)PyByteArray_AsString(stops), PyByteArray_AsString(differs), 0, 1};
            size_t found = walk_beside(&s, at);
            bytes = gathered(&s, at, found);
            int cut = PyByteArray_Resize(stops, (Py_ssize_t)found * 8) || PyByteArray_Resize(differs, (Py_ssize_t)found);
            if (bytes && !cut) given = Py_BuildValue("(OOOi)", stops, differs, bytes, s.alike);
        }
        Py_XDECREF(stops);
        Py_XDECREF(differs);
        Py_XDECREF(bytes);
    }
    release(v, 3);
    return given;
}

/* Writes the ids of the marked sentences over those that stand there. */
static PyObject *splice(PyObject *Py_UNUSED(self), PyObject *args) {
    Py_buffer v[4];
    if (!PyArg_ParseTuple(args, "w*y*y*y*", &v[0], &v[1], &v[2], &v[3])) return NULL;
    int fine = are_cuts(&v[1], (size_t)v[0].len / 4) && v[2].len == v[1].len / 8 - 1;
    int64_t taken = 0;
    for (Py_ssize_t k = 0; fine && k < v[2].len; k++) {
        if (!((const char *)v[2].buf)[k]) continue;
        int64_t from = at64(&v[1], (size_t)k), n = at64(&v[1], (size_t)k + 1) - from;
        fine = taken + n <= v[3].len / 4;
        if (fine) memcpy((char *)v[0].buf + 4 * from, (const char *)v[3].buf + 4 * taken, (size_t)n * 4);
        taken += n;
    }
    fine = fine && taken == v[3].len / 4;
    release(v, 4);
    if (!fine) return bad("the marked sentences must have as many tokens as there are ids");
    Py_RETURN_NONE;
}

/* Marks every pair of id (row) and label (column) in a table, and counts the labels. */
static PyObject *census(PyObject *Py_UNUSED(self), PyObject *args) {
    Py_buffer v[3];
    Py_ssize_t width;
    if (!PyArg_ParseTuple(args, "w*y*y*n", &v[0], &v[1], &v[2], &width)) return NULL;
    int64_t each[256] = {0};
    int fine = width > 0 && width <= 256 && v[1].len == 4 * v[2].len;
    const int32_t *ids = v[1].buf;
    const uint8_t *labels = v[2].buf;
    char *table = v[0].buf;
    int64_t rows = fine ? v[0].len / width : 0;
    for (Py_ssize_t i = 0; fine && i < v[2].len; i++) {
        fine = ids[i] >= 0 && ids[i] < rows && labels[i] < width;
        if (!fine) break;
        table[ids[i] * width + labels[i]] = 1;
        each[labels[i]]++;
    }
    release(v, 3);
    return fine ? bytes_of(each, (size_t)width * 8) : bad("ids and labels must be inside the table");
}

/* Which of the numbers below n are there. */
static PyObject *marked(PyObject *Py_UNUSED(self), PyObject *args) {
    Py_buffer v;
    Py_ssize_t n;
    if (!PyArg_ParseTuple(args, "y*n", &v, &n)) return NULL;
    PyObject *given = n < 0 ? bad("n must not be negative") : bytes_of(NULL, (size_t)n);
    if (given) {
        char *out = PyByteArray_AsString(given);
        const int32_t *ids = v.buf;
        int fine = 1;
        memset(out, 0, (size_t)n);
        for (Py_ssize_t i = 0, last = -1; fine && i < v.len / 4; i++) {
            if (ids[i] == last) continue; /* most tags are those of the token before */
            last = ids[i];
            fine = last >= 0 && last < n;
            if (fine) out[last] = 1;
        }
        if (!fine) {
            Py_CLEAR(given);
            bad("a number is not below n");
        }
    }
    PyBuffer_Release(&v);
    return given;
}

/* --- the module ------------------------------------------------------------------------------------------------ */

static PyMethodDef METHODS[] = {
    {"tally", tally, METH_VARARGS, "tally(mask: bool, cuts: int64) -> int64 sums of the mask between cuts"},
    {"chunks", chunks, METH_VARARGS,
     "chunks(ids: int32, sentences: int64, type: int32, begins: bool, ends: bool, code: int32) -> int64 columns: start, "
     "end, type, first, last, after"},
    {"match", match, METH_VARARGS, "match(start, end, type, start, end, type: int64, sorted) -> bool masks of the equal ones"},
    {"paint", paint, METH_VARARGS,
     "paint(n, start, end, type: int64) -> int32 type of the last mention over each of n tokens, -1 outside"},
    {"pick", pick, METH_VARARGS,
     "pick(table: uint8, words: int32, labels: int32, width) -> uint8 table[word * width + label + 1]"},
    {"beside", beside, METH_VARARGS,
     "beside(gold: bytes, cuts: int64, pred: bytes, at, last) -> int64 ends of the same sentences in pred, bool whether they "
     "differ, the bytes of those that do, whether they differ in the last column only"},
    {"splice", splice, METH_VARARGS, "splice(out: int32, sentences: int64, marked: bool, ids: int32) writes over out in place"},
    {"census", census, METH_VARARGS,
     "census(table: bool, ids: int32, labels: uint8, width) -> int64 count of every label; marks table[id * width + label]"},
    {"marked", marked, METH_VARARGS, "marked(ids: int32, n) -> bool for each number below n, whether it is there"},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot SLOTS[] = {{0, NULL}};

static struct PyModuleDef MODULE = {
    PyModuleDef_HEAD_INIT, "_count", "Loops of counting.", 0, METHODS, SLOTS, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__count(void) { return PyModuleDef_Init(&MODULE); }
