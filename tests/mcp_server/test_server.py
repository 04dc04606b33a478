"""The MCP server as an agent's host sees it: another process, the SDK's own client, a real pipe."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult

from tests.site.test_build import REGISTRY, registry
from tests.support.loops import run
from tests.support.sites import environment, make_repository
from tests.support.trees import write_tree

SCRIPT = "import sys; from mkdocs_docbridge.cli import main; main(sys.argv[1:])"
PATIENCE = 120
"""Seconds after which a test is not slow but hangs."""
TOOLS = [
    "audit_findings",
    "doc_get",
    "doctor",
    "handoff_resolve",
    "knowledge_lookup",
    "knowledge_search",
    "parity_status",
]
PAGE = "# Home\n\nThe current version is 1.2.3.\n\nSee [guide](guide.md) and `Engine`.\n"

Conversation = Callable[[Client], Awaitable[None]]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_repository(tmp_path_factory.mktemp("tree"), {REGISTRY: registry()})


def command(root: Path) -> list[str]:
    return [sys.executable, "-c", SCRIPT, "mcp", "--root", str(root)]


def talk(root: Path, conversation: Conversation) -> None:
    """Runs a conversation with a server of its own."""
    program, *arguments = command(root)
    server = StdioServerParameters(command=program, args=arguments, env=environment())

    async def talking() -> None:
        async with asyncio.timeout(PATIENCE), Client(server) as client:
            await conversation(client)

    run(talking())


async def data(client: Client, tool: str, **arguments: Any) -> Any:
    """The structured answer; the text says the same."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    assert json.loads(text(result)) == result.structured_content
    return result.structured_content


async def fault(client: Client, tool: str, arguments: dict[str, Any]) -> dict[str, str]:
    """The fault of a call that must fail."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    told = json.loads(text(result))["error"]
    assert isinstance(told, dict)
    return told


def text(result: CallToolResult) -> str:
    (block,) = result.content
    assert block.type == "text"
    return block.text


def test_the_tools_are_listed_with_schemas_and_as_reading_only(root: Path) -> None:
    async def conversation(client: Client) -> None:
        tools = (await client.list_tools()).tools
        assert sorted(tool.name for tool in tools) == TOOLS
        for tool in tools:
            assert tool.annotations is not None
            assert (tool.annotations.read_only_hint, tool.annotations.open_world_hint) == (True, False)
            assert tool.input_schema["additionalProperties"] is False
            assert tool.output_schema is not None
            assert tool.output_schema["type"] == "object"
            assert "Use it" in (tool.description or "")
        search = next(tool for tool in tools if tool.name == "knowledge_search").input_schema
        assert (search["required"], search["properties"]["limit"]["maximum"]) == (["query"], 100)

    talk(root, conversation)


def test_every_tool_answers_and_dotted_names_are_the_same_tools(root: Path) -> None:
    async def conversation(client: Client) -> None:
        found = await data(client, "knowledge_search", query="Engine", kinds=["module"], explain=True)
        first = found["results"][0]
        assert first["id"] == "module:src/tool/core/engine.py"
        assert round(sum(first["explain"]["components"].values()), 6) == first["score"]
        assert await data(client, "knowledge.search", query="Engine", kinds=["module"], explain=True) == found
        small = await data(client, "knowledge_search", query="Engine", explain=True, budget_tokens=1)
        assert small["budget"]["dropped"] == ["explain", "summaries", "results"]
        assert (len(small["results"]), small["budget"]["fits"]) == (1, False)

        engine = await data(client, "knowledge_lookup", id=first["path"], depth=2)
        assert {"name": "Engine", "line": 4, "kind": "class", "signature": "class Engine"} in engine["entity"]["names"]
        groups = {(g["relation"], g["direction"]): [n["id"] for n in g["neighbours"]] for g in engine["neighbours"]}
        assert groups["imports", "out"] == ["module:src/tool/web/app.py"]
        assert groups["contains", "in"] == ["area:src/tool/core"]
        assert [d["id"] for d in engine["documents"]] == ["document:docs/index.md"]
        assert "document:docs/guide.md" in [further["id"] for further in engine["further"]]

        handoff = await data(client, "handoff_resolve", id="src/tool/core")
        assert (handoff["target"]["id"], handoff["editRoots"]) == ("area:src/tool/core", ["src/tool/core"])
        assert handoff["startHere"]["path"] == "src/tool/core/__init__.py"
        small = await data(client, "handoff.resolve", id="src/tool/core", budget_tokens=1)
        assert (small["budget"]["fits"], small["related"]) == (False, None)

        page = await data(client, "doc_get", id="docs/index.md")
        assert page == {"path": "docs/index.md", "lines": 5, "firstLine": 1, "lastLine": 5, "text": PAGE.rstrip("\n")}
        part = await data(client, "doc.get", id="document:docs/index.md", first_line=3, lines=1)
        assert (part["text"], part["nextLine"]) == ("The current version is 1.2.3.", 4)

        status = await data(client, "parity_status")
        assert (status["status"], status["metrics"]["matched"]) == ("pass", 1)
        assert await data(client, "audit_findings") == {"count": 0, "blocking": 0, "findings": []}

    talk(root, conversation)


def test_bad_arguments_are_faults_that_say_what_was_expected_and_the_server_lives(root: Path) -> None:
    async def conversation(client: Client) -> None:
        wrong: list[tuple[str, dict[str, Any], str, str]] = [
            ("knowledge_search", {}, "ARGUMENTS", "query"),
            ("knowledge_search", {"query": ""}, "ARGUMENTS", "$.query"),
            ("knowledge_search", {"query": "x", "limit": 101}, "ARGUMENTS", "$.limit"),
            ("knowledge_search", {"query": "x", "kinds": ["pages"]}, "ARGUMENTS", "$.kinds"),
            ("knowledge_search", {"query": "x", "other": 1}, "ARGUMENTS", "other"),
            ("knowledge_lookup", {"id": "x", "depth": 4}, "ARGUMENTS", "$.depth"),
            ("knowledge_lookup", {"id": 3}, "ARGUMENTS", "$.id"),
            ("knowledge_lookup", {"id": "src/tool/core/engin.py"}, "UNKNOWN_ENTITY", "engin.py"),
            ("doc_get", {"id": "area:src/tool/core"}, "NOT_A_FILE", "area:src/tool/core"),
            ("doc_get", {"id": "docs/index.md", "first_line": 9}, "NO_SUCH_LINE", "5 lines"),
        ]
        for tool, arguments, code, part in wrong:
            told = await fault(client, tool, arguments)
            assert (told["code"], part in told["message"]) == (code, True), told
        hint = (await fault(client, "doc_get", {"id": "src/tool/core/engin.py"}))["hint"]
        assert "module:src/tool/core/engine.py" in hint
        with pytest.raises(MCPError, match="no such tool"):
            await client.call_tool("knowledge_write", {})
        assert (await data(client, "knowledge_search", query="Engine"))["results"]

    talk(root, conversation)


def test_no_file_outside_the_root_and_none_that_is_not_indexed_is_read(tmp_path: Path) -> None:
    outside = write_tree(tmp_path / "outside", {"secret.md": "# Secret\n\nnot for agents\n"})
    root = make_repository(tmp_path / "tree", {".env": "TOKEN=x\n", "docs/inside.md": "# Inside\n"})
    (root / "docs/leads-out.md").symlink_to(outside / "secret.md")
    (root / "out").symlink_to(outside, target_is_directory=True)

    async def conversation(client: Client) -> None:
        tried = [
            "../outside/secret.md", "docs/../../outside/secret.md", str(outside / "secret.md"), "/etc/passwd",
            "~/secret.md", "C:\\secret.md", "docs\\inside.md", "docs/inside.md\0", "\0", "document:../outside/a.md",
            "docs/leads-out.md", "out/secret.md", ".env", ".git/config", "docs",
        ]  # fmt: skip
        for name in tried:
            for tool in ("doc_get", "handoff_resolve", "knowledge_lookup"):
                result = await client.call_tool(tool, {"id": name})
                assert "not for agents" not in str(result)
                assert str(tmp_path) not in str(result)
            told = await fault(client, "doc_get", {"id": name})
            assert told["code"] in {"PATH", "UNKNOWN_ENTITY", "SYMLINK_OUTSIDE_ROOT"}, (name, told)
        # the file turns into a link after the tree was read, and between two calls
        assert (await data(client, "doc_get", id="docs/inside.md"))["text"] == "# Inside"
        (root / "docs/inside.md").unlink()
        (root / "docs/inside.md").symlink_to(outside / "secret.md")
        told = await fault(client, "doc_get", {"id": "docs/inside.md"})
        assert told["code"] in {"UNKNOWN_ENTITY", "SYMLINK_OUTSIDE_ROOT"}

    talk(root, conversation)


def test_an_edit_between_two_calls_is_in_the_second_answer(tmp_path: Path) -> None:
    root = make_repository(tmp_path, {REGISTRY: registry()})

    async def conversation(client: Client) -> None:
        async def found(query: str) -> list[str]:
            return [hit["path"] for hit in (await data(client, "knowledge_search", query=query))["results"]]

        assert await found("zeppelins") == []
        for round_number in range(3):
            write_tree(root, {"docs/new.md": f"# Zeppelins {round_number}\n"})
            assert await found("zeppelins") == ["docs/new.md"]
            (root / "docs/new.md").unlink()
            assert await found("zeppelins") == []
        # a registry is no part of the snapshot, and a change of it is seen all the same
        assert (await data(client, "parity_status"))["status"] == "pass"
        saved = (root / REGISTRY).read_bytes()
        write_tree(root, {REGISTRY: b"{}"})
        assert (await fault(client, "parity_status", {}))["message"].startswith(REGISTRY)
        write_tree(root, {REGISTRY: saved, "docs/index.md": PAGE.replace("1.2.3", "9.9.9")})
        status = await data(client, "parity_status")
        assert (status["status"], status["findings"]["findings"][0]["line"]) == ("blocked", 3)
        findings = await data(client, "audit_findings", path="docs/index.md", limit=1)
        assert (findings["findings"][0]["code"], findings["blocking"] >= 1) == ("PARITY_STALE", True)
        assert (await data(client, "audit_findings", path="src"))["count"] == 0

        # nor are the targets of a Makefile, which a handoff names
        async def commands() -> list[str]:
            checks = (await data(client, "handoff_resolve", id="src/tool/core"))["checks"]
            return [check["command"] for check in checks]

        assert "make test" not in await commands()
        write_tree(root, {"Makefile": "build:\n\ttrue\n"})
        assert "make test" not in await commands()
        write_tree(root, {"Makefile": "build:\n\ttrue\n\ntest:\n\tpytest\n"})
        assert "make test" in await commands()
        # settings are read again as well, and broken ones are a fault until they are repaired
        config = (root / "mkdocs.yml").read_bytes()
        write_tree(root, {"mkdocs.yml": "plugins: ["})
        told = await fault(client, "knowledge_search", {"query": "Engine"})
        assert "mkdocs.yml" in told["message"]
        assert str(root) not in str(told)
        write_tree(root, {"mkdocs.yml": config})
        assert await found("Engine")

    talk(root, conversation)


def test_a_thousand_requests_at_once_are_answered_and_name_one_tree(root: Path) -> None:
    async def conversation(client: Client) -> None:
        async def ask(number: int) -> Any:
            if number % 10 == 0:
                return await client.call_tool("doc_get", {"id": "docs/index.md", "first_line": 1 + number % 50 // 10})
            return await client.call_tool("knowledge_search", {"query": f"engine {number}", "limit": 2})

        answers = await asyncio.gather(*map(ask, range(1000)))
        assert not [answer for answer in answers if answer.is_error]
        assert len({answer.meta["mkdocs-docbridge/snapshot"] for answer in answers}) == 1
        first_lines = [answers[number].structured_content["firstLine"] for number in range(0, 1000, 10)]
        assert first_lines == [1 + number % 50 // 10 for number in range(0, 1000, 10)]

    talk(root, conversation)


def frames(*messages: dict[str, Any]) -> bytes:
    return b"".join(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n" for message in messages)


HELLO = frames(
    {
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    },
    {"method": "notifications/initialized"},
)


def call(number: int, tool: str, **arguments: Any) -> bytes:
    return frames({"id": number, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})


def started(root: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command(root),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        start_new_session=True,
    )


def test_standard_output_carries_protocol_only_whatever_is_sent(root: Path, tmp_path: Path) -> None:
    server = started(root)
    assert server.stdin is not None
    garbage = b'not json\n{"jsonrpc":"2.0"}\n[]\n\xff\xfe\n\n' + b"x" * 100_000 + b"\n"
    sent = HELLO + garbage + call(2, "doc_get", id="../x") + garbage + call(3, "knowledge_search", query="Engine")
    server.stdin.write(sent)
    server.stdin.flush()
    assert server.stdout is not None
    answers = [json.loads(server.stdout.readline()) for _ in range(3)]
    server.stdin.close()
    assert sorted(answer["id"] for answer in answers) == [1, 2, 3]
    assert server.wait(timeout=PATIENCE) == 0
    rest, said = server.stdout.read(), server.stderr.read() if server.stderr else b""
    assert rest == b""
    assert b"Traceback" not in said
    assert str(root).encode() not in said
    server.stdout.close()
    if server.stderr:
        server.stderr.close()


@pytest.mark.parametrize("end", ["both", "reading", "writing"])
def test_a_client_that_dies_amid_calls_ends_the_server_and_all_its_processes(tmp_path: Path, end: str) -> None:
    # more new files than are analysed in one process
    many = {f"src/tool/m{number}.py": f"def f{number}(): ...\n" for number in range(400)}
    root = make_repository(tmp_path, many)
    server = started(root)
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(HELLO)
    server.stdin.flush()
    assert json.loads(server.stdout.readline())["id"] == 1
    server.stdin.write(b"".join(call(number, "knowledge_search", query="Engine") for number in range(2, 40)))
    server.stdin.flush()
    if end in {"both", "writing"}:
        server.stdin.close()
    if end in {"both", "reading"}:
        server.stdout.close()
    try:
        if end == "writing":
            server.stdout.read()
        assert server.wait(timeout=PATIENCE) == 0
        assert_gone(server.pid)
    finally:
        for stream in (server.stdin, server.stdout, server.stderr):
            if stream is not None:
                stream.close()


def assert_gone(group: int) -> None:
    """No process of the group is left, after the moment that its helpers take to see that it ended."""
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("the server left processes behind")


def test_an_interrupt_ends_it_at_once(root: Path) -> None:
    server = started(root)
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(HELLO)
    server.stdin.flush()
    assert json.loads(server.stdout.readline())["id"] == 1
    server.send_signal(signal.SIGINT)
    assert server.wait(timeout=PATIENCE) == 0
    assert server.stderr is not None
    assert b"Traceback" not in server.stderr.read()
    for stream in (server.stdin, server.stdout, server.stderr):
        stream.close()


def test_a_root_that_is_gone_is_a_fault_and_not_the_end(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "tree")

    async def conversation(client: Client) -> None:
        assert (await data(client, "knowledge_search", query="Engine"))["results"]
        root.rename(tmp_path / "away")
        told = await fault(client, "knowledge_search", {"query": "Engine"})
        assert told["code"] == "ROOT_NOT_FOUND"
        assert str(tmp_path) not in str(told)
        (tmp_path / "away").rename(root)
        assert (await data(client, "knowledge_search", query="Engine"))["results"]

    talk(root, conversation)


def test_the_help_has_an_example_and_a_missing_package_is_named() -> None:
    shown = subprocess.run([sys.executable, "-c", SCRIPT, "mcp", "--help"], capture_output=True, text=True, timeout=60)
    assert re.search(r"Example:\n.*\n.*\n.*mcpServers", shown.stdout)
    without = f"import sys; sys.modules['mcp_types'] = None; {SCRIPT}"
    done = subprocess.run([sys.executable, "-c", without, "mcp"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "[MISSING_EXTRA] the MCP SDK is not installed\n    pip install 'mkdocs-docbridge[mcp]'" in done.stderr
