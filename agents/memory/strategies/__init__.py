"""The strategies of compaction, one file each, their protocol and their table."""
