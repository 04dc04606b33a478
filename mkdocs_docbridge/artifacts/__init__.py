"""Reading, sealing and writing of artifacts. Knows nothing of what the records mean."""

from .canonical import canonical_bytes, content_hash
from .ledger import Ledger, append_record, read_ledger
from .record import ALGORITHM, Artifact, Record
from .seal import decode, decode_any, encode, kinds, read, seal, verify_value, write
from .store import read_file, write_atomic, write_pieces
from .stream import ArrayPieces, Items, SealedStream, joined, seal_stream, with_provenance
from .strict import strict_loads

__all__ = [
    "ALGORITHM",
    "ArrayPieces",
    "Artifact",
    "Items",
    "Ledger",
    "Record",
    "SealedStream",
    "append_record",
    "canonical_bytes",
    "content_hash",
    "decode",
    "decode_any",
    "encode",
    "joined",
    "kinds",
    "read",
    "read_file",
    "read_ledger",
    "seal",
    "seal_stream",
    "strict_loads",
    "verify_value",
    "with_provenance",
    "write",
    "write_atomic",
    "write_pieces",
]
