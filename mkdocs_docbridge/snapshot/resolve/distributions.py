"""From the name a Python import uses to the distribution that brings it."""

from __future__ import annotations

import re

_SEPARATORS = re.compile(r"[-_.]+")

# Well-known distributions that are not called as they are imported.
_CALLED_OTHERWISE = {
    "attr": "attrs",
    "bs4": "beautifulsoup4",
    "crypto": "pycryptodome",
    "cv2": "opencv-python",
    "dateutil": "python-dateutil",
    "docx": "python-docx",
    "dotenv": "python-dotenv",
    "fitz": "pymupdf",
    "git": "gitpython",
    "github": "pygithub",
    "jose": "python-jose",
    "jwt": "pyjwt",
    "ldap": "python-ldap",
    "magic": "python-magic",
    "mysqldb": "mysqlclient",
    "openssl": "pyopenssl",
    "pil": "pillow",
    "pkg-resources": "setuptools",
    "pptx": "python-pptx",
    "psycopg2": "psycopg2",
    "serial": "pyserial",
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "slugify": "python-slugify",
    "socks": "pysocks",
    "usb": "pyusb",
    "yaml": "pyyaml",
    "zmq": "pyzmq",
}


def normalized(name: str) -> str:
    """A distribution's name in the form that compares equal (PEP 503)."""
    return _SEPARATORS.sub("-", name).lower()


def distribution_of(module: str, declared: frozenset[str]) -> str:
    """The distribution that ``module`` (dotted) comes from: one that a manifest declares under the module's name
    or the longest start of it, else by a table of the well-known exceptions, else the top name itself."""
    parts = module.split(".")
    for length in range(len(parts), 0, -1):
        name = normalized(".".join(parts[:length]))
        if name in declared:
            return name
    top = normalized(parts[0])
    return _CALLED_OTHERWISE.get(top, top)
