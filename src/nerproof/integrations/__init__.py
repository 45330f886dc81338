"""Where people already work: one file per tool. The tool itself is imported when its function is called."""
