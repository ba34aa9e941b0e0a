"""What the view Play shows, in each of its two forms."""

from __future__ import annotations

#: The lines of the world as prose; the time in the margin is no part of them.
LINES = "[...document.querySelectorAll('.stretch > *')].map(e => e.textContent).join('\\n')"

#: The lines that the terminal has, as it knows them, without colours.
TERMINAL_LINES = (
    "[...document.querySelectorAll('.xterm-rows > div')].map(e => e.textContent).join('\\n')"
)
