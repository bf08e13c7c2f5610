"""Write the journal and the secrets of deals, and read matches back."""
