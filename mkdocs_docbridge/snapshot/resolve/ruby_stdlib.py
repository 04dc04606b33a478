"""What comes with Ruby, 2.7 to 3.4, by the first part of the path that loads it.

Written out because it differs between versions: a library that became a gem of its own is still found without being
declared by most of the code that loads it. Gems that are only bundled (``rake``, ``minitest``) are left out.
"""

from __future__ import annotations

_RUBY_STDLIB_TEXT = """
    English abbrev base64 benchmark bigdecimal bundler cgi cmath continuation coverage csv date date_core dbm debug
    delegate did_you_mean digest drb e2mmap enumerator erb error_highlight etc expect fcntl fiber fiddle fileutils
    find forwardable gdbm getoptlong io ipaddr irb json kconv logger matrix mkmf monitor mutex_m net nkf objspace
    observer open-uri open3 openssl optionparser optparse ostruct pathname pp prettyprint prime prism profile
    profiler pstore psych pty racc random rational rbconfig rdoc readline reline resolv resolv-replace rexml rinda
    ripper rss ruby2_keywords rubygems scanf sdbm securerandom set shell shellwords singleton socket sorted_set
    stringio strscan sync syntax_suggest syslog tempfile thread thwait time timeout tmpdir tracer tsort un
    unicode_normalize uri weakref win32 win32ole xmlrpc yaml zlib
"""
RUBY_STDLIB = frozenset(_RUBY_STDLIB_TEXT.split())
