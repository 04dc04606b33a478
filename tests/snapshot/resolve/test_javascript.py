"""Where JavaScript and TypeScript imports lead."""

from __future__ import annotations

import pytest

from mkdocs_docbridge.snapshot.resolve import resolve_imports
from mkdocs_docbridge.snapshot.resolve.javascript_names import JavaScriptNames

from .world import targets, universe


@pytest.mark.parametrize(
    ("specifier", "target"),
    [
        ("./a", "src/a.ts"),
        ("./a.js", "src/a.ts"),
        ("./b.jsx", "src/b.tsx"),
        ("./c.mjs", "src/c.mts"),
        ("./types", "src/types.d.ts"),
        ("./folder", "src/folder/index.ts"),
        ("./folder/", "src/folder/index.ts"),
        (".", "src/index.ts"),
        ("..", "index.js"),
        ("./both.js", "src/both.js"),
        ("./data.json", "file:src/data.json"),
        ("./logo.svg?raw", "file:src/logo.svg"),
        ("./gone", "unresolved:src/gone is no file of the repository"),
        ("../../x", "unresolved:it leaves the repository"),
        ("/src/a.ts", "src/a.ts"),
        ("/logo.png", "file:public/logo.png"),
        ("react", "npm:react"),
        ("@scope/pkg/deep/file", "npm:@scope/pkg"),
        ("lodash/fp", "npm:lodash"),
        ("node:fs/promises", "node:fs"),
        ("fs/promises", "node:fs"),
        ("events", "npm:events"),
        ("https://esm.sh/react@18", "url:esm.sh"),
        ("npm:chalk@5/x", "npm:chalk"),
        ("npm:@s/p@1", "npm:@s/p"),
        ("virtual:pages", "unresolved:virtual: names a virtual module that a tool makes"),
        ("@/a", "unresolved:it is no package name, and no tsconfig has an alias for it"),
        ("#missing", "unresolved:no imports member of its package.json leads it to a file of the repository"),
    ],
)
def test_a_specifier_leads_where_the_tools_lead_it(specifier: str, target: str) -> None:
    files = dict.fromkeys(
        ["src/a.ts", "src/b.tsx", "src/c.mts", "src/types.d.ts", "src/folder/index.ts", "src/index.ts", "index.js",
         "src/both.js", "src/both.ts", "src/data.json", "src/logo.svg", "public/logo.png"], ""
    )  # fmt: skip
    files["package.json"] = '{"name": "app", "dependencies": {"events": "^3"}}'
    files["src/main.ts"] = f"import '{specifier}';\n"
    assert targets(files, "src/main.ts") == [f"imports → {target}"]


def test_a_javascript_file_prefers_javascript() -> None:
    files = {"a.js": "", "a.ts": "", "main.js": "import './a';", "main.ts": "import './a';"}
    assert targets(files, "main.js") == ["imports → a.js"]
    assert targets(files, "main.ts") == ["imports → a.ts"]


def test_re_exports_are_told_from_imports() -> None:
    files = {"a.ts": "", "index.ts": "export {x as y} from './a';\nimport z from './a';\n"}
    assert targets(files, "index.ts") == ["re-exports x → a.ts", "imports default → a.ts"]


def test_paths_of_the_nearest_tsconfig_are_aliases_and_its_base_is_looked_in() -> None:
    files = {
        "tsconfig.base.json": '{"compilerOptions": {"baseUrl": ".", "paths": {"@lib/*": ["libs/*/src"]}}}',
        "app/tsconfig.json": """{
            // a comment
            "extends": "../tsconfig.base.json",
        }""",
        "app/main.ts": "import '@lib/ui';\nimport 'libs/ui/src/index';\nimport '@lib/gone';\n",
        "libs/ui/src/index.ts": "",
        "web/tsconfig.json": (
            '{"compilerOptions": {"paths": {"@/*": ["./gone/*", "./src/*"], '
            '"@/exact": ["./e.ts"], "@/x-*": ["./x/*"]}}}'
        ),
        "web/main.ts": "import '@/a';\nimport '@/exact';\nimport '@/x-b';\n",
        "web/src/a.ts": "",
        "web/src/exact.ts": "",
        "web/e.ts": "",
        "web/x/b.ts": "",
    }
    assert targets(files, "app/main.ts") == [
        "imports → libs/ui/src/index.ts",
        "imports → libs/ui/src/index.ts",
        "imports → npm:@lib/gone",
    ]
    assert targets(files, "web/main.ts") == ["imports → web/src/a.ts", "imports → web/e.ts", "imports → web/x/b.ts"]


def test_a_tsconfig_that_only_refers_to_others_has_their_aliases() -> None:
    files = {
        "tsconfig.json": '{"files": [], "references": [{"path": "./tsconfig.app.json"}]}',
        "tsconfig.app.json": '{"compilerOptions": {"paths": {"~/*": ["./src/*"]}}}',
        "src/a.ts": "",
        "src/inner/tsconfig.json": "{}",
        "src/inner/main.ts": "import '~/a';\n",
        "src/main.ts": "import '~/a';\n",
    }
    assert targets(files, "src/main.ts") == ["imports → src/a.ts"]
    assert targets(files, "src/inner/main.ts") == ["imports → src/a.ts"]


def test_tsconfigs_that_extend_each_other_end() -> None:
    files = {
        "tsconfig.json": '{"extends": ["./b.json", "./tsconfig.b.json"]}',
        "tsconfig.b.json": '{"extends": "./tsconfig.json", "compilerOptions": {"paths": {"@/*": ["./*"]}}}',
        "a.ts": "",
        "main.ts": "import '@/a';\n",
    }
    assert targets(files, "main.ts") == ["imports → a.ts"]


WORKSPACE = {
    "package.json": '{"private": true, "workspaces": ["packages/*", "!packages/old"]}',
    "packages/ui/package.json": """{
        "name": "@shop/ui", "main": "./dist/index.js",
        "exports": {".": {"types": "./dist/index.d.ts", "default": "./dist/index.js"}, "./icons/*": "./src/icons/*.ts"},
        "imports": {"#inner/*": "./src/inner/*.ts"}
    }""",
    "packages/ui/src/index.ts": "",
    "packages/ui/src/icons/arrow.ts": "",
    "packages/ui/src/inner/x.ts": "",
    "packages/ui/src/main.ts": "import '#inner/x';\nimport '@shop/ui';\n",
    "packages/ui/plain.ts": "",
    "packages/built/package.json": '{"name": "built", "main": "dist/bundle.js"}',
    "packages/old/package.json": '{"name": "left-pad"}',
    "packages/old/index.js": "",
    "fixtures/package.json": '{"name": "react"}',
    "fixtures/index.js": "",
    "packages/app/main.ts": (
        "import '@shop/ui';\nimport '@shop/ui/icons/arrow';\nimport '@shop/ui/plain';\nimport 'built';\n"
        "import 'left-pad';\nimport 'react';\n"
    ),
}


@pytest.mark.parametrize("tool", ["npm", "pnpm", "yarn"])
def test_packages_of_the_workspace_are_imported_by_name(tool: str) -> None:
    files = dict(WORKSPACE)
    if tool == "pnpm":
        files["package.json"] = '{"private": true}'
        files["pnpm-workspace.yaml"] = "packages:\n  - 'packages/*'\n  - '!packages/old'\n"
    elif tool == "yarn":
        files["package.json"] = '{"workspaces": {"packages": ["packages/*", "!packages/old"]}}'
    assert targets(files, "packages/app/main.ts") == [
        "imports → packages/ui/src/index.ts",
        "imports → packages/ui/src/icons/arrow.ts",
        "imports → packages/ui/plain.ts",
        "imports → package:built",
        "imports → npm:left-pad",
        "imports → npm:react",
    ]


def test_a_package_imports_itself_and_its_own_subpaths() -> None:
    assert targets(WORKSPACE, "packages/ui/src/main.ts") == [
        "imports → packages/ui/src/inner/x.ts",
        "imports → packages/ui/src/index.ts",
    ]


BARREL = {
    "src/a.ts": "export const a = 1;\nexport default function make() {}\nexport class Shape {}\n",
    "src/b.ts": "import {a} from './a';\nexport const b = a;\nexport {Shape as Form} from './a';\n",
    "src/inner/index.ts": "export * from '../b';\nexport * from './c';\n",
    "src/inner/c.ts": "export const c = 3;\nconst hidden = 4;\n",
    "src/index.ts": (
        "import {a} from './a';\n"
        "import * as letters from './inner/c';\n"
        "export {a, letters};\n"
        "export {default as build} from './a';\n"
        "export * from './inner';\n"
        "export * as named from './b';\n"
        "export {map} from 'lodash';\n"
        "export const own = 5;\n"
    ),
}


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("import {a} from './index';", ["imports a → src/a.ts"]),
        ("import {b} from '.';", ["imports b → src/b.ts"]),
        ("import {Form} from '.';", ["imports Form → src/a.ts"]),
        ("import {c as d} from '.';", ["imports c → src/inner/c.ts"]),
        ("import {build} from '.';", ["imports build → src/a.ts"]),
        ("import {named} from '.';", ["imports named → src/b.ts"]),
        ("import {letters} from '.';", ["imports letters → src/inner/c.ts"]),
        ("import {own} from '.';", ["imports own → src/index.ts"]),
        ("import {map} from '.';", ["imports map → src/index.ts"]),
        ("import {hidden} from '.';", ["imports hidden → src/index.ts"]),
        ("import make from './a';", ["imports default → src/a.ts"]),
        ("import nothing from './inner';", ["imports default → src/inner/index.ts"]),
        ("import * as all from '.';", ["imports * → src/index.ts"]),
        ("import '.';", ["imports → src/index.ts"]),
        ("const {c} = await import('./inner');", ["imports c → src/inner/c.ts"]),
        ("import {c, a, own, b} from '.';", [
            "imports c → src/inner/c.ts", "imports a → src/a.ts", "imports own → src/index.ts", "imports b → src/b.ts",
        ]),
        ("export {c, a} from '.';", ["re-exports c → src/inner/c.ts", "re-exports a → src/a.ts"]),
        ("export * from './inner';", ["re-exports * → src/inner/index.ts"]),
    ],
)  # fmt: skip
def test_a_name_leads_through_barrels_to_the_module_that_declares_it(statement: str, expected: list[str]) -> None:
    assert targets({**BARREL, "src/main.ts": f"{statement}\n"}, "src/main.ts") == expected


def test_a_module_that_takes_its_own_name_from_a_barrel_imports_the_barrel() -> None:
    files = {**BARREL, "src/b.ts": "import {b as self} from '.';\nexport const b = 1;\n"}
    assert targets(files, "src/b.ts") == ["imports b → src/index.ts"]


def test_a_name_of_its_own_comes_before_one_behind_a_star() -> None:
    files = {
        "index.ts": "export * from './a';\nexport const x = 1;\n",
        "a.ts": "export const x = 2;\n",
        "main.ts": "import {x} from './index';\n",
    }
    assert targets(files, "main.ts") == ["imports x → index.ts"]


def test_barrels_that_pass_on_each_other_end() -> None:
    files = {
        "a.ts": "export * from './b';\nexport {y} from './b';\n",
        "b.ts": "export * from './a';\nexport * from './c';\nexport {y} from './a';\n",
        "c.ts": "export const x = 1;\n",
        "main.ts": "import {x, y, z} from './a';\n",
    }
    assert targets(files, "main.ts") == ["imports x → c.ts", "imports y,z → a.ts"]


def test_what_commonjs_passes_on_is_followed_too() -> None:
    files = {
        "index.js": (
            "const one = require('./one');\nconst {two} = require('./two');\nmodule.exports = {one, two, three: 3};\n"
        ),
        "all.js": "module.exports = require('./two');\n",
        "one.js": "module.exports = function one() {};\n",
        "two.js": "exports.two = 2;\n",
        "main.js": "const {one, two, three} = require('./index');\nconst {two: other} = require('./all');\n",
    }
    assert targets(files, "main.js") == [
        "imports one → one.js",
        "imports two → two.js",
        "imports three → index.js",
        "imports two → two.js",
    ]


def test_a_barrel_of_thousands_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    count = 3_000
    names = [f"x{n}" for n in range(count)]
    files = {f"icons/{name}.ts": f"export const {name} = 1;\n" for name in names}
    files["index.ts"] = "".join(f"export * from './icons/{name}';\n" for name in names)
    files["main.ts"] = "".join(f"import {{{name}}} from './index';\n" for name in names)
    world = universe(files)
    asked = 0
    real = JavaScriptNames.offers

    def counted(self: JavaScriptNames, path: str) -> object:
        nonlocal asked
        asked += 1
        return real(self, path)

    monkeypatch.setattr(JavaScriptNames, "offers", counted)
    found = resolve_imports("main.ts", world.modules["main.ts"], world)
    assert [edge.target.key for edge in found] == [f"icons/{name}.ts" for name in names]
    assert asked <= 10 * count


def test_a_barrel_declares_no_symbol_of_what_it_passes_on() -> None:
    world = universe(BARREL)
    assert [symbol.name for symbol in world.modules["src/index.ts"].symbols] == ["own"]
