"""Reading, sealing and writing of artifacts. Knows nothing of what the records mean."""

from .canonical import canonical_bytes, content_hash
from .record import ALGORITHM, Artifact, Record
from .seal import decode, decode_any, encode, kinds, read, seal, verify_value, write
from .store import write_atomic
from .strict import strict_loads

__all__ = [
    "ALGORITHM",
    "Artifact",
    "Record",
    "canonical_bytes",
    "content_hash",
    "decode",
    "decode_any",
    "encode",
    "kinds",
    "read",
    "seal",
    "strict_loads",
    "verify_value",
    "write",
    "write_atomic",
]
