"""A tiny project on which the whole loop can be seen: a page, a claim, a region, and a change that the page missed."""

from __future__ import annotations

from dataclasses import dataclass

from mkdocs_docbridge.artifacts import encode, seal
from mkdocs_docbridge.parity.model import Claim, PackageField, PublicClaims

_CLAIM = Claim(
    claim_id="current-version",
    statement="The home page names the version that is released.",
    owner="order-team",
    value_type="semver",
    template="The current version is {value}.",
    evidence=PackageField(path="pyproject.toml", field="project.version"),
    required=("docs/index.md",),
    severity="error",
    remediation="Name the version of pyproject.toml.",
)
_PYPROJECT = '[project]\nname = "shop"\nversion = "1.0.0"\ndescription = "Takes orders."\n\n[tool.pytest.ini_options]\n'
_ORDERS = '''\
"""Takes orders and queues them."""

from shop import mail


def queue_order(number: int) -> None:
    """Puts an order into the queue and tells the customer."""
    mail.send_receipt(number)
'''
_CANCEL = '''

def cancel_order(number: int) -> None:
    """Takes an order out of the queue."""
'''


@dataclass(frozen=True)
class Scene:
    """One part of the demonstration: words, what is done to files (path, what goes, what comes; all of a file where
    nothing goes), and the command that is run then."""

    says: str
    command: tuple[str, ...]
    edits: tuple[tuple[str, str, str], ...] = ()


def scenes() -> tuple[Scene, ...]:
    """The demonstration, in order. The last command of all ends well, the one before the repair with 1."""
    project = tuple((path, "", text) for path, text in _project().items())
    moved = (
        ("pyproject.toml", '"1.0.0"', '"1.1.0"'),
        ("src/shop/orders/__init__.py", "send_receipt(number)\n", f"send_receipt(number)\n{_CANCEL}"),
    )
    return (
        Scene("A shop: two areas of code, a page, an owner, and one public claim.", ("scan", "--text"), project),
        Scene("Ask in your own words.", ("search", "where is an order queued", "--limit", "3")),
        Scene("Where does a change of the orders start, and what proves it?", ("handoff", "src/shop/orders")),
        Scene("The page has a generated region that is still empty. Write it.", ("sync", "--diff")),
        Scene("", ("sync",)),
        Scene("Everything that the pages say is true.", ("check",)),
        Scene("Now the code moves on: a new version, a new function. Nobody touches the page.", ("check",), moved),
        Scene("The page is wrong, and a build would fail. This patch repairs the sentence.", ("parity", "--diff")),
        Scene("Apply it; the region writes itself.", ("sync",), (("docs/index.md", "is 1.0.0", "is 1.1.0"),)),
        Scene("", ("check",)),
    )  # fmt: skip


def _project() -> dict[str, str]:
    return {
        "mkdocs.yml": "site_name: Shop\nplugins:\n  - search\n  - docbridge\n",
        "pyproject.toml": _PYPROJECT,
        "CODEOWNERS": "/src/shop/orders/ @order-team\n",
        "src/shop/__init__.py": '"""A shop."""\n',
        "src/shop/orders/__init__.py": _ORDERS,
        "src/shop/mail/__init__.py": '"""Writes to customers."""\n\n\ndef send_receipt(number: int) -> None: ...\n',
        "tests/test_orders.py": "from shop import orders\n\n\ndef test_queue() -> None:\n    orders.queue_order(1)\n",
        "docs/index.md": (
            "# Shop\n\nThe current version is 1.0.0.\n\nOrders are queued by `queue_order`.\n\n"
            "<!-- doc-bridge:generated source=area:src/shop/orders -->\n<!-- /doc-bridge:generated -->\n"
        ),
        "claims/public-claims-v1.json": _registry(),
    }


def _registry() -> str:
    return encode(seal(PublicClaims(registry_version="v1", claims=(_CLAIM,)))).decode()
