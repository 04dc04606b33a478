"""Functions of text alone: lines, words, the plain-text projection, escaping, redaction."""
