"""Figures and ratings, kept as matches end; nothing is added up when somebody reads them."""
