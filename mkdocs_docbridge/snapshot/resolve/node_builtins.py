"""The modules that Node brings with it, by their names without ``node:``."""

from __future__ import annotations

_NODE_BUILTINS_TEXT = """
    assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns
    domain events fs http http2 https inspector module net os path perf_hooks process punycode querystring
    readline repl stream string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib
"""
NODE_BUILTINS = frozenset(_NODE_BUILTINS_TEXT.split())
