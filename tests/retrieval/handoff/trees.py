"""Small repositories on disk, and what handoffs look things up in."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from mkdocs_docbridge.project import Project
from mkdocs_docbridge.retrieval.handoff import Atlas
from tests.support.trees import write_tree

SHOP: dict[str, str] = {
    "mkdocs.yml": "site_name: Shop\nplugins:\n  - docbridge\n",
    "pyproject.toml": '[project]\nname = "shop"\nversion = "1"\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
    "Makefile": "test:\n\tpytest\nlint:\n\truff check\n",
    "README.md": "# Shop\n\nSells things. See [orders](docs/orders.md).\n",
    "AGENTS.md": "# For agents\n\nBe careful.\n",
    "CHANGELOG.md": "# Changelog\n\n- `src/shop/orders/queue.py` is new, `src/shop/orders/queue.py` is faster.\n",
    "docs/index.md": "# Welcome\n\nStart with [orders](orders.md).\n",
    "docs/orders.md": "# Orders\n\nAn `OrderQueue` keeps orders. It stands in `src/shop/orders/queue.py`.\n",
    "docs/billing.md": "---\ndocbridge:\n  covers: [src/shop/billing]\n---\n\n# Billing\n\nHow money moves.\n",
    "src/shop/__init__.py": '"""A shop."""\n',
    "src/shop/orders/__init__.py": "",
    "src/shop/orders/queue.py": (
        '"""A queue of orders."""\nfrom shop.orders.model import Order\nfrom shop.orders.utils import now\n'
        "from shop.billing.invoice import Invoice\n\nclass OrderQueue:\n    pass\n"
    ),
    "src/shop/orders/model.py": '"""An order."""\nfrom shop.orders.utils import now\n\nclass Order:\n    pass\n',
    "src/shop/orders/utils.py": '"""Odds and ends."""\n\ndef now():\n    pass\n',
    "src/shop/billing/__init__.py": "",
    "src/shop/billing/invoice.py": '"""An invoice."""\nfrom shop.orders.utils import now\n\nclass Invoice:\n    pass\n',
    "tests/conftest.py": "from shop.orders.queue import OrderQueue\n",
    "tests/orders/test_queue.py": "from shop.orders.queue import OrderQueue\n\ndef test_a():\n    pass\n",
    "tests/orders/test_all.py": "from shop.orders.queue import OrderQueue\nfrom shop.orders.model import Order\n",
}
"""A Python package with a site, two areas and their tests."""


def atlas_of(root: Path, files: Mapping[str, str]) -> Atlas:
    """What handoffs look things up in, for ``files`` below ``root``."""
    write_tree(root, files)
    with Project.open(root, root=root) as project:
        return project.atlas
