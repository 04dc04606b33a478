"""Where C#'s usings lead."""

from __future__ import annotations

import pytest

from mkdocs_docbridge.snapshot.resolve import dotted_name, find_name

from .world import targets, universe

CSPROJ = """\
<Project><ItemGroup><PackageReference Include="Bank.Api" /><PackageReference Include="xunit" />
<PackageReference Include="Microsoft.Extensions.Logging" /></ItemGroup></Project>
"""


def test_a_using_leads_to_the_modules_of_the_namespace_that_the_file_names() -> None:
    files = {
        "src/Cart.cs": "namespace Shop.Core;\npublic class Cart { }\npublic class Basket { }\n",
        "src/Coin.cs": "namespace Shop.Core { public struct Coin { } }",
        "src/Note.cs": "namespace Shop.Core;\npublic class Note { }\n",
        "src/Sums.cs": "namespace Shop.Core;\npublic static class Sums { public static int Total(this int a) => 0; }\n",
        "src/Marked.cs": "namespace Shop.Core;\npublic class MarkedAttribute : Attribute { }\n",
        "till/Note.cs": "namespace Shop.Tills;\nclass Note { }\n",
        "till/Till.cs": (
            "using Shop.Core;\nnamespace Shop.Tills;\n[Marked]\nclass Till { Cart cart; Basket b; Coin c; Note own; "
            "int T => x.Total(); }\n"
        ),
        "till/Idle.cs": "using Shop.Core;\nnamespace Shop.Tills;\nclass Idle { }\n",
    }
    assert targets(files, "till/Till.cs") == [
        "imports Basket,Cart → src/Cart.cs",
        "imports Coin → src/Coin.cs",
        "imports MarkedAttribute → src/Marked.cs",
        "imports Sums → src/Sums.cs",
    ]
    assert targets(files, "till/Idle.cs") == ["imports → unresolved:the file names nothing that Shop.Core declares"]


def test_static_usings_and_aliases_lead_to_the_module_of_the_type() -> None:
    files = {
        "src/Cart.cs": "namespace Shop;\npublic static class Cart { public class Item { } }\n",
        "src/A.cs": "using static Shop.Cart;\nusing Thing = Shop.Cart.Item;\nnamespace B;\nclass A { }\n",
    }
    assert targets(files, "src/A.cs") == ["imports * → src/Cart.cs", "imports → src/Cart.cs"]


def test_a_using_may_be_relative_to_the_namespace_around_it() -> None:
    files = {
        "src/Cart.cs": "namespace Shop.Core;\npublic class Cart { }\n",
        "src/A.cs": "namespace Shop.Tills { using Core; class A { Cart cart; } }\n",
    }
    assert targets(files, "src/A.cs") == ["imports Cart → src/Cart.cs"]


def test_of_a_partial_type_the_file_called_like_it_is_meant() -> None:
    part = "namespace Shop;\npublic partial class Cart { }\n"
    files = {
        "src/Cart.Adding.cs": part,
        "src/Basket.cs": part,
        "src/Cart.cs": part,
        "other/A.cs": "using Shop;\nnamespace B;\nclass A { Cart cart; }\n",
    }
    assert targets(files, "other/A.cs") == ["imports Cart → src/Cart.cs"]


def test_a_global_using_leads_to_the_project_that_declares_the_namespace() -> None:
    files = {
        "src/Core/Shop.Core.csproj": "<Project />",
        "src/Core/Cart.cs": "namespace Shop.Core;\npublic class Cart { }\n",
        "src/Tills/Usings.cs": "global using Shop.Core;\nglobal using System.Text;\n",
    }
    assert targets(files, "src/Tills/Usings.cs") == [
        "re-exports → package:Shop.Core",
        "re-exports → dotnet:System.Text",
    ]
    del files["src/Core/Shop.Core.csproj"]
    assert targets(files, "src/Tills/Usings.cs")[0].startswith("re-exports → unresolved:it holds in the whole project")


@pytest.mark.parametrize(
    ("statement", "target"),
    [
        ("using System;", "dotnet:System"),
        ("using System.Text.Json.Nodes;", "dotnet:System.Text"),
        ("using static System.Math;", "dotnet:System"),
        ("using Microsoft.Win32;", "dotnet:Microsoft.Win32"),
        ("using Microsoft.Extensions.Logging.Abstractions;", "nuget:Microsoft.Extensions.Logging"),
        ("using Bank.Api.V2;", "nuget:Bank.Api"),
        ("using Xunit.Sdk;", "nuget:xunit"),
        ("using Bank.Apis;", "nuget:Bank.Apis"),
        ("using Far.Away.Deep;", "nuget:Far.Away"),
        (
            "using Shop.Made;",
            (
                "unresolved:Shop is a namespace of this repository, and no file in it declares Shop.Made; "
                "it may be generated"
            ),
        ),
        ("using Empty;", "unresolved:nothing is declared in Empty itself, only in namespaces below it"),
    ],
)
def test_what_is_outside_leads_to_the_platform_or_a_package(statement: str, target: str) -> None:
    files = {
        "Shop.csproj": CSPROJ,
        "B.cs": "namespace Shop;\nclass B { }\n",
        "C.cs": "namespace Empty.Inner;\nclass C { }\n",
        "A.cs": f"{statement}\nclass A {{ }}\n",
    }
    assert [found.rpartition("→ ")[2] for found in targets(files, "A.cs")] == [target]


def test_what_fills_a_gap_of_the_platform_does_not_hide_it() -> None:
    files = {
        "Compat/Index.cs": "namespace System.Runtime;\ninternal class Gap { }\n",
        "A.cs": "using System.Runtime;\nclass A { Gap gap; }\n",
    }
    assert targets(files, "A.cs") == ["imports Gap → Compat/Index.cs", "imports → dotnet:System.Runtime"]


def test_full_names_are_known_and_found() -> None:
    files = {
        "src/Cart.Adding.cs": "namespace Shop;\ninternal class Helper { }\npublic class Cart { public int Add; }\n",
        "src/Program.cs": "System.Console.WriteLine();\n",
    }
    world = universe(files)
    assert dotted_name("src/Cart.Adding.cs", world) == "Shop.Cart"
    assert dotted_name("src/Program.cs", world) is None
    assert find_name("Shop.Cart.Add", world) == ("src/Cart.Adding.cs", "Cart.Add")
    assert find_name("Shop.Cart.Remove", world) is None
