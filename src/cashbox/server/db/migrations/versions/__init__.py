"""The migrations, one file for each; `migrations/__init__.py` explains how to add one."""
