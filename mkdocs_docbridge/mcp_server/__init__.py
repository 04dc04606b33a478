"""The MCP server: an agent's questions about one repository, answered over stdio. Needs the extra ``mcp``."""

from .server import serve

__all__ = ["serve"]
