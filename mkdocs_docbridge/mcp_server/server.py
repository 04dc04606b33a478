"""The protocol's side of the server: tools as the SDK describes them, calls, faults, and how it ends."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple, NoReturn

import msgspec

from mkdocs_docbridge import __version__
from mkdocs_docbridge.artifacts.record import Record
from mkdocs_docbridge.current import CurrentProject
from mkdocs_docbridge.errors import InputError, MissingExtraError
from mkdocs_docbridge.project import Place
from mkdocs_docbridge.text.redaction import redact

from .desk import Desk
from .tools import TOOLS, Asked, Tool

try:
    import mcp_types as types
    from mcp.server.lowlevel import Server
    from mcp.server.stdio import stdio_server
    from mcp.shared.exceptions import MCPError
except ImportError as error:
    raise MissingExtraError("the MCP SDK", "mcp") from error

MAX_ANSWER = 100_000
"""Characters of one answer. A longer one is refused with a hint, because cut JSON is no answer."""
MAX_FAULT = 1_000
SNAPSHOT = "mkdocs-docbridge/snapshot"
"""Names the tree that an answer is from, in the answer's ``_meta``."""
GRACE = 1.0
"""Seconds for the question that is being answered when the client leaves; the SDK's clients wait for two."""
INSTRUCTIONS = (
    "Answers from one repository as it is at each call. Begin with knowledge_search; knowledge_lookup shows what a "
    "result is related to, doc_get its text, handoff_resolve how to begin a change of it. Paths are relative to "
    "the repository's root."
)
_BY_NAME = {tool.name: tool for tool in TOOLS}


class _Answer(NamedTuple):
    text: str
    data: Any
    snapshot: str


def serve(place: Place) -> None:
    """Serves the repository at ``place`` on standard input and output until the client leaves. Call it from the main
    thread."""
    # there is nothing to wind down, and a thread that waits for the client's next line would be waited for
    signal.signal(signal.SIGINT, lambda *_: _leave())
    desk = Desk(place)
    try:
        asyncio.run(_serve(desk, os.fspath((place.root or place.folder).resolve())))
    except* OSError:
        # the client reads no more
        pass
    if not desk.close(GRACE):
        _leave()


async def _serve(desk: Desk, root: str) -> None:
    server = Server(
        "docbridge",
        version=__version__,
        title="mkdocs-docbridge",
        instructions=INSTRUCTIONS,
        on_list_tools=_listed,
        on_call_tool=partial(_called, desk, root),
    )
    async with stdio_server() as (incoming, outgoing):
        try:
            await server.run(incoming, outgoing, server.create_initialization_options())
        finally:
            # a client that reads no more may keep its side open, and the thread that waits for its next line stays
            watchdog = threading.Timer(GRACE, _leave)
            watchdog.daemon = True
            watchdog.start()


def _leave() -> NoReturn:
    """Ends the process without waiting for threads. Nothing is lost: the cache commits what it stores."""
    sys.stderr.flush()
    os._exit(0)


async def _listed(_context: object, _params: object) -> types.ListToolsResult:
    return types.ListToolsResult(tools=[_described(tool) for tool in TOOLS])


def _described(tool: Tool[Any]) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=_schema(tool.asked),
        output_schema=_schema(tool.answer),
        annotations=types.ToolAnnotations(
            read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
        ),
    )


def _schema(record: type[Asked | Record]) -> dict[str, Any]:
    """The JSON Schema of a record, with the record itself at the root, as the protocol wants it."""
    (schema,), parts = msgspec.json.schema_components([record], ref_template="#/$defs/{name}")
    root = parts.pop(schema["$ref"].rpartition("/")[2])
    return {**root, "$defs": parts} if parts else root


async def _called(desk: Desk, root: str, _context: object, params: types.CallToolRequestParams) -> types.CallToolResult:
    # tools have dotted names elsewhere; both are answered, one is listed
    tool = _BY_NAME.get(params.name.replace(".", "_", 1))
    if tool is None:
        raise MCPError(code=types.INVALID_PARAMS, message="no such tool", data={"tools": sorted(_BY_NAME)})
    try:
        answer = await asyncio.wrap_future(desk.ask(_question(tool, params.arguments or {})))
    except Exception as error:  # noqa: BLE001 — every fault is told to the agent, and none ends the server
        return _fault(error, root)
    if len(answer.text) > MAX_ANSWER:
        fault = InputError(
            f"the answer has {len(answer.text)} characters, more than {MAX_ANSWER}",
            code="ANSWER_TOO_LARGE",
            hint="ask for less: a smaller limit, depth or budget_tokens",
        )
        return _fault(fault, root)
    return types.CallToolResult(
        content=[types.TextContent(text=answer.text)],
        structured_content=answer.data,
        _meta={SNAPSHOT: answer.snapshot},
    )


def _question(tool: Tool[Any], arguments: Mapping[str, Any]) -> Any:
    asked = msgspec.convert(arguments, tool.asked)

    def question(current: CurrentProject) -> _Answer:
        found = tool.run(current, asked)
        return _Answer(
            text=msgspec.json.encode(found).decode(),
            data=msgspec.to_builtins(found),
            snapshot=current.project.scan.summary.content_hash,
        )

    return question


def _fault(error: Exception, root: str) -> types.CallToolResult:
    """A fault that an agent can act upon: code, message, hint. No traceback, no path of this machine."""
    match error:
        case InputError():
            code, message, hint = error.code or "INPUT", f"{error.place}: {error.message}".lstrip(": "), error.hint
        case msgspec.ValidationError():
            code, message, hint = "ARGUMENTS", str(error), "see the tool's input schema"
        case OSError():
            code, message, hint = "UNREADABLE", error.strerror or type(error).__name__, "see whether the root is there"
        case _:
            code, message, hint = "INTERNAL", f"{type(error).__name__}: {error}", "report it; other calls are answered"
    told = {"code": code, "message": redact(message, root=root, limit=MAX_FAULT)}
    if hint:
        told["hint"] = redact(hint, root=root, limit=MAX_FAULT)
    return types.CallToolResult(
        content=[types.TextContent(text=msgspec.json.encode({"error": told}).decode())],
        structured_content={"error": told},
        is_error=True,
    )
