"""Writes programs.json: what each file of programs/ prints with real PyTorch, and two files of its torch.save.
For developers who have it; the tests need only the file.

    python3 tests/golden/torch/make_programs.py
"""

import base64
import io
import json
import pathlib
import subprocess
import sys

import torch

HERE = pathlib.Path(__file__).parent


def printed(path):
    done = subprocess.run(
        [sys.executable, path], capture_output=True, text=True, env={"OMP_NUM_THREADS": "1"}, check=False
    )
    if done.returncode:
        raise SystemExit(f"{path}: {done.stderr}")
    return done.stdout.split("\n")


def saved(value):
    file = io.BytesIO()
    torch.save(value, file)
    return base64.b64encode(file.getvalue()).decode()


torch.manual_seed(0)
state = dict(torch.nn.Linear(3, 2).state_dict())
kinds = [torch.tensor([1, 2]).to(getattr(torch, name)) for name in "bool uint8 int16 int64 half bfloat16 double cfloat".split()]
files = {
    "state": {"base64": saved({"model": state, "step": 3, "lr": 0.5}), "shown": repr({"model": state, "step": 3, "lr": 0.5})},
    "kinds": {"base64": saved(kinds), "shown": repr(kinds)},
    "module": {"base64": saved(torch.nn.Linear(1, 1)), "shown": ""},
}
programs = {path.name: printed(path) for path in sorted((HERE / "programs").glob("*.py"))}
text = json.dumps({"version": torch.__version__, "files": files, "programs": programs}, indent=0)
(HERE / "programs.json").write_text(text + "\n")
print({name: len(lines) for name, lines in programs.items()})
