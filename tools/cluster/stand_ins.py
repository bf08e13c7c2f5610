"""The commands that stand in for those which a machine in a namespace does not have."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from tests.support.site import ROOT

CHECKOUT: Final = "checkout"
"""Below the folder of all machines: what `git clone` brings."""
INSTALLED: Final = "installed"
"""Below it too: copies of the installed lock files (`.ci/venv`)."""
APT_GET: Final = """\
[ "$1" = install ] || exit 0
shift
for package; do
  case $package in
    --yes | git | python3-venv) continue ;; # the checkout and its environment are brought
  esac
  case $(dpkg-query --show --showformat '${db:Status-Status}' "$package" 2>&1) in
    installed) ;;
    *) echo "apt-get: $package is not installed here" >&2; exit 1 ;;
  esac
done
"""
GIT: Final = """\
[ "$1" = clone ] || { echo "git: only clone stands in, not $1" >&2; exit 1; }
mkdir -p "$3"
cp -a "@FOLDER@/checkout/." "$3"
mkdir "$3/.venv"
own=$(mktemp -d "@FOLDER@/environment-XXXXXX")
chmod 755 "$own"
mkdir -m 755 "$own/upper" "$own/work"
for other in "@FOLDER@"/environment-*/upper; do
  [ "$other" = "$own/upper" ] || { cp -a "$other/." "$own/upper"; break; } # it is compiled there
done
cp -a "@FOLDER@/installed" "$own/upper"
mount -t overlay -o "lowerdir=@PREFIX@,upperdir=$own/upper,workdir=$own/work" overlay "$3/.venv"
"""
SCP: Final = """\
from=${1#root@}
holder=$(cat "@FOLDER@/${from%%:*}")
install -m 600 /dev/null "$2"
nsenter --mount --target "$holder" cat "${from#*:}" >"$2"
"""
SYSTEMCTL: Final = """\
PYTHONPATH="@ROOT@" exec "@PYTHON@" -P -m tools.cluster.units "$@"
"""
SCRIPTS: Final = {"apt-get": APT_GET, "git": GIT, "scp": SCP, "systemctl": SYSTEMCTL}


def write(target: Path, folder: Path) -> None:
    """Write stand-ins for missing commands into a folder that is first in the path.

    `folder` is that of all machines.
    """
    values = {"FOLDER": folder, "PREFIX": sys.prefix, "ROOT": ROOT, "PYTHON": sys.executable}
    for name, text in SCRIPTS.items():
        for key, value in values.items():
            text = text.replace(f"@{key}@", str(value))
        script = target / name
        script.write_text(f"#!/bin/sh\nset -eu\n{text}")
        script.chmod(0o755)
