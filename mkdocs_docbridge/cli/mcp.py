"""``docbridge mcp``: the server that agents ask."""

from __future__ import annotations

import click

from .options import Opened, place_options


@click.command()
@place_options
def mcp(opened: Opened) -> None:
    """Answer agents over the Model Context Protocol, on standard input and output.

    An agent's host starts it; every tool reads and none writes. Each call is answered from the tree as it is then.
    Needs: pip install 'mkdocs-docbridge[mcp]'

    \b
    Example:
      docbridge mcp --root /path/to/repository
      # in the host's configuration:
      {"mcpServers": {"docbridge": {"command": "docbridge", "args": ["mcp", "--root", "/path/to/repository"]}}}
    """
    from mkdocs_docbridge.mcp_server import serve

    serve(opened.place)
