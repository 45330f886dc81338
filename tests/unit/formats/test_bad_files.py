"""The 18 untidy files that today's scorers disagree on or trip over: ours reads each, or says in one line what is wrong."""

import pytest

from nerproof.base.errors import InputError
from nerproof.corpus.align import align
from nerproof.formats import read, source

REF = "EU\tB-ORG\nrejects\tO\nGerman\tB-MISC\n\nPeter\tB-PER\nBlackburn\tI-PER\n"


def pair(tmp_path, pred, ref=REF):
    for name, data in (("test.ref", ref), ("test.pred", pred)):
        (tmp_path / name).write_bytes(data if isinstance(data, bytes) else data.encode())
    return tmp_path / "test.ref", tmp_path / "test.pred"


def mentions(corpus):
    return [tuple(corpus.mention(i)) for i in range(len(corpus.mentions))]


READ = {
    "ok": (REF, REF),
    "crlf": (REF.replace("\n", "\r\n"), REF),
    "bom": ("\ufeff" + REF, REF),
    "docstart": ("-DOCSTART-\t-X-\tO\n\n" + REF, REF),
    "docstart_without_blank_line": ("-DOCSTART-\tO\n" + REF, REF),
    "docstart_both": ("-DOCSTART-\tO\n\n" + REF, "-DOCSTART-\tO\n\n" + REF),
    "space": (REF.replace("\t", " "), REF.replace("\t", " ")),
    "tabs_and_spaces": (REF.replace("\t", " "), REF),
    "blanktab": (REF.replace("\n\n", "\n\t\n"), REF),
    "blankspace": (REF.replace("\n\n", "\n \n"), REF),
    "comment": ("# text = EU rejects German\n" + REF, "# text = EU rejects German\n" + REF),
    "extra_blank": (REF.replace("\n\n", "\n\n\n\n") + "\n\n", REF),
    "no_final_newline": (REF.rstrip("\n"), REF),
    "invalid": (REF.replace("B-PER", "I-PER"), REF),
}


@pytest.mark.parametrize("case", sorted(READ))
def test_untidy_but_readable(case, tmp_path):
    pred, ref = READ[case]
    gold_path, pred_path = pair(tmp_path, pred, ref)
    gold, found = read(gold_path), read(pred_path)
    assert mentions(align(gold, found)) == mentions(gold) == [(0, 1, "ORG"), (2, 3, "MISC"), (3, 5, "PER")]
    assert found.n_sentences == 2


REFUSED_BY_READ = {
    "ragged": (REF.replace("German\tB-MISC", "German"), r"test\.pred:3: "),
    "badtag": (REF.replace("B-MISC", "X-MISC"), r"test\.pred:3: tag 'X-MISC' has an unknown prefix"),
    "lower_case_o": (REF.replace("\tO", "\to"), r"test\.pred:2: tag 'o' is unknown"),
    "empty": ("", r"test\.pred: is empty"),
    "only_blank_lines": ("\n\n", r"test\.pred: is empty"),
    "latin1": (REF.replace("Peter", "Jürgen").encode("latin-1"), r"test\.pred:5: byte 0xfc is not utf-8"),
    "binary": (b"\0\1" * 500 + b"\xff", r"test\.pred"),
}


@pytest.mark.parametrize("case", sorted(REFUSED_BY_READ))
def test_refused_in_one_line_that_names_the_place(case, tmp_path):
    data, what = REFUSED_BY_READ[case]
    _, path = pair(tmp_path, data)
    with pytest.raises(InputError, match=what) as caught:
        read(path)
    assert "\n" not in str(caught.value)


def test_utf16_is_named_and_read_when_named(tmp_path):
    path = tmp_path / "test.conll"
    path.write_text(REF, encoding="utf-16")
    with pytest.raises(InputError, match=r"test.conll:1: is UTF-16. Convert it to UTF-8, or pass --encoding utf-16"):
        read(path)
    assert read(path, encoding="utf-16").n_tokens == 5


def test_latin1_is_read_when_named(tmp_path):
    _, path = pair(tmp_path, REF.replace("Peter", "Jürgen").encode("latin-1"))
    assert read(path, encoding="latin-1").surface(2) == "Jürgen Blackburn"


REFUSED_BY_ALIGN = {
    "missing_tok": REF.replace("rejects\tO\n", ""),
    "missing_sent": REF.split("\n\n")[0] + "\n",
    "tokdiff": REF.replace("rejects", "accepts"),
}


@pytest.mark.parametrize("case", sorted(REFUSED_BY_ALIGN))
def test_predictions_on_other_tokens_name_both_places(case, tmp_path):
    gold, pred = map(read, pair(tmp_path, REFUSED_BY_ALIGN[case]))
    with pytest.raises(InputError) as caught:
        align(gold, pred)
    assert "test.ref" in str(caught.value) and "test.pred" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_invalid_is_repaired_counted_and_refused_on_demand(tmp_path):
    _, path = pair(tmp_path, REF.replace("B-PER", "I-PER"))
    corpus = read(path)
    assert corpus.repairs == 1
    assert f"{path}:5: " in corpus.notes[0]
    with pytest.raises(InputError, match=r"test\.pred:5: tag 'I-PER'"):
        read(path, repair="error")


@pytest.mark.parametrize("character", ["\u00a0", "\u2028", "\u200b", "\u0085"])
def test_odd_characters_belong_to_the_token(character, tmp_path):
    _, path = pair(tmp_path, f"a{character}b\tB-PER\n{character}\tO\n")
    assert read(path).sentence(0) == [f"a{character}b", character]


def test_a_token_that_is_a_hash(tmp_path):
    _, path = pair(tmp_path, "#\tO\nEU\tB-ORG\n")
    assert read(path).sentence(0) == ["#", "EU"]


def test_truncated_gzip_is_one_line(tmp_path):
    import gzip

    path = tmp_path / "a.conll.gz"
    path.write_bytes(gzip.compress(REF.encode() * 100)[:-20])
    with pytest.raises(InputError, match=r"a\.conll\.gz: cannot be read to its end") as caught:
        read(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz"])
def test_packed_files_are_read(suffix, tmp_path):
    import bz2
    import gzip
    import lzma

    path = tmp_path / f"a.conll{suffix}"
    path.write_bytes({".gz": gzip, ".bz2": bz2, ".xz": lzma}[suffix].compress(REF.encode()))
    assert len(read(path).mentions) == 3


def test_a_line_without_end_is_refused_before_it_is_read(tmp_path):
    """A gigabyte of one line (sparse on disk): refused after the line limit, in bounded memory."""
    import subprocess
    import sys

    path = tmp_path / "long.conll"
    with path.open("wb") as out:
        out.write(b"a" * 5000)
        for _ in range(128):
            out.write(b"a" * (1 << 20))
        out.truncate(1 << 30)
    code = (
        "import re, sys\n"
        "from nerproof.base.errors import InputError\n"
        "from nerproof.formats import read\n"
        "try:\n    read(sys.argv[1])\nexcept InputError as error:\n    print(error)\n"
        # ru_maxrss would be that of the test process at the fork if it was larger; VmHWM begins anew.
        "print(re.search(r'VmHWM:\\s*(\\d+)', open('/proc/self/status').read())[1])\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    message, peak = done.stdout.strip().split("\n")
    assert "long.conll:1: the line has more than 64 MB" in message
    assert int(peak) < 600 * 1024  # kilobytes on Linux


@pytest.mark.parametrize("before", [b"", b"EU B-ORG\n" * 5])
def test_an_endless_line_is_refused_where_it_passes_the_limit(tmp_path, monkeypatch, before):
    monkeypatch.setattr(source, "MAX_LINE", 1000)
    path = tmp_path / "long.conll"
    path.write_bytes(before + b"a" * 3000 + b" O\n")
    with pytest.raises(InputError, match=rf"long.conll:{before.count(10) + 1}: the line has more than"):
        read(path)


def test_a_long_file_of_short_lines_is_read_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(source, "MAX_LINE", 1000)
    path = tmp_path / "long.conll"
    path.write_bytes(b"EU B-ORG\n\n" * 777)
    assert read(path).n_sentences == 777
