"""Where the tests find what the repository ships."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VAULT = ROOT / "vault"
CONFIG = ROOT / "config"
TEXT_FOLDER = VAULT / "text"
