"""The common part of all API views: parameters, limits, errors, pages, headers."""

from __future__ import annotations

import math
import re
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from datetime import date
from functools import cache
from hashlib import sha256
from typing import Any, ClassVar, Final, TypeAlias

import orjson
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.encoding import escape_uri_path
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import BaseContentNegotiation, DefaultContentNegotiation
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle, ScopedRateThrottle
from rest_framework.views import APIView

from accounts.limits import visitor_of
from brisca_site.base.conditional import conditional
from brisca_site.base.site_address import site_address
from games.api.core.authentication import ByKey
from games.api.core.errors import (
    InvalidParameterError,
    MissingError,
    UnknownParameterError,
    explain,
)
from games.api.core.schema import JSON, ApiSchema, OperationDocs
from games.common.keyset import BadCursorError, Page

NDJSON: Final = "application/x-ndjson"
FOREVER: Final = "public, max-age=31536000, immutable"
"""Cache-Control for answers that never change."""
ASK_AGAIN: Final = "public, no-cache"
"""Cache-Control for answers that may be cached, but are validated by their tag each time."""
AN_HOUR: Final = "public, max-age=3600"
"""Cache-Control for answers that change only with a release."""
NOT_TAKEN: Final = re.compile(r"q=0(\.0{0,3})?")
"""Pattern of the weight that refuses a value in an Accept header."""
Body: TypeAlias = Callable[[], bytes]


class CountingThrottle(ScopedRateThrottle):
    """Rate limit of the API, which states limit and remaining requests in `RateLimit-*` headers."""

    now: float
    history: list[float]
    num_requests: int
    duration: int

    def get_ident(self, request: Request) -> str:
        """Return the key for counting a visitor: the IP address, of IPv6 its /64 network."""
        return visitor_of(super().get_ident(request))

    def headers(self) -> dict[str, str]:
        """Return the `RateLimit-*` headers of the visitor's answer; {} if nothing was counted."""
        if not hasattr(self, "history"):
            return {}
        oldest = self.history[-1] if self.history else self.now
        return {
            "RateLimit-Limit": str(self.num_requests),
            "RateLimit-Remaining": str(max(0, self.num_requests - len(self.history))),
            "RateLimit-Reset": str(math.ceil(self.duration - (self.now - oldest))),
            "RateLimit-Policy": f"{self.num_requests};w={self.duration}",
        }


class OrjsonRenderer(JSONRenderer):
    """Renderer of JSON by orjson, several times quicker than the standard library."""

    charset = None

    def render(self, data: Any, *args: Any, **kwargs: Any) -> bytes:
        """Return `data` as JSON bytes; b"" if it is None."""
        return b"" if data is None else orjson.dumps(data)


class NdjsonRenderer(OrjsonRenderer):
    """Renderer that names the media type of NDJSON answers; views encode the lines themselves."""

    media_type = NDJSON
    format = "ndjson"


class Negotiation(DefaultContentNegotiation):
    """Content negotiation by the Accept header; a `format` parameter is refused as unknown."""

    def select_renderer(self, request: Any, renderers: Any, format_suffix: Any = None) -> Any:
        """Return the first renderer that the Accept header allows, and its media type.

        Raises:
            NotAcceptable: the header takes none of them.
        """
        accepts = request.headers.get("Accept", "").strip() or "*/*"
        for renderer in renderers:
            if any(_covers(accepted, renderer.media_type) for accepted in accepts.split(",")):
                return renderer, renderer.media_type
        raise NotAcceptable(available_renderers=renderers)


def _covers(accepted: str, media_type: str) -> bool:
    wanted, _semicolon, parameters = accepted.lower().partition(";")
    if is_refused(parameters):
        return False
    return wanted.strip() in ("*/*", media_type, media_type.split("/")[0] + "/*")


class Endpoint(APIView):
    """Base of all API views: one URL pattern, described by the attributes of its class.

    A request without a key is anybody's; one with a wrong key is refused (401).

    The OpenAPI document is made of these attributes.
    """

    operation: ClassVar[str]
    tag: ClassVar[str]
    query: ClassVar[type[serializers.Serializer[Any]] | None] = None
    answer: ClassVar[Any]
    """Serializer of the answer: it describes, and is not run."""
    media: ClassVar[str] = JSON
    """Media type of the answer."""
    meanwhile: ClassVar[dict[int, Any]] = {}
    """Serializers of answers that are no failure, but not yet what was asked for, by status."""
    fails: ClassVar[tuple[int, ...]] = ()
    """Statuses besides 400, 406 and 429."""

    schema: Any = ApiSchema()
    renderer_classes = [OrjsonRenderer]
    content_negotiation_class: type[BaseContentNegotiation] = Negotiation
    authentication_classes = [ByKey]
    throttle_classes = [CountingThrottle]
    throttle_scope = "api"
    metadata_class = None
    http_method_names = ["get", "head", "options"]
    params: dict[str, Any]
    throttles: Sequence[BaseThrottle] = ()
    """The limits by which this request was counted."""

    @classmethod
    def docs_of(cls, method: str) -> OperationDocs:
        """Return the OpenAPI attributes of an HTTP method (`GET`, ...) of this view."""
        return OperationDocs(
            cls.operation,
            cls.tag,
            cls.answer,
            cls.query,
            cls.media,
            cls.fails,
            meanwhile=cls.meanwhile,
        )

    def get_throttles(self) -> list[BaseThrottle]:
        """Return the rate limits of this request, and keep them for `finalize_response`."""
        throttles: list[BaseThrottle] = super().get_throttles()
        self.throttles = throttles
        return throttles

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        """Wrap the request; decode its query as UTF-8, whatever charset it claims for its body."""
        request.encoding = "utf-8"
        return super().initialize_request(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check the rate limits, then read the query parameters into `self.params`.

        Raises:
            InvalidParameterError: a parameter is not valid.
            UnknownParameterError: the view has no such parameter.
        """
        super().initial(request, *args, **kwargs)
        if str(request.method).lower() in self.http_method_names:  # any other is refused as such
            self.params = read_query(request, self.query)

    def options(  # type: ignore[override]
        self, request: Request, *args: Any, **kwargs: Any
    ) -> Response:
        """Answer OPTIONS with an empty 204; CORS preflights are answered before they come here."""
        return Response(status=204)

    def get_exception_handler(self) -> Callable[..., Response | None]:
        """Return the function that turns an exception into an error response."""
        return explain

    def finalize_response(  # type: ignore[override]
        self, request: Request, response: HttpResponseBase, *args: Any, **kwargs: Any
    ) -> HttpResponseBase:
        """Add the headers of every answer: the rate limit's, and `Vary: Accept`."""
        done: HttpResponseBase = super().finalize_response(request, response, *args, **kwargs)  # type: ignore[arg-type]
        for throttle in self.throttles:
            if isinstance(throttle, CountingThrottle):
                for name, value in throttle.headers().items():
                    done.headers[name] = value
        patch_vary_headers(done, ["Accept"])
        return done

    def lasting(self, request: Request, tag: str, cache: str, body: Body) -> HttpResponseBase:
        """Return the JSON bytes that `body` makes, with `tag` as ETag; 304 if the client has them.

        `cache` is the value of Cache-Control. `body` is called only if the JSON is sent.
        """

        def make() -> HttpResponse:
            return HttpResponse(body(), content_type=JSON)

        return conditional(request, tag, {"Cache-Control": cache}, make)

    def lasting_text(self, request: Request, body: bytes, cache: str) -> HttpResponseBase:
        """Return the JSON `body`, with its SHA-256 as ETag; 304 if the client has it."""
        return self.lasting(request, sha256(body).hexdigest(), cache, lambda: body)

    def parts(self) -> frozenset[str]:
        """Return the names of the optional parts that `include` asks for; empty without it."""
        return frozenset(self.params.get("include", ()))

    def listing(self, read: Callable[..., Page[Any]], **filters: Any) -> Response:
        """Return a page of a list as JSON: `results`, and `next`, the URL of the next page or null.

        `read` returns the page; it is called with the filters, `cursor` and `limit` (50 by
        default).

        Raises:
            InvalidParameterError: the cursor is none of this list.
        """
        try:
            page = read(
                **filters, cursor=self.params.get("cursor"), limit=self.params.get("limit", 50)
            )
        except BadCursorError:
            raise wrong_cursor() from None
        following = None
        if page.next is not None:
            query = self.request.query_params.copy()
            query["cursor"] = page.next
            path = escape_uri_path(self.request.path)
            following = site_address(self.request, f"{path}?{query.urlencode()}")
        return Response({"results": page.rows, "next": following})


async def _no_parts() -> AsyncIterator[bytes]:
    """Return an asynchronous iterator without any part, as the body of an answer to HEAD."""
    nothing: tuple[bytes, ...] = ()
    for part in nothing:
        yield part


def stream_head(headers: Mapping[str, str]) -> StreamingHttpResponse:
    """Return the answer to HEAD of a stream: headers without a length, which is unknown."""
    return StreamingHttpResponse(_no_parts(), content_type=NDJSON, headers=dict(headers))


class Streamed(Endpoint):
    """Base of API views that stream NDJSON; their errors are plain JSON."""

    media = NDJSON
    renderer_classes = [NdjsonRenderer, OrjsonRenderer]

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Render an answer that is not a stream, such as an error, as JSON."""
        request.accepted_renderer = OrjsonRenderer()
        request.accepted_media_type = OrjsonRenderer.media_type
        return super().finalize_response(request, response, *args, **kwargs)


def wrong_cursor() -> InvalidParameterError:
    """Return the API's error 400 for a `cursor` that does not belong to the requested list."""
    return InvalidParameterError("cursor", _("This is no cursor of this list."))


def is_refused(parameters: str) -> bool:
    """Return True if these parameters of a media type in an Accept header refuse it (`q=0`)."""
    return any(
        NOT_TAKEN.fullmatch(parameter) for parameter in parameters.replace(" ", "").split(";")
    )


def day_of_path(text: str) -> date:
    """Return the day that a path names as YYYY-MM-DD.

    Raises:
        MissingError: the text is not a date.
    """
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise MissingError("day") from None


def require_pool(pool: str, pools: Collection[str]) -> None:
    """Check that a path's `pool` is one of these names of kinds of match.

    Raises:
        MissingError: it is none of them.
    """
    if pool not in pools:
        raise MissingError("pool")


@cache
def _reader(query: type[serializers.Serializer[Any]]) -> serializers.Serializer[Any]:
    """Return a serializer of this class, made once for all requests as that is faster.

    It keeps nothing of what it reads.
    """
    return query()


def read_query(request: Request, query: type[serializers.Serializer[Any]] | None) -> dict[str, Any]:
    """Return name -> value of the query parameters, checked by `query` (None: there may be none).

    Raises:
        UnknownParameterError: a parameter is not a field of the serializer.
        InvalidParameterError: names the first one whose value is wrong, or that is given twice.
    """
    fields = _reader(query).fields if query else {}
    parameters: Mapping[str, str] = request.query_params
    for name in parameters:
        if name not in fields:
            raise UnknownParameterError(name, tuple(fields))
        if len(request.query_params.getlist(name)) > 1:
            raise InvalidParameterError(name, _("It is given more than once."))
    if query is None:
        return {}
    values: dict[str, Any] = {}
    for name, field in fields.items():
        if name in parameters:
            try:
                values[name] = field.run_validation(parameters[name])
            except serializers.ValidationError as error:
                reasons: Any = error.detail
                raise InvalidParameterError(name, str(reasons[0])) from None
    try:
        return dict(_reader(query).validate(values))
    except serializers.ValidationError as error:
        named: Any = error.detail
        name, reasons = next(iter(named.items()))
        raise InvalidParameterError(name, str(reasons[0])) from None
