"""Shapes of secrets, from the prefixes, alphabets and lengths that their vendors publish.

Each rule has lower-case keywords, one of which stands in every text the rule can match, so one cheap pass decides
which patterns run. No quantifier is nested and every repeat is bounded, so time is linear.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

_BEFORE = r"(?<![A-Za-z0-9])"


@dataclass(frozen=True)
class SecretRule:
    """``pattern``'s group ``secret``, or its whole match, is replaced by ``[redacted:kind]``."""

    kind: str
    keywords: tuple[str, ...]
    expression: str
    flags: int = 0

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Compiled when a text has one of the keywords: few have, and compiling all takes as long as reading a file."""
        return re.compile(self.expression, self.flags)


def _token(kind: str, keywords: str, pattern: str) -> SecretRule:
    return SecretRule(kind, tuple(keywords.split()), _BEFORE + pattern)


def _shape(kind: str, keywords: str, pattern: str, flags: int = 0) -> SecretRule:
    return SecretRule(kind, tuple(keywords.split()), pattern, flags)


_SAMPLE_WORDS = (
    "a an and another any api app auth authentication authorization bar bearer change changeme client correct"
    " credentials default demo dummy empty example fake false foo foobar get good hashed here included insert"
    " invalid is key keys local login me my new none null old one optional pass passphrase passwd password"
    " private public real redacted replace required root sample secret secrets secure set some stable str"
    " string strong super test the this token tokens true user username valid value very with your"
)
_LONGEST_FIRST = sorted(_SAMPLE_WORDS.split(), key=lambda word: (-len(word), word))
_SAMPLE = re.compile(
    rf"(?:(?:{'|'.join(_LONGEST_FIRST)})[\W_]{{0,2}}){{1,12}}|[\W_]{{1,40}}|[x*.#•-]{{1,300}}", re.IGNORECASE
)
_REFERENCE = re.compile(
    r"\$\{[A-Za-z_][\w.:?-]{0,60}\}|\$[A-Z][A-Z0-9_]{0,60}|\$[a-z_]+(?:[.:-][A-Za-z_]+)*|\{\{?[A-Za-z_ .-]{1,80}\}{1,2}"
    r"|<[A-Za-z_ .:/-]{1,80}>|\[%[a-z_.:=]{1,120}%\]|%[A-Z_]{1,60}%|&[a-z]\w{0,40}\.[A-Z]\w{0,40}\{.{0,40}"
)
_WORD = re.compile(r"[A-Za-z]?[a-z]{1,30}(?:[-_.][a-z]{1,30}){0,6}")


def is_placeholder(text: str, kind: str) -> bool:
    """Whether what stands where a secret is named is none: a variable, a slot, words such as ``your-api-key``, and
    behind ``Authorization`` any word of a language."""
    bare = text.strip("\"'`.,;")
    if not bare or _REFERENCE.fullmatch(bare) or _SAMPLE.fullmatch(bare):
        return True
    return kind == "authorization" and _WORD.fullmatch(bare) is not None


_NAME = (
    r"(?:passw(?:or)?d|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|auth[_-]?key|credentials?)"
)

RULES: tuple[SecretRule, ...] = (
    _shape(
        "private-key",
        "-----begin",
        r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----.*?(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----|\Z)",
        re.DOTALL,
    ),
    _token("jwt", "eyj", r"eyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{4,4000}\.[A-Za-z0-9_-]{0,1000}"),
    _token("aws-key", "akia asia abia acca", r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])"),
    _token("github-token", "github_pat_", r"github_pat_[A-Za-z0-9_]{22,255}"),
    _token("github-token", "ghp_ gho_ ghu_ ghs_ ghr_", r"gh[pousr]_[A-Za-z0-9]{20,255}"),
    _token(
        "gitlab-token",
        "glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct-",
        r"gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat|ffct)-[A-Za-z0-9_.-]{18,300}",
    ),
    _token("slack-token", "xox xapp-", r"(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,255}"),
    _shape(
        "slack-hook",
        "hooks.slack.com",
        r"hooks\.slack\.com/(?P<secret>(?:services|workflows|triggers)/[A-Za-z0-9+/_-]{20,200})",
    ),
    _shape(
        "discord-hook", "/api/webhooks/", r"discord(?:app)?\.com/api/webhooks/(?P<secret>[0-9]{15,21}/[\w-]{40,120})"
    ),
    _token("anthropic-key", "sk-ant-", r"sk-ant-[A-Za-z0-9_-]{16,255}"),
    _token("openrouter-key", "sk-or-", r"sk-or-[A-Za-z0-9_-]{16,255}"),
    _token("openai-key", "sk-", r"sk-(?:(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{16,300}|[A-Za-z0-9]{20,100})"),
    _token("google-key", "aiza", r"AIza[0-9A-Za-z_-]{35}"),
    _token("google-oauth", "ya29. gocspx-", r"(?:ya29\.[0-9A-Za-z_-]{20,500}|GOCSPX-[0-9A-Za-z_-]{20,60})"),
    _token("huggingface-token", "hf_", r"hf_[A-Za-z0-9]{30,60}"),
    _token("npm-token", "npm_", r"npm_[A-Za-z0-9]{30,60}"),
    _token("pypi-token", "pypi-", r"pypi-[A-Za-z0-9_-]{50,500}"),
    _token("ruby-key", "rubygems_", r"rubygems_[a-f0-9]{40,64}"),
    _token("docker-token", "dckr_pat_", r"dckr_pat_[A-Za-z0-9_-]{20,60}"),
    _token(
        "stripe-key", "k_live_ k_test_ whsec_", r"(?:[sr]k_(?:live|test)_[A-Za-z0-9]{10,250}|whsec_[A-Za-z0-9]{24,100})"
    ),
    _token("sendgrid-key", "sg.", r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}"),
    _token("twilio-key", "ac sk", r"(?:AC|SK)[0-9a-f]{32}(?![0-9A-Za-z])"),
    _token("telegram-token", ":aa", r"[0-9]{8,10}:AA[A-Za-z0-9_-]{32,34}"),
    _token("digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", r"do[opr]_v1_[a-f0-9]{64}"),
    _token("shopify-token", "shpat_ shpca_ shppa_ shpss_", r"shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}"),
    _token("databricks-token", "dapi", r"dapi[a-f0-9]{32}(?:-[0-9])?"),
    _token("linear-key", "lin_api_", r"lin_api_[A-Za-z0-9]{32,64}"),
    _token("postman-key", "pmak-", r"PMAK-[a-f0-9]{24}-[a-f0-9]{34}"),
    _token("mailgun-key", "key-", r"key-[0-9a-f]{32}(?![0-9a-f])"),
    _token("atlassian-token", "atatt3", r"ATATT3[A-Za-z0-9_=-]{50,300}"),
    _token("doppler-token", "dp.", r"dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{40,100}"),
    _token("grafana-token", "glsa_ glc_", r"gl(?:sa|c)_[A-Za-z0-9+/=_-]{20,400}"),
    _token("vault-token", "hvs. hvb.", r"hv[bs]\.[A-Za-z0-9_-]{20,300}"),
    _token("terraform-token", ".atlasv1.", r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,70}"),
    _token("newrelic-key", "nrak-", r"NRAK-[A-Z0-9]{27}"),
    _token("age-key", "age-secret-key-1", r"AGE-SECRET-KEY-1[0-9A-Z]{50,70}"),
    _shape(
        "azure-key",
        "accountkey= sharedaccesskey= sig=",
        r"(?i)(?:(?:Account|SharedAccess)Key|(?<=[?&])sig)=(?P<secret>[A-Za-z0-9+/%=]{20,200})",
    ),
    _shape("url-password", "://", r"(?<=://)[^\s/?#@:]{0,100}:(?P<secret>[^\s/?#@]{1,200})(?=@)"),
    _shape(
        "authorization",
        "authorization bearer",
        r"(?i)(?:\bauthorization[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?:(?:bearer|basic|token|digest)\s{1,3})?|\bbearer\s{1,3})"
        r"(?P<secret>(?!(?:bearer|basic|token|digest)\b)[A-Za-z0-9._~+/=:-]{8,2000})",
    ),
    _shape(
        "secret",
        "passw passphrase secret token credential apikey api_key api-key accesskey access_key access-key privatekey"
        " private_key private-key authkey auth_key auth-key",
        rf"(?i)(?<!publickey){_NAME}[\"']?(?:\s{{0,3}}=\s{{0,3}}|\s{{0,3}}:\s{{0,3}})"
        r"(?P<secret>\"[^\"\s]{4,300}\"|'[^'\s]{4,300}'|(?=[^\s]{0,60}[0-9!#%&*+])[^\s\"'`,;)\]}{$<\[][^\s\"'`,;)\]}<]{5,300})",
    ),
)
