"""Who is connected, with how many sockets, and how frames reach them."""
