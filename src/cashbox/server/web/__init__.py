"""HTTP: middleware, pages, files, and sockets."""
