"""Nothing secret or local leaves; everything else stays readable. Tokens are made here, at run time."""

from __future__ import annotations

import json
import random
import string
from base64 import b64encode
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_docbridge.text.redaction import redact
from tests.support.cases import cases

RANDOM = random.Random(7)
ALNUM = string.ascii_letters + string.digits
HEX = "0123456789abcdef"


def run(alphabet: str, length: int) -> str:
    """A random run that holds a digit and a letter."""
    return "".join(RANDOM.choice(alphabet) for _ in range(length - 2)) + "a7"


def upper(length: int) -> str:
    return run(string.ascii_uppercase + string.digits, length).upper()


TOKENS = {
    "aws-key": lambda: "AKIA" + upper(16),
    "github-token": lambda: "gh" + "p_" + run(ALNUM, 36),
    "github-token-2": lambda: "github" + "_pat_" + run(ALNUM, 22) + "_" + run(ALNUM, 59),
    "gitlab-token": lambda: "glp" + "at-" + run(ALNUM, 20),
    "slack-token": lambda: "xo" + "xb-" + run(string.digits, 12) + "-" + run(ALNUM, 24),
    "slack-hook": lambda: "https://hooks.slack" + ".com/services/T" + upper(8) + "/B" + upper(8) + "/" + run(ALNUM, 24),
    "openai-key": lambda: "s" + "k-proj-" + run(ALNUM, 48),
    "openai-key-2": lambda: "s" + "k-" + run(ALNUM, 48),
    "anthropic-key": lambda: "sk-" + "ant-api03-" + run(ALNUM, 60),
    "google-key": lambda: "AI" + "za" + run(ALNUM, 35),
    "huggingface-token": lambda: "h" + "f_" + run(ALNUM, 34),
    "npm-token": lambda: "np" + "m_" + run(ALNUM, 36),
    "pypi-token": lambda: "py" + "pi-AgEIcHlwaS5vcmc" + run(ALNUM, 60),
    "stripe-key": lambda: "sk_" + "live_" + run(ALNUM, 24),
    "sendgrid-key": lambda: "S" + "G." + run(ALNUM, 22) + "." + run(ALNUM, 43),
    "twilio-key": lambda: "S" + "K" + run(HEX, 32),
    "telegram-token": lambda: run(string.digits, 9)[:-2] + "12:A" + "A" + run(ALNUM, 33),
    "jwt": lambda: "ey" + "J" + run(ALNUM, 20) + ".ey" + "J" + run(ALNUM, 40) + "." + run(ALNUM, 43),
    "digitalocean-token": lambda: "dop" + "_v1_" + run(HEX, 64),
    "shopify-token": lambda: "shp" + "at_" + run(HEX, 32),
    "databricks-token": lambda: "da" + "pi" + run(HEX, 32),
    "linear-key": lambda: "lin" + "_api_" + run(ALNUM, 40),
    "postman-key": lambda: "PM" + "AK-" + run(HEX, 24) + "-" + run(HEX, 34),
    "atlassian-token": lambda: "ATA" + "TT3" + run(ALNUM, 100),
    "doppler-token": lambda: "dp" + ".pt." + run(ALNUM, 43),
    "grafana-token": lambda: "gl" + "sa_" + run(ALNUM, 41),
    "vault-token": lambda: "hv" + "s." + run(ALNUM, 90),
    "newrelic-key": lambda: "NR" + "AK-" + upper(27),
    "docker-token": lambda: "dckr" + "_pat_" + run(ALNUM, 27),
    "ruby-key": lambda: "ruby" + "gems_" + run(HEX, 48),
    "age-key": lambda: "AGE-SECRET" + "-KEY-1" + upper(58),
    "mailgun-key": lambda: "ke" + "y-" + run(HEX, 32),
}

CONTEXTS = ["{}", "error: {} was refused", "x={}", '"{}"', "({})", "`{}`,", "https://u:{}@example.org/x", "a\n{}\nb"]


def leaks(secret: str, shown: str) -> bool:
    return any(secret[at : at + 8] in shown for at in range(len(secret) - 7))


@pytest.mark.parametrize("kind", sorted(TOKENS))
def test_no_run_of_eight_characters_of_a_vendors_token_is_left(kind: str) -> None:
    for context in CONTEXTS:
        token = TOKENS[kind]()
        shown = redact(context.format(token), limit=2000)
        secret = token.removeprefix("https://hooks.slack.com/services/")
        assert not leaks(secret, shown), (context, shown)
        assert "[redacted:" in shown


@pytest.mark.parametrize(
    "text",
    [
        "Authorization: Bearer {}",
        '"authorization": "Basic {}"',
        "curl -H 'Authorization: token {}'",
        "password={}",
        'api_key: "{}"',
        "MY_SECRET_TOKEN = '{}'",
        "AccountKey={};EndpointSuffix=core",
        "https://a.blob.net/x?sv=1&sig={}",
        "postgres://admin:{}@db/x",
        "DB_PASSWORD: {}",
        "password = 'my-secret-{}'",
        "password = '$2a$10${}'",
        'token: "<{}>"',
        "secret: '${{{}'",
    ],
)
def test_a_value_that_is_named_a_secret_is_one(text: str) -> None:
    secret = run(ALNUM, 32)

    assert not leaks(secret, redact(text.format(secret), limit=500))


def test_a_private_key_is_taken_whole() -> None:
    body = run(ALNUM, 64)
    pem = f"-----BEGIN RSA PRIVATE {'KEY'}-----\n{body}\n{body}\n-----END RSA PRIVATE {'KEY'}-----"

    assert redact(f"a {pem} b") == "a [redacted:private-key] b"


@pytest.mark.parametrize(
    "text",
    [
        "commit " + "0123456789abcdef" * 2 + "01234567",
        "sha256 " + "0123456789abcdef" * 4,
        "The token: see the docs. A secret: nothing to hide.",
        "password reset and tokens: all of them",
        "see https://example.org/home/ann/x?y=1#z",
        "either/or, 1/2, docs/a/b.md, ./x/y and a\\b",
        "runs 12,480 tests at 71% (v1.2.3-rc.1)",
        "The sk-learn and key-value stores, e.g. task-key-map",
        "10:30:00 and ratio 3:4 at C: drive",
        'password="$DB_PASSWORD", token: \'${{ secrets.TOKEN }}\' and secret: "<YOUR_SECRET>"',
        "api_key: 'your-api-key', password=\"password\", token = '****', apiKey: \"my-public-api-key\"",
        "Bearer authentication; Authorization: Included; postgres://<user>:<password>@<host>/db",
        "Version=7.0.0.0, PublicKeyToken=adb9793829ddae60",
    ],
)
def test_ordinary_prose_digests_and_addresses_are_kept(text: str) -> None:
    assert redact(text) == text


def test_the_shared_messages_lose_every_path_that_is_not_below_the_root() -> None:
    case = next(case for case in cases("providers") if case.id.startswith("98-"))
    messages = json.loads((case.folder / "messages.json").read_text(encoding="utf-8"))

    shown = [redact(message, root="/home/ann/work/repo") for message in messages]

    assert shown == [
        "cannot open docs/a.md",
        "[path]",
        "[path]",
        "[path]",
        "[path]",
        "[path]",
        "see https://example.org/home/ann/x",
        "path=[path]",
    ]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("in '/home/ann smith/x y/z' now", "in '[path]' now"),
        ("gcc -I/home/ann/include x.c", "gcc -I[path] x.c"),
        ("at (/home/ann/a.py:12)", "at ([path]:12)"),
        ("C:/Users/ann/x and D:\\a", "[path] and [path]"),
        ("/tmp or /home", "[path] or [path]"),
        ("file:///home/ann/a", "[path]"),
        ("~ann/x and ~/.ssh/id", "[path] and [path]"),
        ("/root/repo2/x /root/repo/a/b /root/repo", "[path] a/b ."),
    ],
)
def test_other_spellings_of_a_path(text: str, shown: str) -> None:
    assert redact(text, root="/root/repo") == shown


def test_control_and_direction_characters_and_escapes_are_out_before_patterns_run() -> None:
    token = TOKENS["github-token"]()

    assert redact("a\x1b[31mred\x1b[0m\tb\u202ec\x00\u200b\nd") == "ared bc d"
    assert not leaks(token, redact(f"{token[:7]}\u200b{token[7:]}"))


def test_known_values_are_replaced_in_every_form() -> None:
    value = "p@ss/word+1"
    forms = [value, quote(value, safe=""), b64encode(value.encode()).decode()]

    for form in forms:
        assert redact(f"x {form} y", known=[value]) == "x [redacted:known] y"
    assert redact("short abc", known=["abc"]) == "short abc"


def test_cutting_comes_last_and_never_splits_a_letter_from_its_mark() -> None:
    token = TOKENS["github-token"]()

    assert "ghp" not in redact("x" * 150 + " " + token, limit=160)
    assert redact("abcde\u0301f", limit=6) == "abcd…"
    assert redact("abcdef", limit=6) == "abcdef"
    assert redact("abcdefg", limit=6) == "abcde…"


@given(st.text(max_size=300), st.integers(min_value=1, max_value=60))
@settings(max_examples=200, deadline=None)
def test_a_result_is_bounded_and_redacting_it_again_changes_nothing_secret(text: str, limit: int) -> None:
    shown = redact(text, limit=limit)

    assert len(shown) <= limit
    assert not any(ord(char) < 32 or 0x7F <= ord(char) < 0xA0 for char in shown)
