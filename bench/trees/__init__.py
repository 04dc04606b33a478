"""Synthetic repositories: planned from a seed, written file by file, committed to git."""

from .write import Tree, tree_hash, write_tree

__all__ = ["Tree", "tree_hash", "write_tree"]
