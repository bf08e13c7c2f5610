"""URL patterns of the site: pages, API, accounts and admin."""

from django.contrib import admin
from django.urls import include, path

from accounts.views import choose_language
from brisca_site.catalogue import catalogue
from brisca_site.security_txt import security_txt
from brisca_site.well_known import change_password, favicon, robots_txt

urlpatterns = [
    path(".well-known/security.txt", security_txt, name="security_txt"),
    path(".well-known/change-password", change_password, name="change_password"),
    path("robots.txt", robots_txt, name="robots_txt"),
    path("favicon.ico", favicon, name="favicon"),
    path("i18n/setlang/", choose_language, name="set_language"),
    path("jsi18n/<str:language>/", catalogue, name="javascript-catalog"),
    path("accounts/", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("api/", include("games.site.api_urls")),
    path("", include("games.site.page_urls")),
]

handler400 = "brisca_site.errors.bad_request"
handler403 = "brisca_site.errors.forbidden"
handler404 = "brisca_site.errors.not_found"
handler429 = "accounts.limit_pages.allauth_limit"
handler500 = "brisca_site.errors.server_error"
