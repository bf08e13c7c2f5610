"""A forked process behaves as one that was begun anew."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from tests.support import forked

SHOW = (
    "import os, sys, atexit, threading\n"
    "atexit.register(print, 'at the end')\n"
    "threading.Timer(0.1, print, ['a thread']).start()\n"
    "print(sys.argv, os.getcwd(), oct(os.umask(0)), sys.stdin.read(), flush=True)\n"
    "print(sorted(name for name in os.environ), sys.modules['__main__'].__dict__['SHOWN'])\n"
)
LINES = {
    "a text": ["-c", f"SHOWN = __name__\n{SHOW}", "word"],
    "a module": ["-m", "tests.support.empty_databases"],
    "a code": ["-c", "raise SystemExit(3)"],
    "a word at the end": ["-c", "raise SystemExit('so it ends')"],
    "an end that is none": ["-c", "raise SystemExit"],
    "a signal": ["-c", "import os; os.kill(os.getpid(), 9)"],
    "a traceback": ["-c", "print('before'); 1 / 0"],
    "no settings": ["-c", "from django.conf import settings; print(settings.configured)"],
    "a command": ["manage.py", "nothing_that_there_is"],
}


def ended(run, line):
    """How a line ends, and what it says: of a traceback the last line."""
    env = {**os.environ, "A_NAME": "a value", "PYTHONPATH": "somewhere"}
    done = run([sys.executable, *line], cwd=forked.ROOT, env=env, input="in", text=True,
               stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # fmt: skip
    return done.returncode, done.stdout, done.stderr.splitlines()[-1:]


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_it_says_and_ends_as_a_new_interpreter_does(line):
    assert ended(forked.run, line) == ended(subprocess.run, line)


def test_it_is_killed_and_stopped_by_signals():
    for number in (signal.SIGKILL, signal.SIGTERM):
        line = [sys.executable, "-c", "print('on', flush=True); import time; time.sleep(60)"]
        with forked.Popen(line, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout.readline() == "on\n"
            assert process.poll() is None
            process.send_signal(number)
            assert process.wait(30) == -number


def test_a_line_that_takes_too_long_is_killed():
    line = [sys.executable, "-c", "import time; time.sleep(60)"]
    with pytest.raises(subprocess.TimeoutExpired):
        forked.run(line, timeout=0.2)


def test_its_libraries_read_no_settings_and_choose_no_reactor():
    code = (
        "import sys; from django.conf import settings; import tests.support.forker as forker\n"
        "for name in forker.LIBRARIES: __import__(name)\n"
        "print(settings.configured, 'twisted.internet.reactor' in sys.modules)"
    )
    env = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    line = [sys.executable, "-c", code]
    shown = subprocess.run(line, cwd=forked.ROOT, env=env, capture_output=True, text=True)
    assert shown.stdout == "False False\n", shown.stderr
