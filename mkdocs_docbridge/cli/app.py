"""The ``docbridge`` group: commands are imported when they are run, so starting is quick."""

from __future__ import annotations

import gc
import sys
from importlib import import_module

import click

from mkdocs_docbridge import __version__
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.text.known import secret_values
from mkdocs_docbridge.text.redaction import Redactor

_COMMANDS = {
    "artifact": "Verify and seal artifacts.",
    "audit": "Broken links, lost pages, duplicates, what is undocumented or stale.",
    "bench": "Measure, and seal what was measured.",
    "check": "Documents, regions and public claims in one run, without MkDocs.",
    "demo": "See the whole loop on a tiny project in a temporary folder.",
    "doctor": "How well documents and code hang together, and what to do next.",
    "handoff": "What one needs to start a change of something.",
    "init": "Add docbridge to this repository; nothing is overwritten.",
    "mcp": "Answer agents over the Model Context Protocol.",
    "parity": "Do public claims still equal the repository's facts?",
    "render": "Print or write a page from its template.",
    "scan": "Read the repository into a sealed snapshot.",
    "search": "Find the page to read and the file to change.",
    "sync": "Write the generated regions of the documents.",
    "why": "How two things hang together.",
}


class _LateGroup(click.Group):
    """A group whose commands live in modules of their own name."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        command = getattr(import_module(f"mkdocs_docbridge.cli.{cmd_name}"), cmd_name)
        return command if isinstance(command, click.Command) else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(sorted(_COMMANDS.items()))


@click.group(cls=_LateGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="docbridge")
def docbridge() -> None:
    """Make a documentation site know its repository.

    Exit codes: 0 fine, 1 a check failed, 2 input that cannot be used.

    \b
    Example:
      docbridge check            # in CI, with any site generator
      docbridge search "how are regions hashed"
    """


def main(arguments: list[str] | None = None) -> None:
    """Runs the command line and exits; no traceback reaches a user without ``--debug``."""
    given = sys.argv[1:] if arguments is None else arguments
    try:
        arguments = [item for item in given if item != "--debug"]
        # without its standalone mode click returns the code of an Exit
        code = docbridge.main(args=arguments, prog_name="docbridge", standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except click.Abort:
        click.echo("interrupted", err=True)
        sys.exit(130)
    except InputError as error:
        _complain(str(error))
        sys.exit(2)
    except BrokenPipeError:
        # the reader of our output has seen enough
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        if "--debug" in given:
            raise
        _complain(f"{error.filename or 'input or output'}: {error.strerror}")
        sys.exit(2)
    except Exception as error:
        if "--debug" in given:
            raise
        _complain(f"internal error: {type(error).__name__}: {error}\n    --debug shows where")
        sys.exit(2)
    finally:
        # the interpreter's last collection would look at everything once more before it goes
        gc.freeze()


def _complain(message: str) -> None:
    """One fault on standard error. Logs are kept and read by others, so no secret stands in it; paths do."""
    click.echo(f"docbridge: {Redactor(secret_values()).lines(message)}", err=True)
