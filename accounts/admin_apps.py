"""Django's admin app on the site of `accounts.admin_site`."""

from django.contrib.admin.apps import AdminConfig


class StaffAdminConfig(AdminConfig):
    """App config of the admin on a site that asks staff for a second factor."""

    default = False
    default_site = "accounts.admin_site.StaffSite"
