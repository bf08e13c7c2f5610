"""One page, so that HTTP can be asked for."""

from django.http import HttpResponse
from django.urls import path

urlpatterns = [path("", lambda request: HttpResponse("here"))]
