"""The QR code of a waiting table's address."""

from __future__ import annotations

import qrcode
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe
from qrcode.image.svg import SvgPathFillImage

from brisca_site.base.site_address import site_address
from games.models import Table, TableSeat
from games.models.tables import TableStatus


@require_safe
def table_qr(request: HttpRequest, table_id: str) -> HttpResponse:
    """Answer with the QR code of a waiting table's URL, with the query's invitation, as SVG.

    Raises:
        Http404: the table does not wait, or the invitation is not one of this table.
    """
    table = Table.objects.filter(public_id=table_id, status=TableStatus.WAITING).first()
    if table is None:
        raise Http404
    address = reverse("table", args=[table_id])
    invite = request.GET.get("invite", "")[:64]
    if invite:
        seat = TableSeat.objects.filter(table=table, invite=invite).first()
        if seat is None:
            raise Http404
        address += "?" + urlencode({"seat": str(seat.seat), "invite": invite})
    answer = HttpResponse(picture(site_address(request, address)), "image/svg+xml")
    answer["Cache-Control"] = "private, no-store"
    return answer


def picture(text: str) -> bytes:
    """Return the QR code of a text as SVG: black on white, with the margin that scanners need."""
    code = qrcode.QRCode(error_correction=qrcode.ERROR_CORRECT_M, image_factory=SvgPathFillImage)
    code.add_data(text)
    return bytes(code.make_image().to_string())


INVITE_CODE_URLS = [path("t/<str:table_id>/qr.svg", table_qr, name="table_qr")]
