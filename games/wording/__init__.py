"""Texts for people that need no model: refusals, notifications, reasons of advice."""
