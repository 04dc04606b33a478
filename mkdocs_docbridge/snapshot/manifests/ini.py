"""INI files: the parser's sections, or the facts of a file that cannot be read."""

from __future__ import annotations

import configparser

from mkdocs_docbridge.snapshot.facts import ManifestFacts

from .members import broken, decoded, not_utf8


def load_ini(ecosystem: str, data: bytes) -> tuple[configparser.RawConfigParser, str] | ManifestFacts:
    """The sections and the text of an INI file, or the facts of one that cannot be read. Values stay as written."""
    parser = configparser.RawConfigParser(strict=False)
    try:
        text = decoded(data)
        parser.read_string(text)
    except UnicodeDecodeError as error:
        return not_utf8(ecosystem, data, error)
    except configparser.MissingSectionHeaderError as error:
        return broken(ecosystem, "no INI file: text before the first section", error.lineno)
    except configparser.ParsingError as error:
        return broken(ecosystem, "no INI file", error.errors[0][0] if error.errors else None)
    except (configparser.Error, ValueError):
        return broken(ecosystem, "no INI file", None)
    return parser, text
