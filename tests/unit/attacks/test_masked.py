import json

import pytest

from nerproof.attacks import attack
from nerproof.attacks.masked import MaskedFiller
from nerproof.base.errors import InputError
from nerproof.corpus import Corpus

transformers = pytest.importorskip("transformers")

WORDS = [
    "the",
    "house",
    "train",
    "garden",
    "river",
    "green",
    "waits",
    "in",
    "Rome",
    "slow",
    "boat",
    "tree",
    "road",
    "hill",
]
TEST = Corpus.from_sentences([["the", "green", "house", "waits", "in", "Rome"]] * 3, [[(5, 6, "LOC")]] * 3)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """A BERT of two layers with random weights, saved as any other."""
    import torch
    from transformers import BertConfig, BertForMaskedLM, BertTokenizerFast

    torch.manual_seed(0)
    folder = tmp_path_factory.mktemp("tiny")
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS, "##s", "."]
    (folder / "vocab.txt").write_text("\n".join(vocabulary))
    BertTokenizerFast(vocab_file=str(folder / "vocab.txt"), do_lower_case=False).save_pretrained(folder)
    config = BertConfig(
        vocab_size=len(vocabulary),
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=32,
    )
    BertForMaskedLM(config).save_pretrained(folder)
    return folder


def test_fills_from_a_local_folder(tiny):
    filler = MaskedFiller.load(str(tiny))
    done = attack(TEST, "context", filler=filler, ranks=(2, 8))
    assert done.made
    assert all(e.new in WORDS and e.new != e.original for e in done.made)
    assert done.corpus.n_tokens == TEST.n_tokens
    assert str(tiny) in done.facts["filler"]


def test_same_seed_same_words(tiny):
    runs = [attack(TEST, "context", filler=MaskedFiller.load(str(tiny)), ranks=(2, 8), seed=3) for _ in range(2)]
    assert runs[0].edits == runs[1].edits


def test_pieces_marks_and_special_tokens_are_no_words(tiny):
    filler = MaskedFiller.load(str(tiny))
    names = {filler.tokenizer.convert_ids_to_tokens(int(i)) for i in filler.words}
    assert names == set(WORDS) - {"Rome"}


def test_sentence_longer_than_the_model_is_left(tiny):
    long = Corpus.from_sentences([["in"] * 60 + ["house"]])
    done = attack(long, "context", filler=MaskedFiller.load(str(tiny)), ranks=(2, 8))
    assert done.made == []


def test_folder_that_is_no_model(tmp_path):
    with pytest.raises(InputError, match=r"cannot be loaded as a masked language model .*Give a model") as caught:
        MaskedFiller.load(str(tmp_path))
    assert len(str(caught.value)) < 300 + 2 * len(str(tmp_path)), "the library's list of all models is left out"


def test_model_with_another_head_is_refused(tiny, tmp_path):
    import shutil

    shutil.copytree(tiny, tmp_path / "other")
    config = json.loads((tmp_path / "other" / "config.json").read_text())
    (tmp_path / "other" / "config.json").write_text(
        json.dumps(config | {"architectures": ["BertForTokenClassification"]})
    )
    with pytest.raises(InputError, match="is not a masked language model but BertForTokenClassification"):
        MaskedFiller.load(str(tmp_path / "other"))


def test_tokenizer_without_a_mask_is_refused(tmp_path):
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from transformers import BertConfig, BertForMaskedLM, PreTrainedTokenizerFast

    words = {"[UNK]": 0, "house": 1}
    PreTrainedTokenizerFast(tokenizer_object=Tokenizer(WordLevel(words, "[UNK]")), unk_token="[UNK]").save_pretrained(
        tmp_path
    )
    BertForMaskedLM(
        BertConfig(vocab_size=2, hidden_size=8, num_hidden_layers=1, num_attention_heads=1, intermediate_size=8)
    ).save_pretrained(tmp_path)
    with pytest.raises(InputError, match="its tokenizer has no mask"):
        MaskedFiller.load(str(tmp_path))
