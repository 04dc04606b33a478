"""Ruby: what one file says of itself."""

from __future__ import annotations

from textwrap import dedent

import pytest

from mkdocs_docbridge.snapshot.facts import ModuleFacts
from mkdocs_docbridge.snapshot.languages.ruby import RubyAnalyzer


def read(text: str, suffix: str = ".rb") -> ModuleFacts:
    return RubyAnalyzer().facts(dedent(text).encode(), suffix)


def shown(facts: ModuleFacts) -> list[str]:
    """Each symbol as ``+`` (exported) or ``-``, kind, name and lines."""
    return [
        f"{'+' if s.exported else '-'} {s.kind} {s.name} {s.line}" + (f"-{s.end_line}" if s.end_line != s.line else "")
        for s in facts.symbols
    ]


def summaries(facts: ModuleFacts) -> dict[str, str]:
    return {s.name: s.summary for s in facts.symbols if s.summary}


def loaded(facts: ModuleFacts) -> list[str]:
    return [f"{raw.kind} {raw.specifier} {raw.line}" for raw in facts.imports]


SHOP = """\
    # frozen_string_literal: true

    class Shop < Base
      LIMIT = 3
      attr_reader :name, :stock
      attr_writer "till"

      def initialize(name, stock: 1)
        @name = name
      end

      def self.open?
        true
      end

      def [](key) = key
      def name=(value); end
      alias title name
      alias_method :label, :name

      protected

      def peek; end

      private

      attr_accessor :secret
      def hide; end
      def self.still_open; end
    end
"""


def test_members_are_called_by_their_class_and_a_dot() -> None:
    assert shown(read(SHOP)) == [
        "+ class Shop 3-30",
        "+ constant Shop.LIMIT 4",
        "+ variable Shop.name 5",
        "+ variable Shop.stock 5",
        "+ variable Shop.till 6",
        "+ method Shop.initialize 8-10",
        "+ method Shop.open? 12-14",
        "+ method Shop.[] 16",
        "+ method Shop.name= 17",
        "+ method Shop.title 18",
        "+ method Shop.label 19",
        "- method Shop.peek 23",
        "- variable Shop.secret 27",
        "- method Shop.hide 28",
        "+ method Shop.still_open 29",
    ]
    facts = read(SHOP)
    assert facts.exports == ("Shop",)
    signatures = {s.name: s.signature for s in facts.symbols}
    assert signatures["Shop"] == "class Shop < Base"
    assert signatures["Shop.initialize"] == "def initialize(name, stock: 1)"
    assert signatures["Shop.open?"] == "def self.open?"
    assert signatures["Shop.stock"] == "attr_reader :stock"


def test_visibility_is_said_in_every_way_the_language_has() -> None:
    facts = read(
        """\
        class A
          private def one; end
          private attr_reader :two
          def three; end
          def four; end
          def five; end
          private :three, *%i[four]
          private
          def six; end
          public def seven; end
          public
          def eight; end
          private_class_method def self.nine; end
          TEN = 1
          private_constant :TEN
          def self.eleven; end
          private_class_method :eleven
          private :five
          public :five
          class << self
            def twelve; end
            private
            def thirteen; end
          end
          def fourteen; end
          alias fifteen six
        end
        module M
          module_function
          def helper; end
        end
        private
        def top; end
        """
    )
    hidden = [s.name.removeprefix("A.") for s in facts.symbols if not s.exported]
    assert hidden == ["one", "two", "three", "four", "six", "nine", "TEN", "eleven", "thirteen", "fifteen"]
    assert facts.exports == ("A", "M", "top")


def test_modules_that_only_hold_a_definition_are_its_namespace() -> None:
    facts = read(
        """\
        require "set"

        module Shop
          autoload :Till, "shop/till"
          class CLI
            module Commands
              # Sells.
              class Sell < Base
                def run; end
              end

              Error = Class.new(StandardError)
            end
          end
        end
        """
    )
    assert facts.namespaces == ("Shop.CLI",)
    assert [s.name for s in facts.symbols] == ["Commands", "Commands.Sell", "Commands.Sell.run", "Commands.Error"]
    assert summaries(facts) == {"Commands.Sell": "Sells."}
    assert summaries(read("module A\n  # Sells.\n  class B; end\nend")) == {"B": "Sells."}


@pytest.mark.parametrize(
    ("text", "namespace", "names"),
    [
        ("module A; module B; class C; end; end; end", "A.B", ["C"]),
        ("module A; class B; end; class C; end; end", "A", ["B", "C"]),
        ("module A; class B; end; X = 1; end", "", ["A", "A.B", "A.X"]),
        ("module A; end; class B; end", "", ["A", "B"]),
        ("module A; end", "", ["A"]),
        ("class A < B; class C; end; end", "", ["A", "A.C"]),
        ("# Says something.\nclass A\nclass C; end\nend", "", ["A", "A.C"]),
        ("class A; class C; end; class D; end; end", "", ["A", "A.C", "A.D"]),
        ("class A::B; end", "", ["A.B"]),
        ("module A::B; class ::C::D; end; end", "A.B", ["C.D"]),
        ("def a; end\nmodule A; class B; end; end", "", ["a", "A", "A.B"]),
        ("module A; class B; end; end\nif x\n  class C; end\nend", "", ["A", "A.B", "C"]),
        ("module A; class B; end; end\nA::X = 1", "", ["A", "A.B", "A.X"]),
        ("module A; class B; end; end\nbegin\n  X ||= 1\nend", "", ["A", "A.B", "X"]),
        ("module A; class B; end; end\nx = 1\nuse A if x", "A", ["B"]),
    ],
)
def test_what_counts_as_a_namespace(text: str, namespace: str, names: list[str]) -> None:
    facts = read(text)
    assert (facts.namespaces, [s.name for s in facts.symbols]) == ((namespace,) if namespace else (), names)


def test_classes_made_by_calls_have_their_fields_and_methods() -> None:
    facts = read(
        """\
        Point = Struct.new(:x, :y, keyword_init: true) do
          def norm; end
        end
        Size = Data.define(:width)
        Error = Class.new(StandardError)
        Help = Module.new do
          def help; end
        end
        class Node < Struct.new(:left); end
        A, B = 1, 2
        C ||= 3
        D::E = 4
        """
    )
    assert [(s.kind, s.name) for s in facts.symbols] == [
        ("class", "Point"),
        ("variable", "Point.x"),
        ("variable", "Point.y"),
        ("method", "Point.norm"),
        ("class", "Size"),
        ("variable", "Size.width"),
        ("class", "Error"),
        ("namespace", "Help"),
        ("method", "Help.help"),
        ("class", "Node"),
        ("variable", "Node.left"),
        ("constant", "A"),
        ("constant", "B"),
        ("constant", "C"),
        ("constant", "D.E"),
    ]
    assert facts.symbols[0].signature == "Point = Struct.new(:x, :y, keyword_init: true)"


def test_a_summary_is_the_first_sentence_above_a_definition() -> None:
    facts = read(
        """\
        # rubocop:disable Style/Documentation

        ##
        # A shop that sells {Thing}. It closes early.
        #
        # @example
        #   Shop.new
        class Shop
          # The name.
          #
          # @return [String]
          attr_reader :name
          LIMIT = 3 # no documentation of what follows
          def plain; end
          # Public: Sells one.
          # rubocop:disable Metrics/AbcSize
          def sell; end
          # @param x [Integer]
          def tagged(x); end
          # Far away.

          def far; end
          # typed: strict
          def directive; end
        end
        =begin
        A block.
        =end
        def block; end
        """
    )
    assert summaries(facts) == {
        "Shop": "A shop that sells Thing.",
        "Shop.name": "The name.",
        "Shop.sell": "Sells one.",
        "block": "A block.",
    }


def test_a_comment_above_the_first_statement_of_any_body_is_of_that_statement() -> None:
    facts = read(
        """\
        class A # :notnew:
          class << self
            # Opens.
            def open; end
          end
          B = Struct.new(:x) do
            # Adds.
            def add; end
          end
          included do
            # Pays.
            def pay; end
          end
        end
        """
    )
    assert summaries(facts) == {"A.open": "Opens.", "A.B.add": "Adds.", "A.pay": "Pays."}


def test_comments_hide_what_is_no_public_documentation() -> None:
    facts = read(
        """\
        class A # :nodoc: all
          def a; end
        end
        class B
          def b; end # :nodoc:
          # @api private
          def c; end
          # Does it.
          # @private
          def d; end
          # :nodoc:
          def e; end
          def f; end
        end
        """
    )
    assert [s.name for s in facts.symbols if s.exported] == ["B", "B.f"]


@pytest.mark.parametrize(
    ("text", "docstring"),
    [
        ("# frozen_string_literal: true\n\n# Sells things.\n\nclass A; end", "Sells things."),
        ("# Copyright (c) someone\n\n# Sells.\n\nrequire 'a'", "Sells."),
        ("# About A.\nclass A; end", ""),
        ("# About all.\nmodule A\n  class B; end\nend", "About all."),
        ("module A\n  # About B.\n  module B\n    class C; end\n  end\nend", "About B."),
        ("# What it needs.\nrequire 'a'\nclass A; end", "What it needs."),
        ("# -*- coding: utf-8 -*-\n# encoding: utf-8\nclass A; end", ""),
    ],
)
def test_the_docstring_is_the_comment_that_speaks_of_the_file(text: str, docstring: str) -> None:
    assert read(text).docstring == docstring


def test_files_are_loaded_in_each_way() -> None:
    facts = read(
        """\
        require "a/b"
        require('c') if x
        require_relative "../d"
        load "tasks/e.rake"
        autoload :F, "f/g"
        Kernel.require "h"
        def f
          require 'i'
        end
        begin
          require "j"
        rescue LoadError
        end
        """
    )
    assert loaded(facts) == [
        "require a/b 1",
        "require c 2",
        "import ../d 3",
        "include tasks/e.rake 4",
        "dynamic f/g 5",
        "require h 6",
        "require i 8",
        "require j 11",
    ]
    assert [name.name for name in facts.imports[4].names] == ["F"]


@pytest.mark.parametrize(
    ("argument", "specifier"),
    [
        ('File.expand_path("../x", __FILE__)', "x"),
        ('File.expand_path("../../lib/x", __FILE__)', "../lib/x"),
        ('File.expand_path("../lib/x", __dir__)', "../lib/x"),
        ('File.expand_path("x", File.dirname(__FILE__))', "x"),
        ('File.join(__dir__, "a", "b")', "a/b"),
        ('File.join(File.dirname(__FILE__), "..", "b")', "../b"),
        ('File.dirname(__FILE__) + "/x"', "x"),
        ('__dir__ + "/x"', "x"),
        ('"#{__dir__}/x"', "x"),
        ('"#{File.dirname(__FILE__)}/../x"', "../x"),
    ],
)
def test_a_path_made_from_the_files_own_is_relative_to_it(argument: str, specifier: str) -> None:
    assert loaded(read(f"require {argument}\n")) == [f"import {specifier} 1"]


@pytest.mark.parametrize(
    "argument",
    ["name", '"a/#{b}"', 'File.join(root, "a")', '"#{root}/a"', "File.expand_path(__FILE__)", "__dir__", '"a" + b'],
)
def test_a_path_that_only_running_would_tell_is_noted(argument: str) -> None:
    facts = read(f"x = 1\nrequire {argument}\n")
    assert facts.imports == ()
    assert [(note.code, note.line) for note in facts.notes] == [("DYNAMIC_IMPORT", 2)]


def test_calls_that_load_nothing_are_no_imports() -> None:
    facts = read(
        """\
        params.require(:user)
        YAML.load("a.yml")
        {require: "x", :load => "y"}
        # require "in_a_comment"
        x = 'require "in_a_string"'
        text = <<~END
          require "in_a_heredoc"
        END
        unrequire "a"
        """
    )
    assert (facts.imports, facts.notes) == ((), ())
    assert read('class A\n  def load(x); end\n  def y = load("a")\nend\n').imports == ()


@pytest.mark.parametrize(
    ("text", "test"),
    [
        ('RSpec.describe "x" do\nend', True),
        ("module A\n  describe B do\n  end\nend", True),
        ("class ATest < ActiveSupport::TestCase; end", True),
        ("module A\n  class B < Minitest::Test; end\nend", True),
        ('require "spec_helper"', True),
        ('require_relative "test_helper"', True),
        ('describe "no block"', False),
        ("class A < B; end", False),
    ],
)
def test_a_test_shows_itself(text: str, test: bool) -> None:
    assert read(text).test is test


def test_a_generated_file_says_so() -> None:
    assert read("# This file is auto-generated from the database.\nclass A; end").generated
    assert not read("# This generates code.\nclass A; end").generated


def test_a_broken_file_gives_what_stands_around_the_fault() -> None:
    facts = read("class A\n  def a; end\nend\n\ndef )(\n\nclass B\n  def b; end\nend\n")
    assert [note.code for note in facts.notes] == ["PARSE_ERROR"]
    assert "A.a" in {s.name for s in facts.symbols}


def test_words_are_counted_without_keywords() -> None:
    terms = read("def sell(thing)\n  # sells\n  return thing unless nil\nend\n").terms
    assert terms == {"sell": 1, "thing": 2, "sells": 1}


def test_concerns_and_conditions_are_looked_into() -> None:
    facts = read(
        """\
        module Paid
          included do
            def pay; end
          end
          class_methods do
            def free; end
          end
          if RUBY_VERSION > "3"
            def new_way; end
          else
            def old_way; end
          end
        end
        """,
        ".rake",
    )
    assert [s.name for s in facts.symbols] == ["Paid", "Paid.pay", "Paid.free", "Paid.new_way", "Paid.old_way"]


@pytest.mark.parametrize("text", ["=begin\n", "%w["])
def test_a_file_that_its_grammar_reads_over_and_over_is_given_up(text: str) -> None:
    facts = read(text * 10_000)
    assert [(note.code, note.status) for note in facts.notes] == [("PARSE_ABANDONED", "not-analyzed")]
    assert read(text * 20).notes[0].code == "PARSE_ERROR"
