"""The keys of records, by what they hold: any one of each."""

from __future__ import annotations

TOKENS = ("tokens", "words")
TAGS = ("tags", "ner_tags", "labels", "ner")
MENTIONS = ("mentions", "entities", "entity_mentions")  # spans of tokens
TEXT = ("text", "sentence", "content", "data")
SPANS = ("spans", "entities", "ents", "labels", "label", "annotations", "Entities")  # of characters
NAMES = ("label_names", "tag_names", "names")  # of tags that are numbers
DOCUMENT = ("doc_id", "document_id", "document")
SENTENCES = ("sentences", "sents")  # where they begin and end in a text

# Of a span; with capitals as Amazon Comprehend writes them.
STARTS = ("start", "start_offset", "start_char", "begin", "BeginOffset", "offset")
ENDS = ("end", "end_offset", "end_char", "stop", "EndOffset")
LABELS = ("label", "type", "entity", "entity_group", "tag", "entity_type", "Type", "category")
SAID = ("text", "value", "Text")  # what it covers, as it says

# A field of such a name would be read as something else.
RESERVED = frozenset((*TOKENS, *TAGS, *MENTIONS, *TEXT, *SPANS, *NAMES, *DOCUMENT, *SENTENCES, "id", "answer", "meta"))
DOCCANO = frozenset(("Comments", "relations"))
