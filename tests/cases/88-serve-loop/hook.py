import pathlib


def on_pre_build(config):
    pathlib.Path(config["docs_dir"], "gen.md").write_text("# gen\n")
