"""What all addresses have in common."""
