"""Schemas name every mechanism, batching, decoder and objective that the command line offers, wherever they list them.

Usage: check_schema_names.py CLI SCHEMA [SCHEMA ...], or --self-test: names that differ are found.
"""

import json
import re
import subprocess
import sys

JOB = ["design", "--iterations", "8", "--epochs", "1", "--epsilon", "1", "--delta", "1e-5"]


def offered(program, option, *others):
    """What the command line says is allowed where a name is none."""
    asked = subprocess.run(
        [program, *JOB, *others, option, "no-such-name"],
        capture_output=True,
        text=True,
        check=False,
    )
    said = re.search(r"is not allowed: use (.+)$", asked.stderr.strip())
    if not said:
        raise SystemExit(f"{option}: {asked.stderr}")
    return {name for name in re.split(r", | or ", said.group(1)) if name}


def lists(schema):
    """Of all properties at any depth: the name, and the names that may stand there."""
    if isinstance(schema, list):
        for each in schema:
            yield from lists(each)
    if not isinstance(schema, dict):
        return
    for name, each in schema.get("properties", {}).items():
        if "enum" in each:
            yield name, set(each["enum"])
    for each in schema.values():
        yield from lists(each)


def difference(what, named, wanted):
    """A line for each name that only one of the two has."""
    return [
        f"{what}: {name} is {'not in the schema' if name in wanted else 'in the schema only'}"
        for name in sorted(named ^ wanted)
    ]


def main():
    if sys.argv[1:] == ["--self-test"]:
        return 0 if difference("mechanism", {"a", "b"}, {"b", "c"}) else 1
    program, *schemas = sys.argv[1:]
    mechanisms = offered(program, "--mechanism")
    wanted = {
        "mechanism": mechanisms - {"best"},
        "mechanism_requested": mechanisms,
        "batching": offered(program, "--batching"),
        "job_batching": offered(program, "--job-batching"),
        "tree_decoder": offered(program, "--decoder", "--mechanism", "tree"),
        "objective": offered(program, "--objective"),
    }
    found, seen = [], set()
    for path in schemas:
        with open(path, encoding="utf-8") as file:
            for field, names in lists(json.load(file)):
                if field in wanted:
                    seen.add(field)
                    found += difference(f"{path}: {field}", names, wanted[field])
    found += [f"{field} is listed nowhere" for field in sorted(set(wanted) - seen)]
    print("\n".join(found) or "the schema names what is offered")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
