"""The HTTP API by subject: everything but the flow of a match, which goes over the socket."""
