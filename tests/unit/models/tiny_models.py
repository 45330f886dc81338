"""A corpus and tiny encoders made here, since no weights can be had offline."""

import string

import numpy as np

from nerproof.corpus import Corpus

STEMS = ["Al", "Bor", "Cas", "Dun", "Eld", "Fal", "Gor", "Hal"]


def towns(n=40, seed=0):
    """Names are told by their endings, so that a model must look at letters."""
    rng = np.random.default_rng(seed)
    sentences, mentions = [], []
    for _ in range(n):
        town = rng.choice(STEMS) + rng.choice(STEMS).lower() + "ville"
        person = rng.choice(STEMS) + rng.choice(STEMS).lower() + "son"
        sentences.append([str(person), "lives", "in", str(town), "."])
        mentions.append([(0, 1, "PER"), (3, 4, "LOC")])
    return Corpus.from_sentences(sentences, mentions)


def keys(corpus):
    m = corpus.mentions
    return [(int(s), int(e), corpus.types[t]) for s, e, t in zip(m.start, m.end, m.type, strict=True)]


def agreement(gold, pred):
    return len(set(keys(gold)) & set(keys(pred))) / max(1, len(keys(gold)))


def tiny_bert(folder, *, positions=64, seed=0):
    """Saves a BERT of two small layers whose pieces are letters and a few endings."""
    import torch
    from transformers import BertConfig, BertModel, BertTokenizerFast

    letters = [*string.ascii_letters, *string.digits, *string.punctuation]
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters, *(f"##{c}" for c in letters)]
    pieces += ["##ville", "##son", "lives", "in"]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "vocab.txt").write_text("\n".join(pieces) + "\n")
    tokenizer = BertTokenizerFast(str(folder / "vocab.txt"), do_lower_case=False)
    config = BertConfig(
        vocab_size=len(pieces),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=positions,
    )
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        BertModel(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return str(folder)
