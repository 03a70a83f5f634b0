"""The server: tables for people and bots, kept on disk, over HTTP and a live channel."""
