import os, json

print(json.dumps(sorted(os.environ)))
