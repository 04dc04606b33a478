"""From the namespace of a PHP class to the package outside the repository that brings it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from mkdocs_docbridge.snapshot.tags import NO_AREA, path_tags

from .universe import Universe

_SEPARATORS = re.compile(r"[^a-z0-9]")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")

# Packages whose names do not follow from their namespaces.
_CALLED_OTHERWISE = {
    "Carbon": "nesbot/carbon",
    "Composer\\Spdx": "composer/spdx-licenses",
    "Doctrine\\Bundle\\DoctrineBundle": "doctrine/doctrine-bundle",
    "Doctrine\\Common\\Annotations": "doctrine/annotations",
    "Doctrine\\Common\\Collections": "doctrine/collections",
    "Faker": "fakerphp/faker",
    "FastRoute": "nikic/fast-route",
    "GuzzleHttp": "guzzlehttp/guzzle",
    "GuzzleHttp\\Promise": "guzzlehttp/promises",
    "GuzzleHttp\\Psr7": "guzzlehttp/psr7",
    "JsonSchema": "justinrainbow/json-schema",
    "Mockery": "mockery/mockery",
    "Monolog": "monolog/monolog",
    "PHPStan": "phpstan/phpstan",
    "PHPUnit": "phpunit/phpunit",
    "PHP_CodeSniffer": "squizlabs/php_codesniffer",
    "PhpParser": "nikic/php-parser",
    "Prophecy": "phpspec/prophecy",
    "Prophecy\\PhpUnit": "phpspec/prophecy-phpunit",
    "Psalm": "vimeo/psalm",
    "Psr\\EventDispatcher": "psr/event-dispatcher",
    "Psr\\Http\\Client": "psr/http-client",
    "Psr\\Http\\Message": "psr/http-message",
    "Psr\\Http\\Message\\RequestFactoryInterface": "psr/http-factory",
    "Psr\\Http\\Message\\ResponseFactoryInterface": "psr/http-factory",
    "Psr\\Http\\Message\\ServerRequestFactoryInterface": "psr/http-factory",
    "Psr\\Http\\Message\\StreamFactoryInterface": "psr/http-factory",
    "Psr\\Http\\Message\\UploadedFileFactoryInterface": "psr/http-factory",
    "Psr\\Http\\Message\\UriFactoryInterface": "psr/http-factory",
    "Psr\\Http\\Server\\MiddlewareInterface": "psr/http-server-middleware",
    "Psr\\Http\\Server\\RequestHandlerInterface": "psr/http-server-handler",
    "Psr\\SimpleCache": "psr/simple-cache",
    "Rector": "rector/rector",
    "Symfony\\Bridge\\PhpUnit": "symfony/phpunit-bridge",
    "Twig": "twig/twig",
}


class PhpPackages:
    """The packages that the manifests of a repository name."""

    def __init__(self, universe: Universe) -> None:
        manifests = [
            facts
            for path, facts in sorted(universe.manifests.items())
            if facts.ecosystem == "packagist" and not NO_AREA & set(path_tags(path))
        ]
        own = {facts.name for facts in manifests}
        locked: dict[str, set[str]] = defaultdict(set)
        for facts in manifests:
            # Of a lock file the entries are namespaces; a composer.json has files there.
            for prefix, name in facts.entries if not facts.name else ():
                locked[prefix.strip("\\")].add(name)
        # A namespace that several packages share (extensions of PHPStan) tells nothing.
        self._locked = {start: min(names) for start, names in locked.items() if len(names) == 1 and not names & own}
        self._names = {dependency.name.lower() for facts in manifests for dependency in facts.dependencies} - own
        self._declared: dict[str, str] = {}
        for name in sorted(self._names):
            for key in _keys(name):
                self._declared.setdefault(key, name)

    def known(self, name: str) -> tuple[str, int] | None:
        """(package, number of leading parts of ``name`` that say so) for a class of a package that a manifest names:
        by the namespaces in a lock file, by its own name, or by the well-known names."""
        for length, start in _starts(name):
            for package in (self._locked.get(start), self._named(start)):
                if package is not None:
                    return package, length
        return None

    def _named(self, start: str) -> str | None:
        package = self._declared.get(_comparable(start)) or _CALLED_OTHERWISE.get(start) or _of_framework(start)
        return package if package in self._names else None

    def guess(self, name: str) -> str:
        """The package that a class most likely comes from when no manifest says so; of an unknown vendor only its
        name is known."""
        for _, start in _starts(name):
            package = _CALLED_OTHERWISE.get(start) or _of_framework(start)
            if package is not None:
                return package
        vendor = name.split("\\")[0].lower()
        ours = sorted(package for package in self._names if package.startswith(f"{vendor}/"))
        return ours[0] if len(ours) == 1 else vendor

    def is_known_vendor(self, name: str) -> bool:
        """Whether the name of a class without namespace is that of a package (``use Mockery``)."""
        return self.known(name) is not None or name in _CALLED_OTHERWISE


def _starts(name: str) -> Iterator[tuple[int, str]]:
    """The namespaces around a class and its own name, longest first."""
    parts = name.split("\\")
    for length in range(len(parts), 0, -1):
        yield length, "\\".join(parts[:length])


def _comparable(name: str) -> str:
    return _SEPARATORS.sub("", name.lower())


def _keys(package: str) -> Iterator[str]:
    """What the namespaces of a package may be, without separators: ``psrlog``; ``twig`` for ``twig/twig``."""
    vendor, _, name = package.partition("/")
    yield _comparable(package)
    if _comparable(vendor) == _comparable(name):
        yield _comparable(name)


def _of_framework(start: str) -> str | None:
    """The component that a namespace of Symfony's or Laravel's is called after."""
    parts = start.split("\\")
    if parts[0] == "Illuminate" and len(parts) == 2:
        return f"illuminate/{_kebab(parts[1])}"
    if parts[0] != "Symfony" or len(parts) != 3:
        return None
    ending = {"Bridge": "-bridge", "Contracts": "-contracts", "Component": "", "Bundle": ""}.get(parts[1])
    return None if ending is None else f"symfony/{_kebab(parts[2])}{ending}"


def _kebab(name: str) -> str:
    return _HUMP.sub("-", name).lower()
