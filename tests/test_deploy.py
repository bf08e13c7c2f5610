"""What operators are given agrees with the code: documents, units, nginx, compose, alerts."""

from __future__ import annotations

import configparser
import inspect
import re
import shutil
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from brisca_site.base.logs import blot
from brisca_site.retention import PERIODS
from games.live.core import metrics
from games.live.core.settings import Options
from games.live.process import health
from games.management.commands.serve import Command as Serve

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "docs" / "deploy"
OPERATIONS = sorted((ROOT / "docs" / "operations").glob("*.md"))
TEXT = "\n".join(page.read_text() for page in OPERATIONS)
SECRET_PATHS = (
    ("/accounts/password/reset/key/", "4-xyz-abc"),
    ("/accounts/confirm-email/", "abc:def"),
    ("/appeal/", "Mw:1abc:def"),
    ("/clubs/calendar/", "u6Y3-pQx_8nUo1bW0tE2Zg"),
    ("/clubs/join/", "u6Y3-pQx_8nUo1bW0tE2Zg"),
)
"""Beginnings of addresses whose next part is a secret, and such a part."""
UNITS = sorted(path.name for path in DEPLOY.iterdir() if path.suffix in (".service", ".timer"))


def exposed() -> dict[str, str]:
    """Name -> type of every metric of our own."""
    text = metrics.exposition().decode()
    return dict(re.findall(r"^# TYPE (brisca_\w+) (\w+)", text, re.MULTILINE))


def unit(name: str) -> configparser.ConfigParser:
    class Lines(dict):  # type: ignore[type-arg]
        """A key may come again: its values are gathered."""

        def __setitem__(self, key, value):  # type: ignore[no-untyped-def]
            if isinstance(value, list) and key in self:
                self[key].extend(value)
            else:
                super().__setitem__(key, value)

    parser = configparser.ConfigParser(dict_type=Lines, strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(DEPLOY / name)
    return parser


def environment(path: Path) -> dict[str, str]:
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


def test_documents_name_no_metric_that_there_is_not() -> None:
    for page in (*OPERATIONS, ROOT / "docs" / "upgrading.md", ROOT / "docs" / "alerts.md"):
        named = set(re.findall(r"`(brisca_\w+)`", page.read_text())) - {"brisca_site"}
        assert named <= set(exposed()), page.name


def test_every_metric_is_explained() -> None:
    names = exposed()
    assert len(names) > 25
    assert [name for name in names if f"`{name}`" not in TEXT] == []
    told = set(re.findall(r"`(brisca_\w+)`", TEXT))
    assert told <= set(names), told - set(names)


def test_every_trouble_is_explained() -> None:
    source = Path(health.__file__).read_text()
    troubles = set(re.findall(r'"([a-z]+)"', source)) - {"due", "alive"}
    assert {"draining", "starting", "database", "journal", "pubsub", "clocks", "loop"} <= troubles
    for trouble in (
        "draining",
        "starting",
        "database",
        "journal",
        "pubsub",
        "clocks",
        "loop",
        "disk",
    ):
        assert f"| `{trouble}` |" in TEXT


def test_every_variable_of_the_environment_is_explained() -> None:
    settings = (ROOT / "brisca_site" / "settings.py").read_text()
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', settings))
    for module in (metrics, sys.modules[Serve.__module__]):
        read |= set(re.findall(r'environ\.get\("([A-Z_]+)"', inspect.getsource(module)))
    assert [name for name in sorted(read) if f"`{name}`" not in TEXT] == []
    assert set(environment(DEPLOY / "brisca.env")) <= read


def test_limits_are_those_of_the_code() -> None:
    options = Options()
    assert f"| {options.arrivals_burst} at once, {options.arrivals_rate:g} a second |" in TEXT
    assert f"| {options.sockets_a_user} an account, {options.sockets_an_address} an addr" in TEXT
    assert f"| {options.burst} at once, {options.rate:g} a second; after {options.flood}" in TEXT
    assert f"| {options.account_burst} at once, {options.account_rate:g} a second |" in TEXT
    assert f"| {options.inbox} messages / {options.outbox} frames, " in TEXT
    assert (
        f"or {options.unread_bytes // 1024} KiB that the client is not known to have read" in TEXT
    )
    assert {"arrivals_rate", "account_rate"} <= {field.name for field in fields(Options)}


def test_commands_that_are_named_exist() -> None:
    texts = [TEXT, *(path.read_text() for path in DEPLOY.rglob("*") if path.is_file())]
    named = {name for text in texts for name in re.findall(r"manage\.py (\w+)", text)}
    named |= {name for text in texts for name in re.findall(r'"manage\.py", "(\w+)"', text)}
    assert named <= set(get_commands()), named - set(get_commands())
    assert {"serve", "backup", "migrate", "clean", "check_ledger"} <= named


def test_the_process_of_the_pages_gives_way_to_those_of_the_tables() -> None:
    given = unit("brisca-pages.conf")["Service"]
    assert given["Nice"] == "10"
    folder = "/etc/systemd/system/brisca@8101.service.d/pages.conf"
    assert f"install -D -m 644 docs/deploy/brisca-pages.conf {folder}\n" in TEXT
    assert folder in (DEPLOY / "brisca-pages.conf").read_text()
    pages = yaml.safe_load((DEPLOY / "compose.yml").read_text())["services"]["pages"]
    assert pages["cpu_shares"] == 1024 * int(given["CPUWeight"]) // 100


def test_every_unit_that_fails_is_told_to_somebody() -> None:
    for name in UNITS:
        if name.endswith(".service") and name != "brisca-failed@.service":
            assert unit(name)["Unit"]["OnFailure"] == "brisca-failed@%n.service", name
    command = unit("brisca-failed@.service")["Service"]["ExecStart"]
    assert command.endswith("manage.py report_failure %i")
    assert "brisca-failed@.service" in TEXT
    assert "brisca-check.timer" in TEXT


def test_nginx_logs_the_id_of_a_request_and_no_secret() -> None:
    nginx = (DEPLOY / "nginx.conf").read_text()
    assert "request=$request_id" in nginx
    assert "access_log /var/log/nginx/brisca.log brisca;" in nginx
    lines = re.search(r"log_format brisca (.*?);", nginx, re.DOTALL)
    assert lines is not None
    for secret in ("$request ", '$request"', "$args", "$request_uri", "$uri", "$http_", "$cookie"):
        assert secret not in lines[1]
    (pattern,) = re.findall(r"~(\^\(/\S*accounts\S+)", nginx)
    for path, secret in SECRET_PATHS:
        found = re.match(pattern, f"{path}{secret}/")
        assert found is not None
        assert found[1] == path
        assert secret not in blot(f"Internal Server Error: {path}{secret}/")


def test_every_alert_has_a_severity_words_and_a_how_to() -> None:
    rules = yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"][0]["rules"]
    how_to = (ROOT / "docs" / "alerts.md").read_text()
    headings = re.findall(r"^## (\w+)$", how_to, re.MULTILINE)
    assert headings == [rule["alert"] for rule in rules]
    for rule in rules:
        assert rule["labels"]["severity"] in ("warning", "critical")
        assert len(rule["annotations"]["summary"]) > 10
        anchor = f"docs/alerts.md#{rule['alert'].lower()}"
        assert rule["annotations"]["runbook_url"] == anchor


def test_a_page_that_fails_for_one_person_raises_an_alert() -> None:
    rules = yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"][0]["rules"]
    (rule,) = [rule for rule in rules if rule["alert"] == "BriscaServerErrors"]
    assert rule["expr"].endswith("> 0")
    figures = metrics.exposition().decode()
    for method in ("GET", "POST"):  # a count that begins at 1 would be no increase
        assert f'brisca_http_seconds_count{{method="{method}",status="5xx"}}' in figures


def test_alerts_ask_for_metrics_that_there_are() -> None:
    kinds = exposed()
    rules = yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"][0]["rules"]
    assert len(rules) == len({rule["alert"] for rule in rules}) > 10
    for rule in rules:
        for name in re.findall(r"brisca_\w+", rule["expr"]):
            base = re.sub(r"_(bucket|count|sum)$", "", name)
            assert name in kinds or kinds.get(base) == "histogram", name
        assert rule["expr"].count("(") == rule["expr"].count(")")


def test_ports_agree_between_nginx_units_prometheus_and_compose() -> None:
    nginx = (DEPLOY / "nginx.conf").read_text()
    ports = re.findall(r"^\s+server 127\.0\.0\.1:(\d+)", nginx, re.MULTILINE)
    tables, pages = ["8001", "8002", "8003"], "8101"
    assert ports == [*tables, pages, *tables], (
        "the tables' processes stand in for that of the pages"
    )
    scrape = yaml.safe_load((DEPLOY / "prometheus.yml").read_text())["scrape_configs"][0]
    assert scrape["static_configs"][0]["targets"] == [
        f"127.0.0.1:{port}" for port in (*tables, pages)
    ]
    assert scrape["metrics_path"] == "/metrics"
    assert "brisca@8001 brisca@8002 brisca@8003 brisca@8101" in TEXT
    services = yaml.safe_load((DEPLOY / "compose.yml").read_text())["services"]
    for name, port in (("site1", "8001"), ("site2", "8002"), ("pages", pages)):
        assert services[name]["command"][-1] == port
        assert services[name]["ports"] == [f"127.0.0.1:{port}:{port}"]
        assert f":{port}/readyz" in services[name]["healthcheck"]["test"][-1]


def compose_services() -> dict[str, Any]:
    """Return the services of the compose file that run the site."""
    services = yaml.safe_load((DEPLOY / "compose.yml").read_text())["services"]
    return {name: service for name, service in services.items() if service["image"] == "brisca"}


def test_compose_runs_the_site_as_an_ordinary_user_without_rights() -> None:
    instructions = re.findall(r"^([A-Z]+) (.*)$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    assert [value for name, value in instructions if name == "USER"] == ["brisca"]
    assert [name for name, _ in instructions][-2:] == ["USER", "CMD"]
    services = compose_services()
    assert set(services) == {"prepare", "site1", "site2", "pages", "backup", "clean"}
    for name, service in services.items():
        assert "user" not in service, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["read_only"] is True, name
        assert not any(volume.startswith((".", "/")) for volume in service["volumes"]), name
        assert (DEPLOY / service["build"]["context"]).resolve() == ROOT
        assert (ROOT / service["build"]["dockerfile"]) == DEPLOY / "Dockerfile"


def test_compose_hands_on_what_mail_needs() -> None:
    for service in compose_services().values():
        assert {"EMAIL_URL", "DEFAULT_FROM_EMAIL", "ADMINS"} <= set(service["environment"])


def test_compose_prepares_backs_up_and_cleans_by_the_commands_of_the_units() -> None:
    services = compose_services()
    assert services["prepare"]["command"] == ["python", "manage.py", "prepare"]
    for name in ("backup", "clean"):
        lines = re.findall(r"manage\.py .*", services[name]["command"][-1])
        started = unit(f"brisca-{name}.service")["Service"]["ExecStart"]
        assert lines == re.findall(r"manage\.py .*", started)
    for name in set(services) - {"prepare"}:
        condition = services[name]["depends_on"]["prepare"]["condition"]
        assert condition == "service_completed_successfully", name


def test_the_image_holds_what_compose_and_the_site_need_and_no_secrets() -> None:
    dockerfile = (DEPLOY / "Dockerfile").read_text()
    for source in re.findall(r"^COPY (.*) \./?$", dockerfile, re.MULTILINE):
        assert all((ROOT / name).exists() for name in source.split())
    # Debian 12 has the tools of PostgreSQL 15, and pg_dump must be no older than the server.
    assert "bookworm" in dockerfile.split("FROM ")[1].splitlines()[0]
    assert "postgresql-client" in dockerfile
    services = yaml.safe_load((DEPLOY / "compose.yml").read_text())["services"]
    assert services["db"]["image"] == "postgres:15"
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    assert {".git", ".venv", "node_modules", "var", ".env"} <= set(ignored)


def test_nginx_passes_on_what_the_site_believes_and_keeps_the_rest_to_itself() -> None:
    nginx = (DEPLOY / "nginx.conf").read_text()
    assert nginx.count("proxy_set_header X-Forwarded-For $remote_addr;") == 2
    assert nginx.count("proxy_set_header X-Forwarded-Proto $scheme;") == 2
    assert nginx.count("proxy_set_header Host $http_host;") == 2
    assert "location = /metrics { return 404; }" in nginx
    assert "location = /readyz  { return 404; }" in nginx
    assert "location /ws/ {" in nginx
    assert nginx.count("{") == nginx.count("}")
    assert environment(DEPLOY / "brisca.env")["NUM_PROXIES"] == "1"


def test_nginx_speaks_present_tls_and_leads_no_program_on_that_came_without_it() -> None:
    nginx = (DEPLOY / "nginx.conf").read_text()
    assert "ssl_protocols TLSv1.2 TLSv1.3;" in nginx
    (ciphers,) = re.findall(r"ssl_ciphers (\S+);", nginx)
    assert all(one.startswith("ECDHE-") for one in ciphers.split(":")), "forward secrecy"
    assert all("GCM" in one or "POLY1305" in one for one in ciphers.split(":")), "authenticated"
    plain = nginx[: nginx.index("listen 443")]
    assert "location /api/ { return 403; }" in plain


@pytest.mark.skipif(shutil.which("nginx") is None, reason="no nginx here to ask")
def test_nginx_takes_its_configuration(tmp_path: Path) -> None:
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", "/CN=brisca.example", "-keyout", tmp_path / "privkey.pem"),
            *("-out", tmp_path / "fullchain.pem"),
        ],
        check=True,
        capture_output=True,
    )
    site = (DEPLOY / "nginx.conf").read_text().replace("/etc/ssl/brisca", str(tmp_path))
    whole = tmp_path / "nginx.conf"
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {tmp_path}/{kind};\n" for kind in kinds)
    http = f"http {{\naccess_log off;\n{places}{site}\n}}\n"
    whole.write_text(f"pid {tmp_path}/pid;\nevents {{}}\n{http}")
    done = subprocess.run(
        ["nginx", "-t", "-c", whole, "-p", tmp_path, "-e", tmp_path / "log"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", UNITS)
def test_units_are_whole_and_run_commands_of_the_site(name: str) -> None:
    parser = unit(name)
    assert parser.has_section("Unit")
    if name.endswith(".timer"):
        assert (DEPLOY / name.replace(".timer", ".service")).exists()
        return
    service = parser["Service"]
    assert service["EnvironmentFile"] == "/etc/brisca.env"
    for command in service["ExecStart"].splitlines():
        assert command.split()[:2] == ["/srv/brisca/.venv/bin/python", "manage.py"]
        assert command.split()[2] in get_commands()


def test_the_service_gives_the_drain_the_time_it_takes() -> None:
    service = unit("brisca@.service")["Service"]
    assert service["KillSignal"] == "SIGTERM"
    assert int(service["TimeoutStopSec"]) >= 30
    assert service["ExecStart"].endswith("serve --host 127.0.0.1 --port %i")


@pytest.mark.parametrize("name", [name for name in UNITS if name.endswith(".service")])
def test_services_keep_their_data_private_and_have_no_rights_they_do_not_need(name: str) -> None:
    service = unit(name)["Service"]
    assert (service["UMask"], service["StateDirectoryMode"]) == ("0077", "0700")
    assert service["CapabilityBoundingSet"] == ""
    assert service["ProtectSystem"] == "strict"
    assert service["SystemCallFilter"].splitlines() == ["@system-service", "~@privileged"]
    for key in ("NoNewPrivileges", "ProtectKernelTunables", "LockPersonality", "PrivateDevices"):
        assert service[key] == "yes", key


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here to ask")
@pytest.mark.parametrize("name", [name for name in UNITS if name.endswith(".service")])
def test_systemd_counts_its_services_as_confined(name: str) -> None:
    """Of ten, 0 is best; a service without a word on rights has 9.6."""
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--threshold=25", DEPLOY / name],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout[-1000:] + done.stderr


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here to ask")
@pytest.mark.parametrize("name", UNITS)
def test_systemd_takes_its_units(name: str, tmp_path: Path) -> None:
    copy = tmp_path / name.replace("@", "@8001")
    text = (DEPLOY / name).read_text()
    copy.write_text(text.replace("/srv/brisca/.venv/bin/python", "/bin/true"))
    if name.endswith(".timer"):
        service = name.replace(".timer", ".service")
        (tmp_path / service).write_text("[Service]\nType=oneshot\nExecStart=/bin/true\n")
    done = subprocess.run(
        ["systemd-analyze", "verify", copy], capture_output=True, text=True, timeout=60
    )
    ours = [line for line in done.stderr.splitlines() if line.startswith((copy.name, str(copy)))]
    assert ours == []


def test_copies_for_a_point_in_time_are_kept_no_longer_than_backups() -> None:
    """Visitors are told how old backups become."""
    page = (ROOT / "docs" / "howto" / "point-in-time-recovery.md").read_text()
    (days,) = re.findall(r"^repo1-retention-full=(\d+)$", page, re.MULTILINE)
    assert int(days) + 1 < {one.name: one.days for one in PERIODS}["backups"]
    assert f"retention: {24 * int(days)}h" in page
    assert f"the last {days} days" in TEXT


def test_files_that_the_pages_name_exist() -> None:
    for path in re.findall(r"`(docs/deploy/[\w@.-]+)`", TEXT):
        assert (ROOT / path).exists(), path
