"""mkdocs-docbridge makes a documentation site know its repository."""

__version__ = "0.1.0"
