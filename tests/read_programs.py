"""Programs that are read line by line, and killed after one of them."""

import fcntl
import os
import subprocess

F_SETPIPE_SZ = 1031  # fcntl has the name from Python 3.10 on


def started(command, env=None):
    # A pipe for one line: the program waits until it is read, so that one which is to be killed is not over before.
    reads, writes = os.pipe2(os.O_DIRECT | os.O_CLOEXEC)
    fcntl.fcntl(writes, F_SETPIPE_SZ, 4096)
    child = subprocess.Popen([str(each) for each in command], stdout=writes, env=env)
    os.close(writes)
    child.stdout = open(reads, encoding="utf-8")
    return child


def lines_of(command):
    with started(command) as child:
        return child.stdout.read().splitlines()


def killed_after(command, line):
    """Kills the program when it has printed the line. Returns its exit code."""
    with started(command) as child:
        for each in child.stdout:
            if each == f"{line}\n":
                child.kill()
                break
    return child.returncode
