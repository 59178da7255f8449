"""Tables that people and bots sit at: FastAPI app, store, bus."""
