"""What Maven, Gradle and .NET manifests say, and what is said of broken ones."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_docbridge.snapshot.catalogue import is_manifest
from mkdocs_docbridge.snapshot.facts import Dependency, ManifestFacts
from mkdocs_docbridge.snapshot.manifests import manifest_facts
from mkdocs_docbridge.snapshot.manifests.projects import completed


def read(name: str, text: str | bytes) -> ManifestFacts:
    return manifest_facts(name, text.encode() if isinstance(text, str) else text)


def placed(facts: ManifestFacts) -> list[tuple[str, int]]:
    return [(dependency.name, dependency.line) for dependency in facts.dependencies]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a/pom.xml", True),
        ("build.gradle", True),
        ("a/build.gradle.kts", True),
        ("a/settings.gradle", True),
        ("a/shop/shop.gradle", True),
        ("gradle/libs.versions.toml", True),
        ("a/Shop.Core.csproj", True),
        ("Directory.Packages.props", True),
        ("Directory.Build.props", True),
        ("effective-pom.xml", False),
        ("gradle.properties", False),
        ("Shop.props", False),
        ("Shop.fsproj", False),
    ],
)
def test_manifests_are_known_by_name(path: str, expected: bool) -> None:
    assert is_manifest(path) is expected


POM = """<?xml version="1.0"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <parent><groupId>com.shop</groupId><artifactId>all</artifactId><version>2.0</version></parent>
  <artifactId>till</artifactId>
  <description>
    A till.
  </description>
  <properties><bank.group>org.bank</bank.group><loop>${loop}</loop></properties>
  <modules><module>drawer</module><module>bell</module></modules>
  <build><plugins><plugin><artifactId>api</artifactId></plugin></plugins></build>
  <dependencies>
    <dependency>
      <groupId>${bank.group}</groupId>
      <artifactId>api</artifactId>
      <exclusions><exclusion><groupId>x</groupId><artifactId>cart</artifactId></exclusion></exclusions>
    </dependency>
    <dependency>
      <groupId>${project.groupId}</groupId><artifactId>cart</artifactId><version>${project.version}</version>
    </dependency>
    <dependency><groupId>${elsewhere}</groupId><artifactId>gone</artifactId></dependency>
    <dependency><groupId>${loop}</groupId><artifactId>round</artifactId></dependency>
  </dependencies>
  <profiles><profile><dependencies>
    <dependency><groupId>org.extra</groupId><artifactId>more</artifactId></dependency>
  </dependencies></profile></profiles>
</project>
"""


def test_a_pom_takes_group_and_version_from_its_parent() -> None:
    facts = read("pom.xml", POM)
    assert (facts.ecosystem, facts.name, facts.version, facts.description) == (
        "maven", "com.shop:till", "2.0", "A till.",
    )  # fmt: skip
    assert facts.workspaces == ("bell", "drawer")
    assert placed(facts) == [("com.shop:cart", 18), ("org.bank:api", 14), ("org.extra:more", 24)]
    assert [(note.code, note.line) for note in facts.notes] == [("MANIFEST_MEMBER", 20), ("MANIFEST_MEMBER", 21)]
    assert "${elsewhere}:gone" in facts.notes[0].reason


def test_a_pom_of_its_own_and_one_without_a_known_version() -> None:
    own = "<project><groupId>a</groupId><artifactId>b</artifactId><version>${revision}</version></project>"
    assert (read("pom.xml", own).name, read("pom.xml", own).version) == ("a:b", None)
    with_property = own.replace("</project>", "<properties><revision>3</revision></properties></project>")
    assert read("pom.xml", with_property).version == "3"
    assert read("pom.xml", "<project/>").name == ""


@pytest.mark.parametrize("name", ["pom.xml", "Shop.csproj", "Directory.Packages.props"])
@pytest.mark.parametrize(
    ("data", "reason", "line"),
    [
        (b'<?xml version="1.0"?>\n<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]><a>&e;</a>',
         "it declares a document type or entities, which are not read", 2),
        (b"<project>\n<a>\n</project>", "not XML", 3),
        (b"<project>&unknown;</project>", "not XML", 1),
        (b"", "not XML", 1),
        (b"<project>\xff</project>", "not UTF-8: byte 0xff", 1),
        (b"<a>" * 100_000 + b"</a>" * 100_000, "nested too deeply to be read", None),
        (b"<a>" * 100_000, "nested too deeply to be read", None),
        ("<a/>".encode("utf-16"), "not UTF-8: byte 0xff", 1),
    ],
)  # fmt: skip
def test_xml_that_is_broken_or_does_more_than_it_should_gives_a_note(
    name: str, data: bytes, reason: str, line: int | None
) -> None:
    facts = read(name, data)
    assert [(note.code, note.reason, note.line) for note in facts.notes] == [("BROKEN_MANIFEST", reason, line)]


def test_a_gradle_script_is_read_by_its_literals() -> None:
    facts = read(
        "build.gradle.kts",
        """\
plugins { id("java-library") }
version = "1.2"
description = "A till."
dependencies {
    api("org.bank:api:1.0")
    implementation 'org.bell:bell'   // implementation("org.not:this:1")
    testImplementation(platform("org.boms:bom:${versions.bom}"))
    implementation(project(":drawer:deep"))
    implementation project(path: ':bell')
    implementation(libs.some.library)
    implementation(projects.cashDrawer)
    runtimeOnly group: 'org.old', name: 'style', version: '1'
    /* api("org.nor:this:1") */
}
val url = "http://a:b"
val flag = "Xlint:none"
jvm(libs.versions.java)
plugins { alias(libs.plugins.kotlin) }
""",
    )
    assert (facts.ecosystem, facts.name, facts.version, facts.description) == ("maven", "", "1.2", "A till.")
    assert placed(facts) == [
        (":bell", 9),
        (":drawer:deep", 8),
        ("libs.some.library", 10),
        ("org.bank:api", 5),
        ("org.bell:bell", 6),
        ("org.boms:bom", 7),
        ("org.old:style", 12),
        ("projects.cashDrawer", 11),
    ]


def test_gradle_settings_name_the_root_and_its_projects() -> None:
    facts = read(
        "settings.gradle",
        "rootProject.name = 'shop'\ninclude ':till', ':till:drawer'\n"
        'include(\n  "bell",\n  "cart",\n)\nincludeBuild(\'x\')\n',
    )
    assert facts.name == "shop"
    assert facts.workspaces == ("bell", "cart", "till", "till/drawer")


def test_a_version_catalog_gives_libraries_and_their_accessors() -> None:
    facts = read(
        "libs.versions.toml",
        '[versions]\nx = "1"\n[libraries]\nbank-api = { module = "org.bank:api", version.ref = "x" }\n'
        'bell = "org.bell:bell:2"\nold_style = { group = "org.old", name = "style" }\nodd = 3\n',
    )
    assert placed(facts) == [("org.bank:api", 4), ("org.bell:bell", 5), ("org.old:style", 6)]
    assert facts.aliases == (
        ("bank.api", ("org.bank:api",)), ("bell", ("org.bell:bell",)), ("old.style", ("org.old:style",)),
    )  # fmt: skip
    assert [note.code for note in facts.notes] == ["MANIFEST_MEMBER"]
    assert read("libs.versions.toml", "[").notes[0].code == "BROKEN_MANIFEST"


def test_gradle_projects_are_called_like_their_folders_and_depend_on_each_other_by_that_name() -> None:
    files = {
        "settings.gradle": "rootProject.name = 'shop'\ninclude 'till'\n",
        "build.gradle": "dependencies { api project(':till') }\n",
        "till/build.gradle.kts": (
            'dependencies { api(libs.bank.api)\n api(projects.cashDrawer)\n api(project(":gone")) }\n'
        ),
        "sub/cash-drawer/cash-drawer.gradle": "dependencies { api project(':till') }\n",
        "gradle/extra.gradle": "dependencies { api 'org.bell:bell:1' }\n",
        "gradle/libs.versions.toml": '[libraries]\nbank-api = "org.bank:api:1"\n',
        "package.json": '{"name": "web"}',
    }
    done = completed({path: manifest_facts(path, text.encode()) for path, text in files.items()})
    assert {path: facts.name for path, facts in done.items()} == {
        "settings.gradle": "",
        "build.gradle": "shop",
        "till/build.gradle.kts": "till",
        "sub/cash-drawer/cash-drawer.gradle": "cash-drawer",
        "gradle/extra.gradle": "",
        "gradle/libs.versions.toml": "",
        "package.json": "web",
    }
    assert placed(done["build.gradle"]) == [("till", 1)]
    assert placed(done["till/build.gradle.kts"]) == [(":gone", 3), ("cash-drawer", 2), ("org.bank:api", 1)]
    assert placed(done["sub/cash-drawer/cash-drawer.gradle"]) == [("till", 1)]


def test_settings_without_a_build_script_stand_for_the_project() -> None:
    done = completed({"settings.gradle": read("settings.gradle", "rootProject.name = 'shop'\n")})
    assert done["settings.gradle"].name == "shop"
    assert completed({}) == {}


CSPROJ = """\
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <TargetFrameworks>net8.0;net472</TargetFrameworks>
    <AssemblyName>$(Company).Tills</AssemblyName>
    <Description>A till.</Description>
    <VersionPrefix>1.2.0</VersionPrefix>
  </PropertyGroup>
  <ItemGroup>
    <PackageReference Include="Bank.Api" Version="1.0" />
    <PackageReference Condition="'$(TargetFramework)' == 'net472'" Include="Bell" />
    <PackageReference Update="Bell" Version="2" />
    <ProjectReference Include="..\\Core\\Shop.Core.csproj" />
  </ItemGroup>
</Project>
"""


def test_a_project_file_is_called_like_itself_unless_it_says_otherwise() -> None:
    facts = read("src/Shop.Tills.csproj", "\ufeff" + CSPROJ)
    assert (facts.ecosystem, facts.name, facts.version, facts.description) == (
        "nuget", "Shop.Tills", "1.2.0", "A till.",
    )  # fmt: skip
    assert placed(facts) == [("Bank.Api", 9), ("Bell", 10), ("Shop.Core", 12)]
    assert read("x.csproj", CSPROJ.replace("$(Company)", "Shop")).name == "Shop.Tills"
    old = '<Project xmlns="http://schemas.microsoft.com/developer/msbuild/2003"><PropertyGroup><AssemblyName>Old'
    assert read("x.csproj", f"{old}</AssemblyName></PropertyGroup></Project>").name == "Old"


def test_shared_files_name_packages_and_are_none() -> None:
    facts = read(
        "Directory.Packages.props",
        '<Project><ItemGroup>\n<PackageVersion Include="Bell" Version="2" />\n</ItemGroup></Project>',
    )
    assert facts.name == ""
    assert facts.dependencies == (Dependency(name="Bell", line=2),)


@pytest.mark.parametrize("name", ["pom.xml", "a.csproj", "build.gradle", "settings.gradle", "libs.versions.toml"])
@settings(max_examples=60, deadline=None)
@given(text=st.text(alphabet="<project/>\"'(): ab\n${}=include", max_size=200))
def test_no_text_breaks_a_reader(name: str, text: str) -> None:
    assert read(name, text) == read(name, text)


@pytest.mark.parametrize("name", ["pom.xml", "a.csproj", "build.gradle", "settings.gradle"])
@pytest.mark.parametrize(
    "piece", ["<dependency>", "<artifactId>", "<PackageReference ", '"a:b', "include 'a',", "version", "api", "/*", '"']
)
def test_hostile_text_is_read_in_linear_time(name: str, piece: str) -> None:
    read(name, piece * 60_000)
    read(name, piece.strip() + " " * 200_000)
    read(name, piece.strip() + "\n" * 200_000)
    read(name, f"<project>{piece.strip('<')}" * 5_000)
