"""Settings of response headers for browsers, such as the content security policy.

They are the same in every installation, so nothing here is read from the environment.
"""

from __future__ import annotations

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "worker-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
}
PERMISSIONS_POLICY: dict[str, list[str]] = {
    "camera": [],
    "geolocation": [],
    "microphone": [],
    "payment": [],
    "usb": [],
}
# What is open to everybody is open to pages of any origin, and to programs in them that bring a key;
# no cookie goes with it.
CORS_URLS_REGEX = r"^/api/(v1|schema)/"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_METHODS = ["GET", "HEAD", "OPTIONS", "POST"]
CORS_ALLOW_HEADERS = [
    "accept", "accept-language", "authorization", "content-type", "if-none-match", "range",
]  # fmt: skip
CORS_EXPOSE_HEADERS = [
    "ETag", "Link", "RateLimit-Limit", "RateLimit-Policy", "RateLimit-Remaining", "RateLimit-Reset",
    "Retry-After",
]  # fmt: skip
