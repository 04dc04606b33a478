"""Which values of an environment are secrets, by the names of their variables."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

_SAYS_SECRET = re.compile(
    r"PASSW(?:OR)?D|PASSPHRASE|SECRET|TOKEN|CREDENTIAL|AUTH(?!OR)|(?:API|ACCESS|PRIVATE|ENCRYPTION|SIGNING|MASTER)_?KEY|_PAT\b"
    r"|_KEY\b|\bPAT\b|DSN\b|WEBHOOK|COOKIE|SESSION"
)
_IS_PLAIN = re.compile(
    r"[A-Za-z]+|[0-9]{1,7}|(?:/[a-z]{2,8}/|~/|[A-Z]:\\).*|https?://[^@\s]*|(?i:true|false|yes|no|none|null)"
)
_MIN_LENGTH = 8


def secret_values(environment: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """The values, by code point, that the process was given under a name which says secret.

    Words, small numbers, paths and addresses without a password are left out (``GIT_AUTHOR_NAME``, ``SSH_AUTH_SOCK``):
    to take them out of every text would hide what is no secret.
    """
    found = os.environ if environment is None else environment
    return tuple(
        sorted(
            value
            for name, value in found.items()
            if len(value) >= _MIN_LENGTH and _SAYS_SECRET.search(name.upper()) and not _IS_PLAIN.fullmatch(value)
        )
    )
