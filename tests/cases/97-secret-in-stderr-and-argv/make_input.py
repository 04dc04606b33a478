# builds fake tokens at run time so that no scanner trips over this folder
import json

p = ["gh", "p_"]
fake = "".join(p) + "A1b2C3d4E5" * 3 + "F6a7B8"
print(
    json.dumps(
        {
            "stderr": "auth failed for " + fake,
            "argv": ["x", "--token", fake],
            "url": "https://user:" + "pw" * 6 + "@example.org/",
        }
    )
)
