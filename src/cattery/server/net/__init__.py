"""Between the network and the tables: addresses, guards, compression, the socket."""
