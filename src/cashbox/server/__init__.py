"""The server: tables for people and bots, stored on disk, over HTTP and a live channel."""
