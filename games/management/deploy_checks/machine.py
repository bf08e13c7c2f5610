"""Checks of what runs out on a machine: room on disks, the certificate, the age of backups, mail."""

from __future__ import annotations

import shutil
import socket
import ssl
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from brisca_site.base.stamps import read_stamp, write_stamp
from games.management.deploy_checks import Finding, at_risk, passed

DAY_S: Final = 86_400
MAX_BACKUP_AGE_S: Final = 36 * 3600
LEAST_CERTIFICATE_S: Final = 14 * DAY_S
"""Certbot renews a certificate 30 days before its end: one with half of that left was not renewed."""
LEAST_FREE: Final = 0.1
"""Share of a disk that has to be free."""
CONNECT_TIMEOUT_S: Final = 5


def check_backup_age(now: float, *, made_here: bool = True) -> Iterator[Finding]:
    """Check whether a backup was made lately on this machine; `now` is in seconds since the epoch.

    `made_here`: False if another machine of the site may make the backups.
    """
    made_at = read_stamp("backup")
    if made_at is None:
        if made_here:
            yield at_risk("last backup", "none was made: systemctl start brisca-backup.service")
    elif now - made_at > MAX_BACKUP_AGE_S:
        yield at_risk(
            "last backup",
            f"it is {(now - made_at) / 3600:.0f} hours old: journalctl -u brisca-backup.service",
        )
    else:
        yield passed("last backup", f"it is {(now - made_at) / 3600:.0f} hours old.")


def check_disk(folder: Path) -> Iterator[Finding]:
    """Check whether the disk of a folder has enough free space."""
    try:
        usage = shutil.disk_usage(folder)
    except OSError as error:
        yield at_risk("disk", f"{folder}: {error.strerror}")
        return
    text = f"{usage.free / 1e9:.1f} GB of {usage.total / 1e9:.1f} GB are free in {folder}."
    if usage.free < LEAST_FREE * usage.total:
        yield at_risk("disk", f"{text} A full disk stops play.")
    else:
        yield passed("disk", text)


def check_certificate(url: str) -> Iterator[Finding]:
    """Check the TLS certificate that the site's address shows, and store when it expires."""
    parts = urlsplit(url)
    if parts.scheme != "https" or not parts.hostname:
        return
    try:
        expires_at = _expiry(parts.hostname, parts.port or 443)
    except (OSError, ValueError) as error:
        reason = getattr(error, "verify_message", "") or str(error)
        yield at_risk("certificate", f"{parts.hostname}: {reason}")
        return
    write_stamp("certificate", expires_at)
    remaining_s = expires_at - time.time()
    text = f"it is good for {remaining_s / DAY_S:.0f} days."
    if remaining_s < LEAST_CERTIFICATE_S:
        yield at_risk("certificate", f"{text} It should have been renewed: certbot renew")
    else:
        yield passed("certificate", text)


def _expiry(host: str, port: int) -> float:
    """Return the moment at which a server's TLS certificate expires.

    Raises:
        OSError: the server does not answer, or browsers would refuse its certificate.
    """
    context = ssl.create_default_context()
    with (
        socket.create_connection((host, port), CONNECT_TIMEOUT_S) as plain,
        context.wrap_socket(plain, server_hostname=host) as encrypted,
    ):
        certificate = encrypted.getpeercert() or {}
    return float(ssl.cert_time_to_seconds(str(certificate.get("notAfter", ""))))


def check_reports(*, admins: int, sends_mail: bool) -> Iterator[Finding]:
    """Check whether reports of errors and failed jobs reach a person."""
    if not sends_mail:
        yield at_risk(
            "mail", "EMAIL_URL is not set: nobody gets a mail, they are files in VAR_DIR."
        )
    elif not admins:
        yield at_risk("mail", "ADMINS is not set: errors and failed jobs are told to nobody.")
    else:
        yield passed("mail", "errors and failed jobs are mailed to ADMINS.")
