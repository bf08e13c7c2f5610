"""The part of tournaments in the live process."""
