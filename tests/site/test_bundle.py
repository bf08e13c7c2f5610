"""What a page loads is one script in its language, and says the same as its modules do."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from brisca_site.bundle import BundleError, Bundler, Module
from brisca_site.minify import UnreadableScriptError, minify
from brisca_site.script_texts import quote
from brisca_site.static import ENTRIES, catalogues
from tests.support.needs import needs_node

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "static"


def read(name: str) -> str:
    """The source of a module."""
    return (STATIC / name).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    """All bundles, by name."""
    return dict(Bundler(read, catalogues()).bundles(list(ENTRIES)))


def bundle(files: dict[str, str], entry: str = "main.js") -> dict[str, str]:
    """The bundles of a few modules, in English."""
    return dict(Bundler(files.__getitem__, {}).bundles([entry]))


def run(code: str, folder: Path) -> object:
    """What a module leaves in `globalThis.told`, as JSON."""
    path = folder / "run.mjs"
    wait = "while (globalThis.told === undefined) await new Promise((done) => setTimeout(done, 5));"
    path.write_text(f"{code}\n{wait}\nconsole.log(JSON.stringify(globalThis.told));")
    done = subprocess.run(
        [shutil.which("node") or "", path], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def test_every_page_names_a_script_that_is_bundled() -> None:
    named = set()
    for path in (ROOT / "templates").rglob("*.html"):
        named |= set(
            re.findall(r'\{% (?:(?:early_)?script|static) "(js/[^"]+)" %\}', path.read_text())
        )
    assert named == set(ENTRIES)


@needs_node
def test_every_bundle_is_a_script(made: dict[str, str], tmp_path: Path) -> None:
    scripts = tmp_path / "made.json"
    scripts.write_text(json.dumps(made))
    check = """
    const made = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
    for (const [identifier, code] of Object.entries(made))
      new (require("vm").SourceTextModule)(code, { identifier });
    """
    done = subprocess.run(
        [shutil.which("node") or "", "--experimental-vm-modules", "-e", check, scripts],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


def test_no_bundle_imports_anything_but_what_is_loaded_later(made: dict[str, str]) -> None:
    for name, code in made.items():
        assert not re.search(r"(?m)^(?:import\b(?!\()|export\b(?! function load\())", code), name


def test_what_runs_before_the_first_paint_needs_no_module(made: dict[str, str]) -> None:
    """Its bundle is a plain script too: it neither imports nor waits, and takes no name of others."""
    code = made["js/lib/theme.js"]
    assert not re.search(r"\b(?:import|export|await)\b|import\.meta", code)
    outside, *blocks = re.split(r"(?m)^(?=\{$)", code)
    assert re.findall(r"(?:const|let|class|function) (\S+?)=", outside) == ["_$m"]
    assert blocks
    assert all(block.endswith("}\n") for block in blocks)


def test_texts_stand_in_the_language_of_the_page(made: dict[str, str]) -> None:
    for language, words in catalogues().items():
        code = made[f"js/table/main.{language}.js"]
        assert f"_({quote(words.gettext('Your turn'))}" in code
        assert "'Your turn'" not in code
        assert quote(words.ngettext("%(n)s card left", "%(n)s cards left", 2)) in "".join(
            text for name, text in made.items() if f".{language}." in name
        )
    assert "_('Your turn')" in made["js/table/main.js"]


@needs_node
def test_exports_reach_who_imports_them_under_any_name(tmp_path: Path) -> None:
    files = {
        "main.js": "import { one as uno, Two } from './lib/a.js';\nimport './lib/b.js';\n"
        "globalThis.told = [uno(), new Two().n, globalThis.b];\n",
        "lib/a.js": "export { one } from './c.js';\nexport class Two { n = 2; }\n",
        "lib/b.js": "globalThis.b = 'b';\nexport {};\n",
        "lib/c.js": "const hidden = 1;\nexport function one() { return hidden; }\n",
    }
    assert run(bundle(files)["main.js"], tmp_path) == [1, 2, "b"]


@needs_node
def test_what_is_loaded_later_shares_what_is_there(tmp_path: Path) -> None:
    files = {
        "main.js": "import { state } from './parts/state.js';\nstate.n += 1;\n"
        "import { late } from './parts/ask.js';\n"
        "late().then((late) => { globalThis.told = late.told(); });\n",
        "parts/ask.js": "export const late = () => import('./late.js');\n",
        "parts/state.js": "export const state = { n: 1 };\n",
        "parts/late.js": "import { state } from './state.js';\nimport { more } from './more.js';\n"
        "export function told() { return [state.n, more]; }\n",
        "parts/more.js": "export const more = 'more';\n",
    }
    made = bundle(files)
    assert set(made) == {"main.js", "parts/late.js"}
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "late.js").write_text(made["parts/late.js"])
    (tmp_path / "package.json").write_text('{"type": "module"}')
    assert run(made["main.js"], tmp_path) == [2, "more"]
    assert "n: 1" not in made["parts/late.js"]


@needs_node
def test_a_name_may_mean_different_things_to_different_modules(tmp_path: Path) -> None:
    files = {
        "main.js": "import { one as name } from './a.js';\nimport { two } from './b.js';\n"
        "import { three } from './c.js';\nglobalThis.told = [name(), two(), three()];\n",
        "a.js": "export function one() { return 'a'; }\n",
        "b.js": "import { four as name } from './d.js';\nexport const two = () => name();\n",
        "c.js": "const name = () => 'c';\nexport const three = () => name();\n",
        "d.js": "export function four() { return 'd'; }\n",
    }
    assert run(bundle(files)["main.js"], tmp_path) == ["a", "d", "c"]


def test_no_imported_name_hides_one_of_the_browser() -> None:
    config = (ROOT / "eslint.config.js").read_text(encoding="utf-8")
    of_browsers = set(re.findall(r"'(\w+)'", config.split("readonly")[0]))
    assert {"document", "fetch", "scrollTo"} <= of_browsers
    for path in (STATIC / "js").rglob("*.js"):
        name = path.relative_to(STATIC).as_posix()
        assert not set(Module(name, read(name)).imported) & of_browsers, name


def test_a_circle_is_refused_by_name() -> None:
    files = {"main.js": "import { a } from './a.js';\n", "a.js": "import { b } from './main.js';\n"}
    with pytest.raises(BundleError, match=r"main\.js imports a\.js imports main\.js"):
        bundle(files)


def test_what_cannot_be_bundled_is_refused_by_name() -> None:
    with pytest.raises(BundleError, match=r"main\.js: export default"):
        bundle({"main.js": "export default 1;\n"})


@pytest.mark.parametrize(
    ("source", "short"),
    [
        ("const a = 1; // one\nconst b = 2;\n", "const a=1;const b=2;\n"),
        ("/** doc */\nfoo( /* in */ a,\n  b );\n", "foo(a,b);\n"),
        ("let s = 'a // b', t = \"/* c */\";\n", "let s='a // b',t=\"/* c */\";\n"),
        ("const r = /[/'\"]\\/`/g;\n", "const r=/[/'\"]\\/`/g;\n"),
        ("a = b / c / d;\n", "a=b / c / d;\n"),
        ("x = html`<p>\n    ${y ? html`a  b // c` : `d\n  e`}\n  </p>`;\n",
         "x=html`<p> ${y?html`a  b // c`:`d\n  e`} </p>`;\n"),
        ("a = b\n(c)\n", "a=b\n(c)\n"),
        ("return  x + +y\n", "return x + +y\n"),
    ],
)  # fmt: skip
def test_only_comments_and_spare_space_go(source: str, short: str) -> None:
    assert minify(source) == short


@pytest.mark.parametrize("source", ["a = `b", "a = 'b\n", "/* a", "f(() => {"])
def test_half_a_script_is_refused(source: str) -> None:
    with pytest.raises(UnreadableScriptError):
        minify(source)
