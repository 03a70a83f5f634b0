"""The live channel (WebSocket)."""
