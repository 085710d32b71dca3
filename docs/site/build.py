#!/usr/bin/env python3
"""Builds the site: docs/ and the pages at the root as they are, and references of the commands, C, Python and core.

    docs/site/build.py [--bin BUILD/bin] [--out FOLDER] [--without-core]

Needs mkdocs, and doxygen for the reference of core (installer/setup.sh site); without doxygen, or
without built programs for the commands, the page of that reference says so. Every link and anchor
is followed afterwards: one that leads nowhere is an error.
"""

import argparse
import ast
import html.parser
import re
import shutil
import subprocess
import sys
import urllib.parse
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def title_of(page):
    lines = page.read_text(encoding="utf-8").splitlines()
    return next((line[2:].strip() for line in lines if line.startswith("# ")), page.stem).replace(
        '"', "'"
    )


# The pages, as they stand in the repository, with all that they link to.


def lay_out(source):
    for page in [ROOT / name for name in PAGES] + sorted((ROOT / "docs").rglob("*.md")):
        copy(page, source)
        for link in LINK.findall(page.read_text(encoding="utf-8")):
            if "://" in link:
                continue
            target = (page.parent / urllib.parse.unquote(link)).resolve()
            for each in sorted(target.rglob("*")) if target.is_dir() else [target]:
                if each.is_file() and each.suffix != ".md":
                    copy(each, source)
            if target.is_dir() and not (target / "README.md").exists():
                (source / target.relative_to(ROOT) / "index.md").write_text(
                    listing(target), encoding="utf-8"
                )


def copy(path, source):
    target = source / path.relative_to(ROOT)
    if not path.exists():
        sys.exit(f"build.py: {path.relative_to(ROOT)} is linked to, and not there")
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, target)


def listing(folder):
    files = "\n".join(
        f"- [{each.name}]({each.name})"
        for each in sorted(folder.iterdir())
        if each.is_file() and each.suffix != ".md"
    )
    return f"# {folder.relative_to(ROOT)}\n\n{files}\n"


# References.


def c_reference():
    text = (ROOT / "app/c/noiseloom.h").read_text(encoding="utf-8")
    write = [
        "# C",
        "",
        "`#include <noiseloom.h>`; how it is installed and used: [In the training job](../docs/runtime.md#c).",
        "",
    ]
    body = text[text.index("typedef enum noiseloom_status") :]
    body = body[: body.index("#ifdef __cplusplus")].replace("NOISELOOM_EXPORT ", "")
    head = text[: text.index("#ifndef")]
    write += [comment(head).replace("\n\n", "\n\n"), ""]
    for block in re.split(r"\n\n", body):
        section = re.fullmatch(r"/\*(.*?)\*/\s*", block, re.S)
        if section:
            write += [f"## {comment(block)}", ""]
            continue
        # A comment of its own lines belongs to the declarations after it.
        for part in re.split(r"\n(?=/\*)", block):
            found = re.match(r"(/\*.*?\*/)\n(.*)", part, re.S)
            code = found.group(2) if found else part
            write += [f"```c\n{code.strip()}\n```", ""]
            if found:
                write += [comment(found.group(1)), ""]
    return "\n".join(write)


def comment(text):
    lines = [
        re.sub(r"^ ?\*? ?", "", line)
        for line in text.strip().removeprefix("/*").removesuffix("*/").split("\n")
    ]
    return (
        re.sub(r"(?<!\n)\n(?!\n)", " ", "\n".join(line.strip() for line in lines))
        .strip()
        .replace("*", "\\*")
        .replace("_", "\\_")
    )


def python_reference():
    package = ROOT / "app/python/noiseloom"
    modules = {
        path.stem: ast.parse(path.read_text(encoding="utf-8"))
        for path in [*sorted(package.glob("*.py")), package / "_noiseloom.pyi"]
    }
    write = [
        "# Python",
        "",
        "```python\nimport noiseloom\n```",
        "",
        docstring(modules["__init__"]),
        "",
        "How it is installed and used: [In the training job](../docs/runtime.md#python).",
        "",
    ]
    # What Python wraps says more than the stubs of what it wraps, which come first.
    found = {
        node.name: node
        for name, module in sorted(modules.items(), key=lambda each: each[0] != "_noiseloom")
        if name.startswith("_")
        for node in module.body
        if isinstance(node, (ast.ClassDef, ast.FunctionDef))
    }
    for module, title, depth in (
        ("__init__", "noiseloom", 2),
        ("torch", "noiseloom.torch", 3),
        ("jax", "noiseloom.jax", 3),
    ):
        if depth == 3:
            write += [f"## {title}", "", docstring(modules[module]), ""]
        own = {getattr(node, "name", ""): node for node in modules[module].body}
        for name in exported(modules[module]):
            node = own.get(name) or found.get(name)
            if node is not None:
                write += described(node, title, depth)
            elif name != "__version__":
                sys.exit(f"build.py: {title}.{name} is not found in app/python")
    return "\n".join(write)


def exported(module):
    """The names in a module's __all__."""
    for node in module.body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            return ast.literal_eval(node.value)
    sys.exit("build.py: a module of app/python has no __all__")


def docstring(node):
    """What a docstring says: examples as code, names as Markdown has them, lists of parameters as lists."""
    text = ast.get_docstring(node) or ""
    text = re.sub(r":\w+:`~?([^`]*)`", r"`\1`", text).replace("``", "`")
    write, code, listed = [], False, False
    lines = text.split("\n")
    for line, after in zip(lines, lines[1:] + [""]):
        if line.startswith(">>>") and not code:
            write.append("```")
            code = True
        if code and not line.strip():
            write.append("```")
            code = False
        if re.fullmatch(r"-{3,}", line):
            continue
        if re.fullmatch(r"-{3,}", after):
            write += [f"**{line}**", ""]
            listed = True
        elif listed and not code and line.strip():
            write.append(f"    {line.strip()}" if line.startswith(" ") else f"- `{line}`  ")
        else:
            write.append(re.sub(r"::$", ":", line))
    return "\n".join(write + ["```"] * code)


def described(node, inside, level):
    if isinstance(node, ast.ClassDef):
        write = [f"{'#' * level} {inside}.{node.name}", "", docstring(node), ""]
        for each in node.body:
            if (
                isinstance(each, ast.FunctionDef)
                and (not each.name.startswith("_") or each.name == "__init__")
                and ast.get_docstring(each)
            ):
                write += described(each, node.name, level + 1)
        return write
    attribute = any(
        isinstance(each, ast.Name) and each.id == "property" for each in node.decorator_list
    )
    signature = f"{inside}.{node.name}" + ("" if attribute else f"({ast.unparse(node.args)})")
    if node.returns is not None:
        signature += f" -> {ast.unparse(node.returns)}"
    return [
        f"{'#' * level} {inside}.{node.name}",
        "",
        f"```python\n{signature}\n```",
        "",
        docstring(node),
        "",
    ]


def commands_reference(folder):
    write = ["# Commands", ""]
    program = folder / "noiseloom-cli"
    if not program.exists():
        return "\n".join(
            write + ["Built without the programs: `noiseloom-cli COMMAND --help` says it all.", ""]
        )
    sys.path.insert(0, str(ROOT / "installer"))
    sys.dont_write_bytecode = True
    import manual

    for page in manual.pages_of(str(program)):
        write += [
            f"## {' '.join(page.words)}",
            "",
            manual.help_of(str(program), *page.words[1:]).join(["```text\n", "```"]),
            "",
        ]
    return "\n".join(write)


def core_reference(out, wanted):
    write = [
        "# Core",
        "",
        "Core is a C++20 library without Qt, which the window, the command line, C and Python stand on; "
        "[Architecture](../docs/architecture.md) is its map. Its headers say what each function "
        "takes, promises and refuses.",
        "",
    ]
    if not wanted or not shutil.which("doxygen"):
        return "\n".join([*write, "Built without doxygen: the reference is left out.", ""]), None
    settings = (
        f"PROJECT_NAME=Noiseloom core\nINPUT={ROOT}/core\nFILE_PATTERNS=*.h\nRECURSIVE=YES\nOUTPUT_DIRECTORY={out}\n"
        f"HTML_OUTPUT=core\nGENERATE_LATEX=NO\nQUIET=YES\nWARNINGS=NO\nWARN_IF_DOC_ERROR=NO\n"
        f"EXTRACT_ALL=YES\nSTRIP_FROM_PATH={ROOT}\nHTML_TIMESTAMP=NO\nJAVADOC_AUTOBRIEF=YES\n"
        "MARKDOWN_SUPPORT=YES\nHAVE_DOT=NO\nSEARCHENGINE=YES\nMACRO_EXPANSION=YES\nSORT_MEMBER_DOCS=NO\n"
    )
    write += ["[The reference of core](core/index.html), with a search of its own.", ""]
    return "\n".join(write), settings


# Links.


class Links(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.links, self.anchors = [], set()

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src") and value:
                self.links.append(value)
            if name in ("id", "name") and value:
                self.anchors.add(value)


def dead_links(out):
    pages = {}
    for path in out.rglob("*.html"):
        if (
            "core" not in path.relative_to(out / "api").parts
            if path.is_relative_to(out / "api")
            else True
        ):
            pages[path] = Links()
            pages[path].feed(path.read_text(encoding="utf-8"))
    for path, page in sorted(pages.items()):
        for link in page.links:
            address = urllib.parse.urlsplit(link)
            if address.scheme or address.netloc or path.name == "404.html":
                continue
            target = (
                (path.parent / urllib.parse.unquote(address.path)).resolve()
                if address.path
                else path
            )
            if target.is_dir():
                target = target / "index.html"
            anchor = urllib.parse.unquote(address.fragment)
            if not target.exists():
                yield f"{path.relative_to(out)}: {link} leads nowhere"
            elif anchor and target in pages and anchor not in pages[target].anchors:
                yield f"{path.relative_to(out)}: {link}: no such place"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bin", type=Path, default=ROOT / "build/bin")
    parser.add_argument("--out", type=Path, default=ROOT / "build/site")
    parser.add_argument(
        "--without-core",
        action="store_true",
        help="leave the reference of core out, most of the pages",
    )
    options = parser.parse_args()
    if not shutil.which("mkdocs"):
        print("SKIPPED: mkdocs is not there")
        return 77
    out = options.out.resolve()
    source = out.with_name(out.name + "-source")
    for folder in (out, source):
        shutil.rmtree(folder, ignore_errors=True)
    lay_out(source)
    (source / "api").mkdir()
    core, settings = core_reference(source / "api", not options.without_core)
    for name, text in {
        "c": c_reference(),
        "python": python_reference(),
        "commands": commands_reference(options.bin),
        "core": core,
    }.items():
        (source / "api" / f"{name}.md").write_text(text, encoding="utf-8")

    if settings:
        subprocess.run(
            ["doxygen", "-"],
            input=settings,
            text=True,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def several(folder):
        pages = sorted((source / folder).glob("*.md"))
        return "".join(
            f'\n      - "{title_of(page)}": {page.relative_to(source)}'
            for page in pages
            if page.name not in ("README.md", "index.md")
        )

    nav = (HERE / "mkdocs.yml").read_text(encoding="utf-8")
    nav = nav.replace(" MECHANISMS", several("docs/mechanisms")).replace(
        " RESULTS", several("docs/results")
    )
    nav = nav.replace(" REPRODUCED", several("docs/results/reproduction")).replace(
        " THEORY", several("docs/theory")
    )
    more = [
        page
        for page in sorted(source.rglob("*.md"))
        if page.name != "index.md" and f" {page.relative_to(source)}" not in nav
    ]
    if more:
        nav += (
            "  - More:"
            + "".join(f'\n      - "{title_of(page)}": {page.relative_to(source)}' for page in more)
            + "\n"
        )
    nav += f"docs_dir: {source}\nsite_dir: {out}\nextra: {{}}\n"
    settings_file = source.with_suffix(".yml")
    settings_file.write_text(nav, encoding="utf-8")
    made = subprocess.run(
        ["mkdocs", "build", "--strict", "-f", str(settings_file)], stderr=subprocess.PIPE, text=True
    )
    if made.returncode != 0:
        sys.exit(
            "\n".join(
                line
                for line in made.stderr.splitlines()
                if "INFO" not in line and not line.startswith("  - ")
            )
        )
    dead = list(dead_links(out))
    print("\n".join(dead))
    print(f"{out}: {sum(1 for _ in out.rglob('*.html'))} pages, {len(dead)} dead links")
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main())
