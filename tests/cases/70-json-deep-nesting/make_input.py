import pathlib

pathlib.Path("deep.json").write_text("[" * 100000 + "]" * 100000)
