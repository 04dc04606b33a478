"""Where Ruby's loads lead."""

from __future__ import annotations

import pytest

from mkdocs_docbridge.snapshot.resolve import dotted_name, find_name

from .world import targets, universe

GEM = {
    "shop.gemspec": 'Gem::Specification.new do |s|\n  s.name = "shop"\n  s.add_dependency "unicode-display_width"\nend',
    "Gemfile": 'gem "activesupport"\ngem "json"\n',
    "lib/shop.rb": "module Shop\n  def self.open; end\nend\n",
    "lib/shop/till.rb": "module Shop\n  class Till\n    def initialize; end\n    def sell(x); end\n  end\nend\n",
    "lib/shop/fast_till.rb": "module Shop\n  class FastTill < Till; end\nend\n",
    "ext/shop/native/extconf.rb": "",
    "spec/spec_helper.rb": "",
    "spec/support/world.rb": "",
}


def led(text: str, path: str = "lib/shop/a.rb", **more: str) -> list[str]:
    return [target.removeprefix("imports → ") for target in targets({**GEM, path: text, **more}, path)]


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ('require_relative "till"', "lib/shop/till.rb"),
        ('require_relative "../shop.rb"', "lib/shop.rb"),
        ('require File.expand_path("../till", __FILE__)', "lib/shop/till.rb"),
        ('require "shop/till"', "lib/shop/till.rb"),
        ('require "./lib/shop"', "lib/shop.rb"),
        ('load "lib/shop/till.rb"', "lib/shop/till.rb"),
        ('load "till.rb"', "lib/shop/till.rb"),
        ('require "shop/native"', "ext/shop/native/extconf.rb"),
        ('require "shop/native.so"', "ext/shop/native/extconf.rb"),
        ('require "unicode/display_width"', "rubygems:unicode-display_width"),
        ('require "active_support/core_ext"', "rubygems:activesupport"),
        ('require "action_controller"', "rubygems:actionpack"),
        ('require "json"', "rubygems:json"),
        ('require "net/http"', "ruby-std:net"),
        ('require "English"', "ruby-std:English"),
        ('require "nokogiri/xml"', "rubygems:nokogiri"),
    ],
)
def test_each_way_of_loading_leads_somewhere(text: str, target: str) -> None:
    assert led(text) == [target]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('require_relative "nothing"', "lib/shop/nothing.rb is no file of the repository"),
        ('require_relative "../../../x"', "it leaves the repository"),
        ('require "shop/nothing"', "lib/shop/nothing.rb is no file of the repository"),
        ('load "/etc/x.rb"', "it is a path of one machine"),
        ('require "./x"', "no folder above the file has it"),
    ],
)
def test_what_leads_nowhere_says_why(text: str, reason: str) -> None:
    assert led(text) == [f"unresolved:{reason}"]


def test_an_autoload_takes_its_constant() -> None:
    assert targets({**GEM, "lib/a.rb": 'autoload :Till, "shop/till"'}, "lib/a.rb") == [
        "imports Till → lib/shop/till.rb"
    ]


def test_tests_load_from_their_own_folder_too() -> None:
    assert led('require "spec_helper"', "spec/shop/till_spec.rb") == ["spec/spec_helper.rb"]
    assert led('require "support/world"', "spec/shop/till_spec.rb") == ["spec/support/world.rb"]
    assert led('require "shop/till"', "spec/shop/till_spec.rb") == ["lib/shop/till.rb"]
    assert led('require "spec_helper"', "lib/a.rb") == ["rubygems:spec_helper"]


def test_a_file_never_loads_itself() -> None:
    assert led('require "json"', "lib/json.rb") == ["rubygems:json"]


def test_gems_of_one_repository_load_each_other() -> None:
    files = {
        "core/core.gemspec": 'Gem::Specification.new("core") { |s| s.require_paths = %w[src] }',
        "core/src/core.rb": "",
        "web/web.gemspec": 'Gem::Specification.new("web") { |s| s.add_dependency "core" }',
        "web/lib/web.rb": 'require "core"\nrequire "core/gone"',
        "web/spec/fixtures/fake/fake.gemspec": 'Gem::Specification.new("fake")',
        "web/spec/fixtures/fake/lib/rack.rb": "",
    }
    assert targets(files, "web/lib/web.rb") == [
        "imports → core/src/core.rb",
        "imports → unresolved:core/src/core/gone.rb is no file of the repository",
    ]
    assert targets({**files, "web/lib/x.rb": 'require "rack"'}, "web/lib/x.rb") == ["imports → rubygems:rack"]


@pytest.mark.parametrize(
    ("dotted", "found"),
    [
        ("Shop.Till.sell", ("lib/shop/till.rb", "Till.sell")),
        ("Shop.Till", ("lib/shop/till.rb", "Till")),
        ("Shop.Till.new", ("lib/shop/till.rb", "Till.initialize")),
        ("Shop", ("lib/shop.rb", "Shop")),
        ("Shop.open", ("lib/shop.rb", "Shop.open")),
        ("Till.sell", ("lib/shop/till.rb", "Till.sell")),
        ("till.sell", None),
        ("Shop.Nothing", None),
        ("sell", None),
    ],
)
def test_a_dotted_name_is_found_whole_or_by_its_end(dotted: str, found: tuple[str, str] | None) -> None:
    assert find_name(dotted, universe(GEM)) == found


def test_of_several_files_that_open_a_class_the_one_named_after_it_is_meant() -> None:
    files = {
        "lib/a/big_class.rb": "module A\n  class BigClass\n    def x; end\n  end\nend",
        "lib/a/patches.rb": "module A\n  class BigClass\n    def x; end\n    def y; end\n  end\nend",
        "spec/a_spec.rb": 'describe "a" do\nend\nclass A::BigClass\n  def z; end\nend',
    }
    world = universe(files)
    assert find_name("A.BigClass", world) == ("lib/a/big_class.rb", "BigClass")
    assert find_name("A.BigClass.x", world) == ("lib/a/big_class.rb", "BigClass.x")
    assert find_name("A.BigClass.y", world) == ("lib/a/patches.rb", "BigClass.y")
    assert find_name("A.BigClass.z", world) is None
    del files["lib/a/big_class.rb"]
    files["lib/b.rb"] = files["lib/a/patches.rb"]
    assert find_name("A.BigClass", universe(files)) is None


def test_a_file_is_called_by_the_constant_it_is_for() -> None:
    world = universe({**GEM, "lib/two.rb": "class One; end\nclass Two; end", "lib/tasks.rb": "def a; end"})
    assert dotted_name("lib/shop/till.rb", world) == "Shop.Till"
    assert dotted_name("lib/two.rb", world) == "Two"
    assert dotted_name("lib/tasks.rb", world) is None
