"""Notifications for people who are away: their content, channels, and queue."""
