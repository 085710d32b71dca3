"""A session as another program sees it: valid by its schema, its strategies those that stand beside it.

Usage: check_session.py FOLDER SCHEMAS
"""

import base64
import json
import pathlib
import sys

from mini_schema import errors


def main():
    folder, schemas = (pathlib.Path(argument) for argument in sys.argv[1:])
    schema = json.loads((schemas / "session.schema.json").read_text())
    session = json.loads((folder / "session.noiseloom").read_text(encoding="ascii"))
    found = list(errors(session, schema))
    assert not found, found
    assert [design["name"] for design in session["designs"]] == ["toeplitz", "solved again"]
    packed, left_out = (design["strategy"] for design in session["designs"])
    assert base64.b64decode(packed, validate=True) == (folder / "in_session.npz").read_bytes()
    assert left_out is None
    # The schema does refuse what is wrong.
    session["designs"][0]["figures"]["rmse"] = -1
    assert list(errors(session, schema))


main()
