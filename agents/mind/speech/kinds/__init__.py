"""Kinds of lines: what somebody who says one wants for an answer."""
