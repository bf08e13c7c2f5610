"""The phases of a deal: setup (cut, deal, turn), play (trick, exchange, draw), settle."""
