"""The version of this program."""

from __future__ import annotations

from functools import cache


@cache
def find_version() -> str:
    """Return the version of the installation, else of the checkout."""
    from importlib import metadata  # noqa: PLC0415  # takes 10 ms, which not every start needs

    try:
        return metadata.version("tarn")
    except metadata.PackageNotFoundError:
        import tomllib  # noqa: PLC0415

        from server.starter_files import PACKAGES  # noqa: PLC0415

        project = tomllib.loads((PACKAGES / "pyproject.toml").read_text(encoding="utf-8"))
        return str(project["project"]["version"])
