"""Operations: what the operator does to a running or stopped server."""
