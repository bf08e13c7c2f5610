"""Live play of matches: sockets, one actor for each match, the journal, clocks.

A card on its way: `sockets` (read, authorise) -> `table` (the member's room) -> `match` (the actor
decides by the pure engine) -> `storage` (the journal makes it durable) -> acknowledged, and sent to
every member of the table as that one may see it. Nothing is shown before it is durable.

Each package imports only from those after it, also for types (`.importlinter` holds it):
server, http, sockets, process, table, match, storage, match_state, clients, schema, protocol, core.
Where one needs something of those before it, it says so by a Protocol in its `ports` module.
"""
