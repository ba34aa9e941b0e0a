"""The summaries as markdown files that people read and edit."""
