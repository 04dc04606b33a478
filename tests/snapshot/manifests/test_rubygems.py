"""Gemspecs and Gemfiles: their literal parts, and nothing is run."""

from __future__ import annotations

import pytest

from mkdocs_docbridge.snapshot.catalogue import is_manifest
from mkdocs_docbridge.snapshot.facts import Dependency
from mkdocs_docbridge.snapshot.manifests import manifest_facts

GEMSPEC = """\
# frozen_string_literal: true

require_relative "lib/shop/version"
SUMMARY = "Sells things."

Gem::Specification.new do |spec|
  spec.name = "shop".freeze
  spec.version = Shop::VERSION
  spec.summary = SUMMARY
  spec.description = <<~TEXT
    Sells things. And more.
  TEXT
  spec.require_paths = ["lib", "ext"]
  spec.executables = %w[till shop]
  spec.files = `git ls-files`.split("\\n")
  spec.add_dependency "rack", ">= 2"
  if RUBY_VERSION > "3"
    spec.add_runtime_dependency("csv")
  end
  spec.add_development_dependency 'rake'
  spec.add_dependency "rack", "< 4"
end
"""


def test_a_gemspec_is_read() -> None:
    facts = manifest_facts("shop.gemspec", GEMSPEC.encode())
    assert (facts.ecosystem, facts.name, facts.version, facts.description) == (
        "rubygems",
        "shop",
        None,
        "Sells things.",
    )
    assert facts.dependencies == (
        Dependency(name="csv", line=18),
        Dependency(name="rack", line=16),
        Dependency(name="rake", line=20),
    )
    assert (facts.source_roots, facts.scripts, facts.notes) == (("lib", "ext"), ("shop", "till"), ())


@pytest.mark.parametrize(
    ("body", "version"),
    [
        ('s.version = "1.2"', "1.2"),
        ('s.version = Gem::Version.new("1.3")', "1.3"),
        ('V = "1.4"\ns.version = V', "1.4"),
        ("s.version = A::V", None),
        ('s.version = "1.#{x}"', None),
        ('s.version = File.read("VERSION").strip', None),
        ("s.summary = 1", None),
    ],
)
def test_a_version_is_a_literal_of_the_file_or_none(body: str, version: str | None) -> None:
    text = f'Gem::Specification.new do |s|\ns.name = "a"\n{body}\nend\n'
    assert manifest_facts("a.gemspec", text.encode()).version == version


def test_name_and_version_may_stand_in_the_call() -> None:
    facts = manifest_facts("a.gemspec", b'Gem::Specification.new "a", "1.0" do |s|\n  s.summary = "A."\nend\n')
    assert (facts.name, facts.version, facts.description, facts.source_roots) == ("a", "1.0", "A.", ("lib",))


def test_a_description_stands_in_for_a_missing_summary() -> None:
    text = 'Gem::Specification.new do |s|\n  s.name = "a"\n  s.description = <<-D\n    One. Two.\n  D\nend\n'
    assert manifest_facts("a.gemspec", text.encode()).description == "One."


def test_what_only_running_would_tell_is_noted() -> None:
    text = "Gem::Specification.new do |s|\n  s.name = NAME\n  deps.each { |d| s.add_dependency d }\nend\n"
    facts = manifest_facts("a.gemspec", text.encode())
    assert (facts.name, facts.dependencies) == ("", ())
    assert [(note.code, note.line) for note in facts.notes] == [("MANIFEST_MEMBER", 2), ("MANIFEST_MEMBER", 3)]


def test_a_broken_gemspec_gives_what_can_be_read() -> None:
    facts = manifest_facts("a.gemspec", b'Gem::Specification.new do |s|\n  s.name = "a"\n  s.version = )\nend\n')
    assert facts.name == "a"
    assert [note.code for note in facts.notes] == ["PARSE_ERROR"]


def test_a_gemfile_has_dependencies_and_no_package() -> None:
    text = (
        'source "https://gems.example"\ngemspec\ngem "rake"\ngroup :test do\n  gem "rspec", "~> 3"\n  gem name\nend\n'
    )
    facts = manifest_facts("Gemfile", text.encode())
    assert (facts.ecosystem, facts.name) == ("rubygems", "")
    assert facts.dependencies == (Dependency(name="rake", line=3), Dependency(name="rspec", line=5))
    assert [(note.code, note.line) for note in facts.notes] == [("MANIFEST_MEMBER", 6)]


@pytest.mark.parametrize("name", ["a.gemspec", "Gemfile"])
@pytest.mark.parametrize("text", [b"", b"\xff\xfe", b"[" * 50_000, b"%w[" * 5_000, b"s." * 20_000, b"x = " * 9_000])
def test_a_hostile_file_is_read_without_an_exception(name: str, text: bytes) -> None:
    assert manifest_facts(name, text).name == ""


def test_manifests_are_known_by_name() -> None:
    assert [name for name in ("a.gemspec", "x/y-z.gemspec", "Gemfile", "gems.rb") if is_manifest(name)] == [
        "a.gemspec",
        "x/y-z.gemspec",
        "Gemfile",
        "gems.rb",
    ]
    assert not is_manifest("Gemfile.lock")
    assert not is_manifest(".gemspec/a")
