"""The pictures that messengers show beside a link."""
