"""What administrators have: roles, an audit log, bans, announcements, a countdown."""
