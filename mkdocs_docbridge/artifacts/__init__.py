"""Reading, sealing and writing of artifacts. Knows nothing of what the records mean."""

from .canonical import canonical_bytes, content_hash
from .ledger import Ledger, append_record, read_ledger
from .record import ALGORITHM, Artifact, Record
from .seal import decode, decode_any, encode, kinds, read, seal, verify_value, write
from .store import read_file, write_atomic
from .strict import strict_loads

__all__ = [
    "ALGORITHM",
    "Artifact",
    "Ledger",
    "Record",
    "append_record",
    "canonical_bytes",
    "content_hash",
    "decode",
    "decode_any",
    "encode",
    "kinds",
    "read",
    "read_file",
    "read_ledger",
    "seal",
    "strict_loads",
    "verify_value",
    "write",
    "write_atomic",
]
