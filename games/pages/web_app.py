"""Views that make the site an app: manifest, icons, and the service worker for offline pages."""

from __future__ import annotations

import json
from functools import cache
from typing import Final

import resvg_py
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import path, reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from brisca_site.base.standalone_pages import render_standalone

ICON_SIZES_PX: Final = (180, 192, 512)
FIRST_RETRY_S: Final = 4
"""Seconds after which the page for no connection tries again for the first time."""
SHELL_FILES: Final = (
    "css/tokens.css",
    "css/base.css",
    "css/components.css",
    "css/pages.css",
    "css/table.css",
    "css/review.css",
    "js/lib/theme.js",
    "js/site.js",
    "fonts/alegreya-680.woff2",
    "fonts/figtree-400-700.woff2",
    "img/icons.svg",
    "img/tiles.svg",
    "brand/favicon.svg",
)
"""Static files that every page needs, which the service worker fetches when it is installed."""


@require_safe
@cache_control(max_age=3600)
@vary_on_headers("Accept-Language", "Cookie")
def manifest(request: HttpRequest) -> HttpResponse:
    """Answer with the web app manifest, in the language of the page."""
    icons = [
        {"src": reverse("app_icon", args=[size]), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in ICON_SIZES_PX
    ]
    return JsonResponse(
        {
            "id": "/",
            "name": _("Brisca"),
            "short_name": _("Brisca"),
            "description": _("Play Brisca live, against people or bots, and review every card."),
            "lang": get_language(),
            "start_url": "/?app",
            "scope": "/",
            "display": "standalone",
            "orientation": "any",
            "background_color": "#3d6264",
            "theme_color": "#3d6264",
            "categories": ["games", "card"],
            "icons": [icon | {"purpose": purpose} for icon in icons for purpose in ICON_PURPOSES],
            "shortcuts": [{"name": _("Matches"), "url": reverse("match_list")}],
        },
        content_type="application/manifest+json",
    )


ICON_PURPOSES: Final = ("any", "maskable")
"""Purposes of the icons; their drawing keeps to the middle, so that any mask fits."""


@cache
def _icon(size: int) -> bytes:
    """Return the app's icon as PNG bytes, `size` by `size` pixels."""
    source = finders.find("brand/icon.svg")
    assert isinstance(source, str)
    return bytes(resvg_py.svg_to_bytes(svg_path=source, width=size, height=size))


@require_safe
@cache_control(public=True, max_age=604_800)
def app_icon(request: HttpRequest, size: int) -> HttpResponse:
    """Answer with the icon of the app as PNG.

    Raises:
        Http404: there is no icon of this size.
    """
    if size not in ICON_SIZES_PX:
        raise Http404
    return HttpResponse(_icon(size), content_type="image/png")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show the page that the service worker shows while the site cannot be reached."""
    return render_standalone("errors/offline.html", retry_s=FIRST_RETRY_S)


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """Answer with the script of the service worker.

    Its text changes with the set of static files; a new worker clears the cache of the old one.
    """
    source = finders.find("js/worker/sw.js")
    assert isinstance(source, str)
    version = getattr(staticfiles_storage, "manifest_hash", "") or "source"
    shell = {
        "version": version,
        "files": [static(name) for name in SHELL_FILES],
        "offline": reverse("offline"),
        "icon": reverse("app_icon", args=[192]),
        "static": settings.STATIC_URL,
    }
    with open(source, encoding="utf-8") as file:
        body = f"self.SHELL = {json.dumps(shell)};\n{file.read()}"
    response = HttpResponse(body, content_type="text/javascript; charset=utf-8")
    response["Service-Worker-Allowed"] = "/"
    return response


APP_URLS = [
    path("manifest.webmanifest", manifest, name="manifest"),
    path("icon-<int:size>.png", app_icon, name="app_icon"),
    path("offline/", offline, name="offline"),
    path("sw.js", worker, name="service_worker"),
]
