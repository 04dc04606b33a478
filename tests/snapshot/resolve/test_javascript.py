"""Where JavaScript and TypeScript imports lead."""

from __future__ import annotations

import pytest

from .world import targets


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
