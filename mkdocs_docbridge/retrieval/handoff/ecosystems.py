"""Checks of code in other languages than Python: what their build tools run for one package of the repository."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from mkdocs_docbridge.paths import parent
from mkdocs_docbridge.snapshot.facts import ManifestFacts
from mkdocs_docbridge.snapshot.model import Package

from .atlas import ROOT, Atlas, below
from .model import Check
from .target import Target
from .tools import LINT, TESTS, Found, argument, relative, through

_LOCKS = {"pnpm-lock.yaml": "pnpm", "yarn.lock": "yarn", "bun.lock": "bun", "bun.lockb": "bun",
          "package-lock.json": "npm", "npm-shrinkwrap.json": "npm"}  # fmt: skip
_TEST_PROJECT = re.compile(r"Tests?$|(?:^|[._-])tests?$")
_FILTERED: Mapping[str, str] = {
    "pnpm": "pnpm --filter {name} {script}",
    "yarn": "yarn workspace {name} {script}",
    "npm": "npm run {script} --workspace {name}",
    "bun": "bun run --filter {name} {script}",
}


def javascript_checks(atlas: Atlas, target: Target) -> Found:
    """The tests of the nearest ``package.json`` that has any, and what it has to look at style and types."""
    tests = scripts_of(atlas, target.path, TESTS, "it runs the tests")
    if tests is None:
        front = through(atlas, target.path)
        return front if front.checks else Found(note=f"no package.json at or above {target.path} has a test script")
    (check,) = tests.checks
    looks = []
    for name in LINT:
        found = scripts_of(atlas, target.path, (name,), "it looks at style or types")
        looks += [item for item in (found.checks if found is not None else ()) if item.source == check.source]
    return Found((check, *looks), tests.note)


def scripts_of(atlas: Atlas, path: str, names: Collection[str], reason: str) -> Found | None:
    """The first script by one of ``names`` of the nearest ``package.json`` that has any, as the package manager runs
    it: that of a workspace's member from the workspace's folder."""
    for folder in atlas.above(path):
        source = below(folder, "package.json")
        facts = atlas.manifests.get(source)
        script = next((name for name in names if facts is not None and name in facts.scripts), None)
        if facts is not None and script is not None:
            manager, note = _manager(atlas, path)
            root = _workspace(atlas, folder)
            command = _script(manager, script, facts if root != folder else None)
            return Found((Check(command=command, folder=root, why=reason, source=source),), note)
    return None


def _script(manager: str, script: str, member: ManifestFacts | None) -> str:
    if member is not None and member.name:
        return _FILTERED[manager].format(name=argument(member.name), script=script)
    return f"{manager} test" if script == "test" and manager != "bun" else f"{manager} run {script}"


def _manager(atlas: Atlas, path: str) -> tuple[str, str | None]:
    """The package manager of the nearest folder that says one, and what is not clear about it."""
    for folder in atlas.above(path):
        asked = atlas.manifests.get(below(folder, "package.json"))
        if asked is not None and asked.manager in _FILTERED:
            return asked.manager, None
        locks = [path.rpartition("/")[2] for path in atlas.files_in(folder, _LOCKS)]
        managers = list(dict.fromkeys(_LOCKS[lock] for lock in locks))
        if len(managers) > 1:
            return managers[0], f"ambiguous: {' and '.join(locks)} stand side by side, of {len(managers)} managers"
        if managers:
            return managers[0], None
    return "npm", None


def _workspace(atlas: Atlas, folder: str) -> str:
    """The folder of the workspace that ``folder`` is a member of, itself without one."""
    for above in atlas.above(folder)[1:]:
        if any(facts.ecosystem == "npm" and facts.workspaces for _, facts in atlas.manifests_in(above)):
            return above
    return folder


def cargo_checks(atlas: Atlas, target: Target) -> Found:
    """The tests of the crate, in its workspace."""
    folder = _folder_with(atlas, target.path, "Cargo.toml", named=True)
    if folder is None:
        return through(atlas, target.path)
    source = below(folder, "Cargo.toml")
    spaces = (f for f in atlas.above(folder) if (m := atlas.manifests.get(below(f, "Cargo.toml"))) and m.workspaces)
    root = next(spaces, folder)
    alone = not atlas.manifests[below(root, "Cargo.toml")].workspaces
    command = "cargo test" if alone else f"cargo test -p {argument(atlas.manifests[source].name)}"
    checks = [Check(command=command, folder=root, why="it tests the crate", source=source)]
    inside = relative(target.path, folder)
    if target.kind == "module" and parent(inside) == "tests":
        name = inside.removeprefix("tests/").removesuffix(".rs")
        # Cargo makes a program of each file there
        checks.insert(
            0, Check(command=f"{command} --test {argument(name)}", folder=root, why="it is a test", source=target.path)
        )
    front = through(atlas, target.path)
    return Found((*checks, *front.checks), front.note)


def go_checks(atlas: Atlas, target: Target) -> Found:
    """The tests of the Go package and, for a folder, of those below it."""
    folder = _folder_with(atlas, target.path, "go.mod")
    if folder is None:
        return through(atlas, target.path)
    place = target.path if target.path in atlas.folders else parent(target.path) or ROOT
    inside = relative(place, folder)
    pattern = ("." if inside == ROOT else f"./{inside}") + ("/..." if place == target.path else "")
    narrow = Check(
        command=f"go test {argument(pattern)}",
        folder=folder,
        why="it tests the package",
        source=below(folder, "go.mod"),
    )
    front = through(atlas, target.path)
    return Found((narrow, *front.checks), front.note)


def jvm_checks(atlas: Atlas, target: Target) -> Found:
    """Maven's or Gradle's tests of the project; both, and a note, where both build it."""
    for folder in atlas.above(target.path):
        found = [check for check in (_maven(atlas, folder), _gradle(atlas, folder)) if check is not None]
        if len(found) > 1:
            return Found(tuple(found), "ambiguous: Maven and Gradle both build it")
        if found:
            return Found(tuple(found))
    return through(atlas, target.path)


def _maven(atlas: Atlas, folder: str) -> Check | None:
    source = below(folder, "pom.xml")
    if source not in atlas.files:
        return None
    above = [place for place in atlas.above(folder) if below(place, "pom.xml") in atlas.files]
    root = above[-1]
    wrapper = "./mvnw" if below(root, "mvnw") in atlas.files else "mvn"
    project = "" if root == folder else f" -pl {argument(relative(folder, root))} -am"
    return Check(command=f"{wrapper}{project} test", folder=root, why="it tests the project", source=source)


def _gradle(atlas: Atlas, folder: str) -> Check | None:
    source = next(atlas.files_in(folder, ("build.gradle.kts", "build.gradle")), None)
    if source is None:
        return None
    settings = atlas.nearest(folder, "settings.gradle.kts", "settings.gradle")
    root = (parent(settings) or ROOT) if settings is not None else folder
    wrapper = "./gradlew" if below(root, "gradlew") in atlas.files else "gradle"
    task = "test" if root == folder else f":{relative(folder, root).replace('/', ':')}:test"
    return Check(command=f"{wrapper} {argument(task)}", folder=root, why="it tests the project", source=source)


def dotnet_checks(atlas: Atlas, target: Target) -> Found:
    """The test projects that depend on the project, else the project's own tests."""
    package = _package(atlas, target)
    if package is None:
        return through(atlas, target.path)
    users = {relation.source for relation in atlas.inbound.get(package.id, ()) if relation.kind == "depends-on"}
    near = [entity for key in sorted({package.id, *users}) if isinstance(entity := atlas.entities.get(key), Package)]
    manifests = [entity.manifest for entity in near if _TEST_PROJECT.search(entity.name)]
    return Found(
        tuple(
            Check(command=f"dotnet test {argument(path)}", folder=ROOT, why="it tests the project", source=path)
            for path in manifests
        ),
        None if manifests else f"no test project depends on {package.name}",
    )


def _package(atlas: Atlas, target: Target) -> Package | None:
    entry = target.entry
    entity = atlas.entities.get((entry.graph.package_id or entry.id) if entry is not None else "")
    return entity if isinstance(entity, Package) else None


def php_checks(atlas: Atlas, target: Target) -> Found:
    """Composer's test script, else PHPUnit where it is configured."""
    front = through(atlas, target.path)
    unit = atlas.nearest(target.path, "phpunit.xml", "phpunit.xml.dist", "phpunit.dist.xml")
    if front.checks or unit is None:
        return front
    folder = parent(unit) or ROOT
    return Found((Check(command="vendor/bin/phpunit", folder=folder, why="it runs the tests", source=unit),))


def ruby_checks(atlas: Atlas, target: Target) -> Found:
    """RSpec where there are specs, and what Rake does by default."""
    gemfile = atlas.nearest(target.path, "Gemfile", "gems.rb")
    folder = (parent(gemfile) if gemfile else "") or ROOT
    prefix = "bundle exec " if gemfile else ""
    checks = []
    if below(folder, "spec") in atlas.folders:
        source = next(atlas.files_in(folder, (".rspec", "spec/spec_helper.rb")), gemfile)
        if source is not None:
            checks.append(Check(command=f"{prefix}rspec", folder=folder, why="it runs the specs", source=source))
    rake = next(atlas.files_in(folder, ("Rakefile", "rakefile", "Rakefile.rb")), None)
    if rake is not None:
        checks.append(Check(command=f"{prefix}rake", folder=folder, why="Rake's default task", source=rake))
    return Found(tuple(checks)) if checks else through(atlas, target.path)


def _folder_with(atlas: Atlas, path: str, name: str, *, named: bool = False) -> str | None:
    """The nearest folder with a manifest of this file name, if ``named`` one that declares a package."""
    for folder in atlas.above(path):
        facts = atlas.manifests.get(below(folder, name))
        if facts is not None and (facts.name or not named):
            return folder
    return None
