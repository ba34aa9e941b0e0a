"""Memories from and to other programs: JSONL, markdown, chat transcripts."""
