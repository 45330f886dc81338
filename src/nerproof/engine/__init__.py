"""The engine: evaluation is one fold over chunks of sentences, whoever maps them (see docs/design/engine.md)."""
