"""Reading, sealing and writing of artifacts. Knows nothing of what the records mean."""

from .canonical import canonical_bytes, content_hash
from .ledger import Ledger, append_record, read_ledger
from .record import ALGORITHM, Artifact, Record
from .seal import decode, decode_any, encode, kinds, read, seal, verify_value, write
from .store import (
    Replacement,
    bytes_of,
    read_file,
    remove_leftovers,
    replace_files,
    write_atomic,
    write_pieces,
)
from .stream import ArrayPieces, Items, Piece, SealedStream, joined, seal_stream, with_provenance
from .strict import strict_loads

__all__ = [
    "ALGORITHM",
    "ArrayPieces",
    "Artifact",
    "Items",
    "Ledger",
    "Piece",
    "Record",
    "Replacement",
    "SealedStream",
    "append_record",
    "bytes_of",
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
    "remove_leftovers",
    "replace_files",
    "seal",
    "seal_stream",
    "strict_loads",
    "verify_value",
    "with_provenance",
    "write",
    "write_atomic",
    "write_pieces",
]
