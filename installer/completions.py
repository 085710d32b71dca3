"""Completions of bash and zsh, of the pages of help that manual.py has read."""

import re


def files_of(option):
    """None, or the ending of the files that an option takes ("" for all), or "/" for folders."""
    if re.search(r"(?i)folder|^dir|^docs$", option.value):
        return "/"
    found = re.fullmatch(r"(?i)(?:name\|)?(?:file|part|record)(\.[a-z.]+)?", option.value)
    if not found:
        return None
    return (found.group(1) or "").lower()


def bash_words(options):
    return " ".join(flag for option in options for flag in option.flags)


def bash(program, pages):
    name = re.sub(r"\W", "_", program)
    top, commands = pages[0], pages[1:]
    write = [
        f"# Completion of {program} for bash, written by installer/manual.py from its --help.",
        f"_{name}_files() {{  # ending",
        "  compopt -o filenames 2>/dev/null",
        "  local IFS=$'\\n'",
        '  COMPREPLY=($(compgen -d -- "$cur") $(compgen -f -X "!*$1" -- "$cur"))',
        "}",
        f"_{name}() {{",
        "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= word",
        "  COMPREPLY=()",
    ]
    if commands:
        write += [
            '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
            "    case $word in "
            + " | ".join(page.words[1] for page in commands)
            + ") command=$word; break ;; esac",
            "  done",
        ]
    write.append("  case $command in")
    for page in pages:
        write.append(f"    {page.words[1] if len(page.words) > 1 else chr(39) * 2})")
        write.append("      case $prev in")
        for option in page.options():
            if not option.value:
                continue
            flags = " | ".join(option.flags)
            ending = files_of(option)
            if option.choices():
                does = f'COMPREPLY=($(compgen -W "{" ".join(option.choices())}" -- "$cur"))'
            elif ending == "/":
                does = 'compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$cur"))'
            elif ending is not None:
                does = f"_{name}_files '{ending}'"
            else:
                does = ":"
            write.append(f"        {flags}) {does}; return ;;")
        write.append("      esac")
        words = bash_words(page.options())
        if page is top and commands:
            words += " " + " ".join(each.words[1] for each in commands)
            write.append(f'      COMPREPLY=($(compgen -W "{words}" -- "$cur"))')
        elif page.places():
            ending = files_of(page.places()[0]) or ""
            write.append(
                f'      if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W "{words}" -- "$cur"))'
            )
            write.append(f"      else _{name}_files '{ending}'; fi")
        else:
            write.append(f'      COMPREPLY=($(compgen -W "{words}" -- "$cur"))')
        write.append("      ;;")
    write += ["  esac", "}", f"complete -F _{name} {program}"]
    return "\n".join(write) + "\n"


def zsh_text(text, limit=90):
    text = text if len(text) <= limit else text[: limit - 3].rsplit(" ", 1)[0] + " ..."
    return re.sub(
        r"([\\\[\]:'\"`])",
        lambda found: {"'": "’", '"': "", "`": ""}.get(found.group(1), "\\" + found.group(1)),
        text,
    )


def zsh_action(option):
    ending = files_of(option)
    if option.choices():
        return "(" + " ".join(option.choices()) + ")"
    if ending == "/":
        return "_files -/"
    if ending is not None:
        return f'_files -g "*{ending}(-.)"' if ending else "_files"
    return " "


def zsh_arguments(page, indent):
    write = []
    for option in page.options():
        group = "'(" + " ".join(option.flags) + ")'" if len(option.flags) > 1 else ""
        flags = "{" + ",".join(option.flags) + "}" if len(option.flags) > 1 else option.flags[0]
        many = "'*'" if option.repeated else ""
        value = f":{zsh_text(option.value)}:{zsh_action(option)}" if option.value else ""
        write.append(f"{indent}{many}{group}{flags}'[{zsh_text(option.text)}]{value}' \\")
    for place in page.places():
        write.append(
            f"{indent}'{'*' if place.repeated else '1'}:{zsh_text(place.value)}:{zsh_action(place)}' \\"
        )
    write[-1] = write[-1][:-2]
    return write


def zsh(program, pages):
    top, commands = pages[0], pages[1:]
    name = re.sub(r"\W", "_", program)
    write = [
        f"#compdef {program}",
        f"# Completion of {program} for zsh, written by installer/manual.py from its --help.",
    ]
    if not commands:
        return "\n".join(write + ["_arguments \\"] + zsh_arguments(top, "  ")) + "\n"
    write += [f"_{name}() {{", "  local state line", "  local -a commands", "  commands=("]
    write += [
        f"    '{page.words[1]}:{zsh_text(text)}'" for page, (_, text) in zip(commands, top.commands)
    ]
    write += ["  )", "  _arguments -C \\", *zsh_arguments(top, "    ")]
    write[-1] += " \\"
    write += [
        "    '1:command:->command' '*::argument:->arguments'",
        "  case $state in",
        "    command) _describe command commands ;;",
        "    arguments)",
        "      case $line[1] in",
    ]
    for page in commands:
        write += [
            f"        {page.words[1]})",
            "          _arguments \\",
            *zsh_arguments(page, "            "),
            "          ;;",
        ]
    write += ["      esac ;;", "  esac", "}", f'_{name} "$@"']
    return "\n".join(write) + "\n"
