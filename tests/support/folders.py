"""What is in a folder."""

import re
from pathlib import Path

_TIMES = re.compile(rb'"seconds": [^,]*, "processor": [^,]*, "latencies": \{(?:\}|.*?\}\})')


def contents(folder: Path) -> dict[str, bytes]:
    """Every file by its path, without the times that players took."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): _TIMES.sub(b"", path.read_bytes()) for path in files}
