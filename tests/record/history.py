"""What `reweave history show --json` says about tests, for the scripts beside."""
import json, os, subprocess


class History:
    def __init__(self, reweave, store):
        self.reweave, self.store = reweave, store

    def call(self, *words):
        run = subprocess.run([self.reweave, *words, "--store", self.store, "--json", "-"], capture_output=True, text=True)
        if run.returncode != 0:
            raise SystemExit(f"FAILED {words}: status {run.returncode}: {run.stderr}")
        return json.loads(run.stdout)

    def builds(self):
        return self.call("history", "list")["builds"]

    def test(self, build, name):
        return self.call("history", "show", build, "--test", name)["tests"][0]


def covered(test, function):
    """(process, thread) pairs that entered a function whose name starts so."""
    return sorted({(t["process"], t["thread"]) for m in test["modules"] for t in m["threads"] for f in t["functions"]
                   if f["function"].startswith(function)})


def threads_of_block(test, function, block):
    return sorted({t["thread"] for m in test["modules"] for t in m["threads"] for f in t["functions"]
                   if f["function"].startswith(function) and block in f["blocks"]})
