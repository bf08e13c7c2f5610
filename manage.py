#!/usr/bin/env python
"""Django's command-line entry."""

import os
import sys


def main() -> None:
    """Run the command named on the command line; settings that are wrong end it with a sentence."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "brisca_site.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"ImproperlyConfigured: {error}")


if __name__ == "__main__":
    main()
