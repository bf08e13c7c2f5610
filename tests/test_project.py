"""The project as a whole: its top level, its locks, and what must not stand in it."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

from tests.conftest import SYSTEM_TESTS

ROOT = Path(__file__).parents[1]
TOP = {
    ".ci", ".github", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile", "README.md", "accounts", "brisca_site", "docs", "games",
    "locale", "manage.py", "package.json", "package-lock.json", "pyproject.toml",
    "requirements.txt", "requirements-dev.txt", "requirements-fast.txt", "requirements-uvicorn.txt",
    "static", "templates", "tests", "tools",
    ".gitignore", ".importlinter", "eslint.config.js", "jsconfig.json",
}  # fmt: skip


def tracked() -> list[Path]:
    """Files that belong to the project."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True
    )
    return [ROOT / name for name in listed.stdout.split("\0") if name]


def texts() -> list[tuple[str, str]]:
    """Name and text of every text file that we wrote."""
    found = []
    for path in tracked():
        name = path.relative_to(ROOT).as_posix()
        if name.startswith("static/vendor/") or name == "package-lock.json" or not path.exists():
            continue
        if path.suffix not in (
            ".png",
            ".webp",
            ".jpg",
            ".mo",
            ".ico",
            ".npz",
            ".xz",
            ".gz",
            ".woff2",
        ):
            found.append((name, path.read_text()))
    return found


def test_the_top_level_holds_what_it_should() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in tracked()} <= TOP


def test_every_requirement_is_locked_by_its_hash() -> None:
    locks = [*ROOT.glob("requirements*.txt"), *ROOT.glob(".ci/requirements*.txt")]
    locks.append(ROOT / "docs" / "examples" / "requirements.txt")
    assert len(locks) == 6
    for lock in sorted(locks):
        lines = lock.read_text().replace("\\\n", " ").splitlines()
        wanted = [line for line in lines if line and not line.startswith(("#", " ", "--", "-r "))]
        assert wanted or lines == ["-r requirements.txt"], lock
        for line in wanted:
            assert "==" in line, line
            assert "--hash=sha256:" in line, line


def test_nothing_names_a_machine_or_a_registry() -> None:
    paths = re.compile(r"(?<![\w.])/(?:home|root|work|Users)/\w+")
    for name, text in texts():
        assert not paths.search(text), (name, paths.search(text))
        if name != "tests/test_project.py":
            assert "pypi.org" not in text, name
            assert "registry.npmjs" not in text, name


STANDALONE = "templates/errors/_standalone.html"
"""Page of a failure, whose style the site allows by its hash, as another file might not come."""


def test_templates_hold_no_script_or_style_of_their_own() -> None:
    wrong = re.compile(r"<script(?![^>]*\bsrc=)[^>]*>|\sstyle=|\son\w+=\"|<style\b|javascript:")
    for name, text in texts():
        if name.startswith("templates/") and name != STANDALONE:
            assert not wrong.search(text), (name, wrong.search(text))


def test_scripts_write_no_markup_of_strings() -> None:
    for name, text in texts():
        if name.startswith("static/js/"):
            for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", "document.write"):
                assert word not in text, (name, word)


def test_what_the_readme_names_exists() -> None:
    readme = (ROOT / "README.md").read_text()
    for target in re.findall(r"`make ([\w-]+)`", readme):
        assert f"\n{target}:" in (ROOT / "Makefile").read_text(), target
    for path in re.findall(r"\]\(((?:docs|tools)/[\w./-]+)\)", readme):
        assert (ROOT / path).exists(), path


def test_make_run_says_how_far_it_is_and_stops_where_a_step_fails() -> None:
    done = subprocess.run(
        ["make", "-n", "run", "PORT=8123"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    steps = re.findall(r'echo "(\d) of (\d): ', done.stdout)
    assert steps == [(str(number), str(len(steps))) for number in range(1, len(steps) + 1)]
    assert ".ci/venv requirements.txt" in done.stdout
    assert "manage.py prepare" in done.stdout
    assert "exec .venv/bin/python manage.py serve --host 127.0.0.1 --port 8123" in done.stdout


def test_the_tree_holds_the_pictures_that_documents_show_and_no_others() -> None:
    texts = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    shown = {name for text in texts for name in re.findall(r"images/([\w.-]+)", text.read_text())}
    assert {path.name for path in (ROOT / "docs" / "images").iterdir()} == shown


def test_every_test_runs_once_a_day_and_all_but_the_long_ones_before_a_change_lands() -> None:
    def line(target: str) -> str:
        done = subprocess.run(
            ["make", "--no-print-directory", "-n", target],  # `make test` itself may run this
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.splitlines()[-1]

    assert line("test") == ".ci/test --without-systems"
    assert line("test-all") == ".ci/test"
    assert line("test-short") == ".ci/test --without-long"
    run = (ROOT / ".ci" / "run").read_text()
    assert '  "") tests=test-short ;;\n  --all) tests=test-all ;;\n' in run
    assert run.endswith("then make test-all; else make test-short; fi\n")
    assert "'schedule' && '--all'" in (ROOT / ".github" / "workflows" / "ci.yml").read_text()
    assert [name for name in SYSTEM_TESTS if not (ROOT / "tests" / name).exists()] == []


MIGRATIONS_BEFORE_DOCSTRINGS = {"accounts": 10, "games": 60}
"""Number of the last migration of each app that may begin without a docstring."""


def test_a_new_migration_says_why_it_changes_the_database() -> None:
    silent = [
        f"{path.parent.parent.name}/{path.name}: begin it with a docstring that says why"
        for path in tracked()
        if path.parent.name == "migrations" and path.suffix == ".py" and path.name[:4].isdigit()
        if int(path.name[:4]) > MIGRATIONS_BEFORE_DOCSTRINGS[path.parent.parent.name]
        if ast.get_docstring(ast.parse(path.read_text())) is None
    ]
    assert silent == []
