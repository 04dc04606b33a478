import pathlib, random, shutil, subprocess, sys, tempfile, time

# usage: run.py CMD...   CMD is run 8 x 10 times at once in a temp copy of this folder
here = pathlib.Path(__file__).parent
tmp = pathlib.Path(tempfile.mkdtemp())
shutil.copy(here / "README.md", tmp)
for _ in range(10):
    ps = []
    for _ in range(8):
        time.sleep(random.random() * 0.06)
        ps.append(subprocess.Popen(sys.argv[1:], cwd=tmp, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
    for p in ps:
        p.wait(60)
    text = (tmp / "README.md").read_text(encoding="utf-8")
    assert (
        "KEEP" in text
        and text.startswith("# T")
        and text.count("doc-bridge:generated hash=") == 1
        and text.endswith("\n")
    ), text
left = sorted(p.name for p in tmp.iterdir() if p.name not in ("README.md", ".doc-bridge"))
assert not left, left
print("ok")
