import subprocess
import sys

import pytest
from argon2 import PasswordHasher

from server.hashing.allocator import find_trim
from server.hashing.passwords import PasswordHashing, default_hasher
from tests.limits import wait_until


def quick() -> PasswordHasher:
    return PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


async def test_memory_is_given_back_once_no_password_waits() -> None:
    trims: list[int] = []
    hashing = PasswordHashing(quick(), 1, lambda: "busy", trims.append)
    try:
        hash = await hashing.hash("heather")
        await wait_until(lambda: trims == [0])
        assert await hashing.verify(hash, "heather")
        await wait_until(lambda: trims == [0, 0])
    finally:
        hashing.close()


@pytest.mark.skipif(find_trim() is None, reason="only glibc keeps it, and can give it back")
def test_a_process_that_has_hashed_is_hardly_larger_than_before() -> None:
    """glibc would keep two times 19 MiB, one for each thread."""
    check = """
import asyncio, os, sys
from server.hashing.allocator import use_one_arena
from server.hashing.passwords import PasswordHashing, default_hasher

def resident():
    with open("/proc/self/statm") as status:
        return int(status.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

async def main():
    use_one_arena()
    before = resident()
    hashing = PasswordHashing(default_hasher(), 2, str)
    await asyncio.gather(*(hashing.hash("heather") for _ in range(6)))
    hashing._pool.shutdown(wait=True)
    print(resident() - before)

asyncio.run(main())
"""
    done = subprocess.run([sys.executable, "-c", check], check=True, capture_output=True, text=True)
    assert int(done.stdout) < default_hasher().memory_cost * 1024
